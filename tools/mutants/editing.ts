import { type Mutant, seenBy } from "./mutant.ts";

/** What a layout takes over from the service, and that nothing else of it changes. */
export const editingMutants: readonly Mutant[] = seenBy(
  [
    "src/layout/edit",
    "test/cli/accept-gone.test.ts",
    "test/cli/accept-in-place.test.ts",
    "test/cli/accept-layers.test.ts",
    "test/cli/accept.test.ts",
    "test/laws/accept.test.ts",
  ],
  [
    [
      "what both sides changed is left alone",
      'asked.what === "everything" || who === "live" || (who !== "layout" && asked.only !== undefined);',
      'asked.what === "everything" || who !== "layout";',
    ],
    ["what is named alone is taken over", "if (!isAskedFor(deciding, address)) return false;", ""],
    [
      "what something refers to is not taken out",
      "const why = referring === undefined ?",
      "const why = referring !== address ?",
    ],
    [
      "what has moved away keeps nothing",
      "if (isInside && !moved.has(other.address)) return true;",
      "if (isInside) return true;",
    ],
    [
      "what is in something that is left stays",
      "const outer = goneAndLeft(deciding, address, removed);",
      "const outer = goneAndLeft(deciding, address, removed) && undefined;",
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
      "parts that are joined are no variable that nobody wrote",
      'if (says.join("") === value) return { text, lost };',
      "void says;\n  if (text !== undefined) return { text, lost };",
    ],
    [
      "what comes from elsewhere is not overwritten",
      "if (isFromElsewhere(written))",
      "if (written === value)",
    ],
    ["a comment goes with what it stands above", "lead = above;", "break;"],
    ["comments of nobody stay", "return [...out, ...orphans].join(eol);", "return out.join(eol);"],
    ["a comment in brackets goes with its item", "after: commentIn(beside), ", 'after: "", '],
    [
      "an alias keeps the former text",
      "const [first] = aliases.get(old.anchor) ?? [];",
      "const [first] = aliases.get(`no ${old.anchor}`) ?? [];",
    ],
    [
      "an alias that goes needs no text",
      "if (isAlias(old)) editing.document = withoutAliasesIn(document, [old]);",
      "",
    ],
    [
      "what goes shares nothing any more",
      "editing.document = withoutAliasesIn(editing.document, [pair]);",
      "",
    ],
    [
      "what merges another goes before it",
      "if (refused.length < addresses.length) return removeEntries(state, refused);",
      "",
    ],
    [
      "each thing is taken over where it is said last",
      "const entry = entries.find(saysIt) ?? entries.find(isFirst);",
      "const entry = entries.find(isFirst);",
    ],
    [
      "what several files say is not taken out of one",
      "if (saying.length > 1) throw",
      "if (saying.length > 2) throw",
    ],
    [
      "an item is changed where it is said last",
      "const part = saying ?? naming;",
      "const part = naming ?? saying;",
    ],
    [
      "what several places know an item by is not changed in one",
      "refuseSeveralNames(state, written, attribute);",
      "",
    ],
    [
      "what an environment says too is not taken out",
      "if (second !== undefined || isSaidElsewhere(state, address)) throw severalSayIt();",
      "if (second !== undefined) throw severalSayIt();",
    ],
    [
      "what was made is not told to be left",
      'if (what === "changed" || (what !== "ordered" && !scoped.has(type))) return undefined;',
      'if (what === "changed") return [...whyOf.values()][0];',
    ],
    [
      "a layout that was edited is read in its layers",
      "...present({ layer: layers.get(file) }) })),",
      "...present({ layer: layers.get(`not ${file}`) }) })),",
    ],
    [
      "what is left keeps what it refers to",
      "if (kept.length === 0) return edited;",
      "if (kept.length >= 0) return edited;",
    ],
    [
      "no anchor comes behind its alias",
      "if (anchor !== undefined)\n    throw new",
      "if (anchor === null)\n    throw new",
    ],
    [
      "what is merged is not said to be taken out",
      'if (pair === undefined) throw new NotInPlaceError("it is merged from elsewhere");\n  removeField',
      "if (pair === undefined) return;\n  removeField",
    ],
    [
      "who only looks needs no disk to write to",
      "return settings.dryRun === true ? work() : whileHeld",
      "return whileHeld",
    ],
    [
      "an app is not changed",
      "if (editable === undefined) throw isApp();",
      "if (editable === undefined) return exitCodes.done;",
    ],
    [
      "what somebody writes meanwhile is kept",
      "if (now === sources.find((source) => source.file === file)?.text) return;",
      "if (now !== file) return;",
    ],
    ["what is shared is left alone", "if (isShared(editing.document, list)) throw shared();", ""],
    ["line ends stay", 'eol: source.text.includes("\\r\\n") ? "\\r\\n" : "\\n",', 'eol: "\\n",'],
    [
      "the lock knows what was taken over",
      "(name) => isTaken(name) || (isAll && !isLeft(name))",
      "(name) => isAll && !isLeft(name)",
    ],
    [
      "the lock keeps the place of what only became the default",
      "if (isPlaced(remembering, former)) return now;",
      'if (isPlaced(remembering, former) || remembering.defaults.has(former ?? "")) return now;',
    ],
    ["nothing is written unasked", 'const isAgreed = typed.trim() === "yes";', "const isAgreed = true;"],
    ["a dry run writes nothing", "if (settings.dryRun === true) return false;", ""],
  ],
);
