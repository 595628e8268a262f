import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of doing a part of a layout. */
export const selectingMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/cli/selection.test.ts"],
    [
      [
        "what is selected brings what it needs",
        "const wanted = withNeeds(needs, [...addresses].filter(isNamed));",
        "const wanted = new Set([...addresses].filter(isNamed));",
      ],
      [
        "what needs something that was left out is left out",
        "const isInPart = (address: Address) => wanted.has(address) && !missing.has(address);",
        "const isInPart = (address: Address) => wanted.has(address);",
      ],
      [
        "what is excluded takes along what is in it",
        "if (places.some((place) => excluded.has(place))) return false;",
        "if (excluded.has(address)) return false;",
      ],
      ["the lock keeps what it has of what was left out", "if (!isSelected(object.address)) continue;", ""],
      [
        "a saved plan keeps its selection",
        "const selection = saved.selection && { ...selectionOf(saved.selection), mayBeGone: true as const };",
        "const selection = undefined as Parameters<typeof selectionOf>[0] | undefined;",
      ],
      [
        "what is selected is known to something",
        "const unknown = selection.mayBeGone === true ? [] : unknownSelected(context, steps, selection);",
        "const unknown: readonly Diagnostic[] = [];",
      ],
      [
        "a destroy leaves alone what was left out",
        "const pairs = all.filter(isChosenPair);",
        "const pairs = all;",
      ],
      [
        "drift of a part is of that part",
        "const entries = report.entries.filter(({ address }) => isChosen(address));",
        "const entries = report.entries;",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/selected-former.test.ts"],
    [
      [
        "what an address was goes with what it is",
        "  yield* formerObjects(context);\n",
        "  void formerObjects;\n",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/guards.test.ts"],
    [
      [
        "a field that something else owns is not written",
        "return step.changes.some(({ attribute }) => attributes.includes(attribute));",
        "return false;",
      ],
      [
        "what is in an object that something else owns is not written",
        "return contents === true && isInside;",
        "return false;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/adopt.test.ts"],
    [
      [
        "what is adopted is where the layout has it",
        "  checkPlace({ types, live, pairing, lock }, declared, found);\n",
        "",
      ],
      [
        "what is protected is not forgotten by hand",
        "if (guarded.length > 0) throw isProtected(guarded);",
        "",
      ],
      [
        "in the lock, an address that is taken is not taken again",
        "if (lock.objects[target] !== undefined && !changed.has(target)) throw taken(lock, target);",
        "",
      ],
      ["beside an open journal the lock is not changed", "  refuseOpenJournal(remembered);\n", ""],
    ],
  ),
];
