import { type Mutant, seenBy } from "./mutant.ts";

/** What each guard looks at. */
export const guardMutants: readonly Mutant[] = seenBy(
  ["test/planning/guards.test.ts", "test/planning"],
  [
    ["a share says nothing of few objects", "const smallestForShare = 10;", "const smallestForShare = 1;"],
    [
      "a share is of what is there with what goes",
      "exceeds(going.length, whole, maxDeletes)",
      "exceeds(going.length, retained.length, maxDeletes)",
    ],
    [
      "a count is a count",
      '"count" in limit ? part > limit.count',
      '"count" in limit ? part > limit.count + 1',
    ],
    [
      "a first adoption may change all",
      "(isAppliedBefore(context) && exceeds(objects, retained.length, maxChanges)",
      "(exceeds(objects, retained.length, maxChanges)",
    ],
    [
      "thresholds are of each type too",
      "[undefined, ...new Set(steps.map((step) => step.type))]",
      "[undefined]",
    ],
    ["the lock remembers protection", ".filter(([, entry]) => entry.protect)", ".filter(() => false)"],
    [
      "the layout declares protection",
      "pair.desired.protect === true",
      "pair.desired.protect === undefined && false",
    ],
    [
      "what is deleted by a step of its own does not stand in the way",
      "  if (context.decisions.deleted.has(key)) return false;\n",
      "",
      "src/plan/guard/cascades.ts",
    ],
    ["what is moved out does not stand in the way", "return !retained?.moves;", "return retained !== null;"],
    [
      "what is re-pointed does not use it any longer",
      " && !retained?.changed.includes(attribute)",
      " && retained?.changed !== null",
    ],
    [
      "with a lock nothing hides under another name",
      "context.lock === undefined\n        ? unmanagedBeside",
      "context.lock !== null\n        ? unmanagedBeside",
      "src/plan/guard/created-beside.ts",
    ],
    [
      "in another container it is not beside",
      "return isUnmanaged && placeOfLive(live) === place;",
      "return isUnmanaged && place !== null;",
      "src/plan/guard/created-beside.ts",
    ],
    [
      "what is forgotten in another place is nothing that a new object could be",
      "live !== undefined && placeOfLive(live) === place",
      "live !== undefined && place !== null",
      "src/plan/guard/created-beside.ts",
    ],
    [
      "an incomplete list of others is nothing to it",
      "list.types.some((name) => needed().has(name))",
      "list.types.length > 0",
    ],
    [
      "an incomplete list where undeclared ones go is refused",
      "return isOwned ? [deletesRefusal(context, list)] : [];",
      "return isOwned ? [] : [];",
    ],
    [
      "an entry of another object is no memory of this one",
      "(live.id !== entry.id && comparesMadeAnew !== true)",
      "false",
    ],
    [
      "what only one side changed is no conflict",
      'who.attribute(address, name) === "both"',
      "who.attribute(address, name) !== undefined",
    ],
    [
      "nothing is deleted from what Git Sync owns",
      '("id" in step && context.live.get(step.type, step.id)?.scopeId === live.id)',
      "false",
    ],
    ["--allow-deletes lifts only what it is for", "!given.has(permittedBy)", "false"],
    [
      "--skip-deletes lifts only what is about deletes",
      "skipDeletes && !forgets && deletes",
      "skipDeletes && !forgets",
    ],
    [
      "what has gone with what it held is not made anew unasked",
      "permittedBy: permissions.recreates.flag,\n    },\n  ];",
      "permittedBy: permissions.recreates.flag,\n    },\n  ].slice(1);",
      "src/plan/guard/recreated.ts",
    ],
    [
      "what is unconfirmed is not changed unasked",
      "!context.origins.isConfirmed(live));\n  const going",
      "false);\n  const going",
    ],
    [
      "what changes in a scope changes what has the scope",
      "if (scope === undefined) return own;",
      "if (scope !== undefined) return undefined;\n  if (scope === undefined) return own;",
    ],
    [
      "what a scope shows is opened",
      "if (context.types.get(step.type).scope === undefined) return [];\n  return writtenBy",
      "return [];\n  return writtenBy",
    ],
    ["a pin confirms", 'learn(type, pin, "imported")', "learn(type, pin, undefined)"],
    [
      "an origin belongs to the id",
      "learn(typeOfAddress(address), id, origin);",
      "learn(address, id, origin);",
    ],
    ["what another layout has is refused", "...heldElsewhere(...judged),", ""],
    [
      "a list of what only the lock knows is needed too",
      "...remembered.filter(isSelected).map(typeOfAddress),",
      "",
    ],
    [
      "a list of what may be inside of what is deleted is needed too",
      "[name, ...referrersOf(types, name, () => true)]",
      "[]",
    ],
    [
      "what is forgotten may be what is created",
      'const live = step.action === "forget" ?',
      'const live = step.type === "" ?',
      "src/plan/guard/created-beside.ts",
    ],
    [
      "what is forgotten is another thing where it is of another type",
      "canonicalJson([type, scopeId ?? null, containerId ?? null])",
      "canonicalJson([scopeId ?? null, containerId ?? null, type.length * 0])",
      "src/plan/places.ts",
    ],
    [
      "what is made anew with its contents is asked about as one",
      "hasSuccessor(deleted) &&",
      "deleted.goesWith === undefined && hasSuccessor(deleted) &&",
      "src/plan/guard/made-anew.ts",
    ],
    [
      "what is not made anew is a delete, whatever it goes with",
      "hasSuccessor(deleted) &&",
      "",
      "src/plan/guard/made-anew.ts",
    ],
    [
      "what a person alone can give to another one keeps it from being made anew",
      'boundUntil === undefined || typeof value !== "string" || value === ""',
      "boundUntil === undefined || value !== null",
      "src/plan/guard/bound-objects.ts",
    ],
    [
      "what something else owns is not replaced",
      'return step.action === "replace";',
      "return false;",
      "src/plan/guard/owned-elsewhere.ts",
    ],
    [
      "what readers would miss meanwhile is asked about",
      "if (!isSeen(context, kind)) return [];",
      "return [];",
      "src/plan/guard/structure-kinds.ts",
    ],
    [
      "who sees what is made anew is not forgotten in between",
      "if (carried.length === 0) return [];",
      "if (carried.length !== -1) return [];",
      "src/plan/guard/structure-kinds.ts",
    ],
    [
      "what docsform does not know keeps the kind of a structure",
      "if (unseen.length === 0) return [];",
      "if (unseen.length !== -1) return [];",
      "src/plan/guard/structure-kinds.ts",
    ],
  ],
);
