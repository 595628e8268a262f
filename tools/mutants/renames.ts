import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of what has another name in the layout, and of the lines that say so. */
export const renamesMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/planning/renames.test.ts"],
    [
      [
        "of several sections with one first space, none is guessed",
        "return objects.length === 1 && live.length === 1 ? [[object, candidate]] : [];",
        "return [[object, candidate]];",
      ],
      ["a section is known by the first space that was applied", "    applied?.entry.applied[name] ??\n", ""],
      [
        "half of a group is not most of it",
        "const isMost = (size: number) => same.length * 2 > size;",
        "const isMost = (size: number) => same.length * 2 >= size;",
      ],
      [
        "a variant under another path is another one",
        ".filter(([object, live]) => namesThemselvesAlike(state, type, object, live));",
        ".filter(([object, live]) => [state, type, object, live].length > 0);",
      ],
      [
        "two replaced objects never take one live object",
        "const soFar = repair(first, instead);",
        "const soFar = repair(first, new Map());",
      ],
      [
        "what has only another address is a note",
        ".filter(([now]) => !told.has(now))",
        ".filter(([now]) => told.has(now))",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/moved-elsewhere.test.ts"],
    [
      [
        "what leaves one parent is sought under the others",
        "return inPlace.length > 0 ? inPlace : recognizedElsewhere(state);",
        "return inPlace;",
      ],
      [
        "what the layout does not declare in a place that it owns has left",
        "if (around !== undefined) return around.owns.includes(live.type);",
        "if (around !== undefined) return false;",
      ],
      [
        "what an interrupted run was to replace is known by the next",
        "const superseded = new Map(findReplaced(inputs, first));",
        "const superseded = new Map<Address, LiveObject>();",
      ],
      [
        "what an interrupted run only changed takes the place of nothing",
        'return origin === "created" && isUnfinished(pair, lock);',
        "return isUnfinished(pair, lock);",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/interrupted-renames.test.ts"],
    [
      [
        "what an interrupted run has made is as new under other parents as it was",
        "(object) => object.type === type.name && (isOpen(state, object) || isMadeUnfinished(state, object)),",
        "(object) => object.type === type.name && isAsked(object),",
      ],
      [
        "what an interrupted run has made is as new under its parent as it was",
        "      (isOpen(state, object) || isMadeUnfinished(state, object)),\n  );\n  const places",
        "      isOpen(state, object),\n  );\n  const places",
      ],
      [
        "what an interrupted run has made is as new under its new key as it was",
        "groupBy([...asked, ...made], (object) => declaredText(state, object))",
        "groupBy([...asked], (object) => declaredText(state, object))",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/new-keys.test.ts"],
    [
      [
        "a new key is the same where all that was applied is declared",
        '  for (const [object, { entry }] of sameAsApplied(state, batch)) take(state, object, entry.id, "lock");\n',
        "",
      ],
      [
        "of several that were alike, none is guessed",
        "return others.length + more.length === 0 ? [[object, applied]] : [];",
        "return [[object, applied]];",
      ],
      [
        "a new key in another place is another object",
        'return canonicalJson([type, scopeId ?? null, container === undefined ? "" : { in: container }, values]);',
        'return canonicalJson([type, scopeId ?? null, container === undefined ? "" : {}, values]);',
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/may-be.test.ts"],
    [
      [
        "the line names the path too where the entry declares none",
        "(name) => object.attributes[name] === undefined || valueOf(name) !== live.attributes[name],",
        "(name) => valueOf(name) !== undefined && valueOf(name) !== live.attributes[name],",
      ],
      [
        "where two have one name, the line names the id",
        "return known.get(key)?.length === 1;",
        "return known.has(key);",
      ],
      [
        "no line is named for what would be replaced",
        "if (replacesInstead(context, object, live)) return undefined;",
        "",
      ],
      [
        "an entry that may be a bare name is written as a whole",
        "layout.shorthand !== true ||",
        "layout.shorthand === true ||",
      ],
      ["the refusal to delete names the line", "${mayBeRemedy(steps, deletes)}", ""],
      ["the refusal to forget names the line", "mayBeRemedy(steps, forgotten)", "mayBeRemedy(steps, [])"],
      [
        "what leaves another place is no choice",
        "placeOf(type, scopeId, container?.id)",
        "placeOf(type, scopeId, container === null ? undefined : undefined)",
        "src/plan/places.ts",
      ],
    ],
  ),
];
