import { type Mutant, seenBy } from "./mutant.ts";

/** What a layout takes over from the service, and that nothing else of it changes. */
export const editingMutants: readonly Mutant[] = seenBy(
  ["src/layout/edit", "test/cli/accept.test.ts", "test/laws/accept.test.ts"],
  [
    [
      "what both sides changed is left alone",
      'asked.what === "everything" || who === "live" || (who !== "layout" && asked.only !== undefined);',
      'asked.what === "everything" || who !== "layout";',
    ],
    [
      "what is named alone is taken over",
      "if (asked.only !== undefined && !isNamed(deciding, address)) return false;",
      "",
    ],
    [
      "what something refers to is not taken out",
      "if (referring === undefined) continue;",
      "if (referring !== address) continue;",
    ],
    [
      "a text is quoted as before",
      'if (isScalar(old) && typeof value === "string" && old.type !== undefined) node.type = old.type;',
      "",
    ],
    [
      "a variable stays where it fits",
      "const { text, lost } = keptVariables(written.value, (name) => variables.get(name), unescaped(value));",
      "const { text, lost } = { text: value, lost: [] as readonly string[] };",
    ],
    [
      "what comes from elsewhere is not overwritten",
      "if (isFromElsewhere(written))",
      "if (written === value)",
    ],
    ["a comment goes with what it stands above", "lead = above;", "break;"],
    ["comments of nobody stay", "return [...out, ...orphans].join(eol);", "return out.join(eol);"],
    ["an alias keeps the former text", "if (isNode(old) && !isAlias(old)) freeAnchor(editing, old);", ""],
    ["what is shared is left alone", "if (isShared(editing.document, list)) throw shared();", ""],
    ["line ends stay", 'eol: source.text.includes("\\r\\n") ? "\\r\\n" : "\\n",', 'eol: "\\n",'],
    [
      "the lock knows what was taken over",
      "const names = Object.keys(object.attributes).filter((name) => isAll || values.has(`${former} ${name}`));",
      "const names = Object.keys(object.attributes).filter(() => isAll);",
    ],
    ["nothing is written unasked", 'const isAgreed = typed.trim() === "yes";', "const isAgreed = true;"],
    ["a dry run writes nothing", "if (settings.dryRun === true) return false;", ""],
  ],
);
