import { type Mutant, seenBy } from "./mutant.ts";

/** What is written down of what is live. */
export const pullingMutants: readonly Mutant[] = seenBy(
  [
    "test/cli/pull.test.ts",
    "src/layout/write-layout.test.ts",
    "src/resources/openapi-spec",
    "test/cli/errors.test.ts",
    "test/reconcile/pull.test.ts",
    "test/conformance/refused-reads.test.ts",
  ],
  [
    [
      "an incomplete list is not pulled",
      "const [list] = incomplete;",
      "const [list] = incomplete.slice(0, 0);",
    ],
    [
      "to adopt is no pending change",
      'made.steps.some(({ action }) => action !== "adopt")',
      "made.steps.length > 0",
    ],
    [
      "a file that is pulled has its lock beside it",
      "const keepsLock = settings.out !== undefined ||",
      "const keepsLock =",
    ],
    ["what is protected stays so when it is pulled", "...present({ protect }) }] as const;", "}] as const;"],
    ["names of a lock are kept", "    names: Object.fromEntries(names),\n", ""],
    [
      "pulling reads no people unless it is asked to",
      "types.filter((type) => !isToldOnly(type))",
      "types.filter((type) => type !== undefined)",
    ],
    ["null of access is written", "if (live === null && saysNoAccess(writing, rule)) return null;", ""],
    ["a secret is not written", "map.items.splice(at, 1);", ""],
    ["a shared key needs an id", 'ids === "each" || shared.has(keyOf(object))', 'ids === "each"'],
    [
      "a layout without a lock has ids",
      '{ live, only, ids = "each", ...output }: LayoutOutput',
      '{ live, only, ids = "ambiguous", ...output }: LayoutOutput',
    ],
    [
      "what the service fills by itself is left out",
      "if (rule.default !== undefined && satisfiesDeclared(rule, rule.default, live)) return undefined;",
      "",
    ],
    [
      "what contains others is written before those",
      "return container === undefined ? [own] : [...pathOf(container), own];",
      "return [own];",
    ],
    ["what is shown is written in that order", "if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;", ""],
    ["a container is shown with what is in it", "ranks.set(key, rank);\n  raise", "raise"],
    [
      "a variant is called by what it is a variant of",
      "return [`${mainKey}-${apart}`, base,",
      "return [base,",
    ],
    [
      "blank lines part the entries",
      "if (isScalar(next)) next.spaceBefore = true;",
      "if (isScalar(next)) next.spaceBefore = false;",
    ],
    ["capitals are of one API version", 'typeof slug === "string" && /[A-Z]/.test(slug)', "slug === null"],
    [
      "no file is replaced unasked",
      "if (force || io.files.read(path) === undefined) return;",
      "if (force || path !== undefined) return;",
    ],
    [
      "a site is named by one title",
      "if (first !== undefined && others.length === 0)",
      "if (first !== undefined)",
    ],
    [
      "null is remembered",
      "if (clear !== undefined)\n      applied[name]",
      "if (clear !== undefined && clear !== null)\n      applied[name]",
    ],
    ["a pull goes on without what the token may not read", "    skipsRefused: true,\n", ""],
    [
      "only what is refused is left out",
      "if (skipsRefused === true && statusOf(error) === 403) return undefined;",
      "if (skipsRefused === true) return undefined;",
    ],
    [
      "what the token may not read is told",
      "notes: [...writing.refused, ...writing.notes]",
      "notes: writing.notes",
    ],
    ["a layout says itself what the token may not read", "refusedComment(writing.refused) ?? null", "null"],
    [
      "what is pulled besides is not declared",
      "const live = { ...read, objects: others };",
      "const live = { ...read, objects: [...others, ...objects] };",
    ],
    [
      "what is not there is left out of what is pulled besides",
      "if (statusOf(error) === 403 || statusOf(error) === 404) return undefined;",
      "if (statusOf(error) === 403) return undefined;",
    ],
  ],
);
