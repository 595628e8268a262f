import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of what a person is shown of a plan. */
export const planTextMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/planning/dangers.test.ts"],
    [
      [
        "what gives access and does not say which way is wider counts as wider",
        'if (widens === undefined) return givesAccess === true ? "access" : undefined;',
        "if (widens === undefined) return undefined;",
      ],
      ["what goes offline is dangerous", "publishes !== undefined && before === publishes &&", "false &&"],
      [
        "an address that no reader knows is nobody's loss",
        '.filter((kind) => kind !== "address" || isSeenByReaders(seen, type, id))',
        "",
      ],
      [
        "a new site that is live at once is seen by more people",
        "publishes !== undefined && value === publishes && usual !== publishes",
        "publishes !== undefined && value === null",
      ],
      [
        "a value that nobody can compare counts as wider",
        "return from < 0 || to < 0 || to < from;",
        "return from >= 0 && to >= 0 && to < from;",
      ],
      [
        "of two roles nobody says which may more",
        "before !== after && unranked.includes(before) && unranked.includes(after)",
        "false",
      ],
      [
        "a condition that goes lets more people see",
        "before !== null && !jsonEquals(before, after)",
        "false",
      ],
      ["a role that may more is a danger", "ranked.isWider(before, after) ||", ""],
    ],
  ),
  ...seenBy(
    ["test/planning/carried.test.ts"],
    [
      [
        "what the service refuses of a default is not kept by one",
        "inDefault(inputs, desired).isInside",
        "inputs === undefined",
      ],
      [
        "what the service refuses of a default is refused before any write",
        "!inDefault(context, object).isInside",
        "object.rank >= 0",
      ],
      [
        "what the service refuses of a default is written after another is it",
        'yield { node, after: nodeId.setDefault(declared), why: { kind: "hard", attribute: name } };',
        "yield { node, after: undefined };",
      ],
      [
        "of a default only what is at the root or in a default is refused",
        "own.isDefault && around.isDefault",
        "own.isDefault",
      ],
      [
        "what belongs to a value that is written goes with it",
        "return [...clearedBy(type, written), ...orphans];",
        "return orphans.length < 0 ? [] : [...clearedBy(type, written)];",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/clears.test.ts"],
    [
      [
        "what the service clears beside a new value is told",
        "...changesOf(context, { ...desired, attributes: {} }, live, clearedBeside(context, retained)),",
        "",
      ],
      [
        "what was not there does not go",
        "(name) => !written.includes(name) && (live.attributes[name] ?? null) !== null,",
        "(name) => !written.includes(name),",
      ],
      ["null takes the place of nothing", ".filter((name) => written[name] !== null)", ""],
      [
        "a copy does not keep of its source what cannot be beside its own values",
        "...cleared(state.types.get(type), node.values),",
        "",
      ],
      [
        "what gives way is not taken over",
        "|| !isManaged(desired.get(address), name)",
        "&& !isManaged(desired.get(address), name)",
      ],
    ],
  ),
  ...seenBy(
    ["test/reading/plan-text.test.ts"],
    [
      [
        "deletes are named to the last",
        "if (isWhole) return inLists(view, dangers, palette);",
        "if (isWhole) return inLists(view, dangers.slice(0, mostLines), palette);",
      ],
      [
        "what is forgotten is named to the last",
        "forgottenLines(forgotten)",
        "forgottenLines(forgotten.slice(0, named))",
      ],
      [
        "what does not fit is counted",
        "inside.slice(from).flatMap(({ steps }) => steps)",
        "inside.slice(from, from).flatMap(({ steps }) => steps)",
      ],
    ],
  ),
];
