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
    ["deletes in what is pinned are ours", 'pair.by !== "pin" && ', ""],
    ["deletes in what the lock names are ours", 'pair.by !== "lock" && ', ""],
    ["deletes in what an interrupted run created are ours", ' && pair.by !== "journal"', ""],
    [
      "with a lock nothing hides under another name",
      "context.lock === undefined ? unmanagedBeside(context, created)",
      "context.lock !== null ? unmanagedBeside(context, created)",
      "src/plan/guard/created-beside.ts",
    ],
    [
      "in another container it is not beside",
      "(live.container?.id ?? null) === wanted",
      "(live.container?.id ?? null) !== undefined",
      "src/plan/guard/",
    ],
    [
      "an incomplete list of others is nothing to it",
      'step.action === "create" && list.types.includes(step.type)',
      'step.action === "create"',
    ],
    [
      "an incomplete list where undeclared ones go is refused",
      "...(types.some((type) => deletesUndeclared(context, type))",
      "...(types.some((type) => deletesUndeclared(context, type) && false)",
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
      "skipDeletes && !forgets && aboutDeletes.has(code)",
      "skipDeletes && !forgets",
    ],
    [
      "what has gone with what it held is not made anew unasked",
      "permittedBy: permissions.recreates.flag,\n    },\n  ];",
      "permittedBy: permissions.recreates.flag,\n    },\n  ].slice(1);",
      "src/plan/guard/recreated.ts",
    ],
    [
      "what the lock does not know is adopted by its key and not changed unasked",
      "!isKnown(retained) &&\n",
      "isKnown(retained) &&\n",
    ],
    [
      "what is unchanged is adopted without a question",
      "changed.has(retained.desired.address),\n",
      "changed !== null,\n",
    ],
    [
      "what changes in the contents of a site counts",
      "return [step.address, scopeOf(context, step)];",
      "return [step.address];",
    ],
    [
      "what is put into a collection counts",
      "return [step.address, scopeOf(context, step), ...containersOf(context, step)];",
      "return [step.address, scopeOf(context, step)];",
    ],
    [
      "what is taken out of a collection counts",
      "scopeOf(context, step), step.from, step.to];",
      "scopeOf(context, step), step.to];",
    ],
    [
      "where no lock is kept, nothing asks",
      "context.keepsLock ? changedByKey(context, steps) : []",
      "changedByKey(context, steps)",
    ],
    [
      "what the lock knows under another address is known",
      " || locked.has(keyOf(live));",
      " || locked.size < 0;",
    ],
    [
      "what is forgotten may be what is created",
      'if (step.action !== "forget" || step.type !== desired.type) return [];',
      'if (step.type !== "") return [];',
    ],
    [
      "what is forgotten is another thing where it is of another type",
      'if (step.action !== "forget" || step.type !== desired.type) return [];',
      'if (step.action !== "forget") return [];',
    ],
  ],
);
