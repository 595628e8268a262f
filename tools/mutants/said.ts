import { type Mutant, seenBy } from "./mutant.ts";

const decidedAgain = ["test/cli/decided-again.test.ts"];
const savedPlans = ["test/cli/saved-plan.test.ts"];
const thresholds = ["test/cli/thresholds.test.ts"];
const drift = ["test/planning/drift.test.ts"];

/** Rules of what is said. */
export const saidMutants: readonly Mutant[] = [
  ...seenBy(decidedAgain, [
    [
      "after a run everything is read and decided again",
      "return await lookAgain(setup, planned, result, lastWriteMs, signal);",
      "return { ...result, finalRead: true };",
    ],
    [
      "the last look waits until all that was written must show",
      "if (lastWriteMs !== undefined)\n",
      "if (lastWriteMs === 0)\n",
    ],
    [
      "a duplicate that somebody else made is told",
      'purpose === "apply" ? findDuplicates({ types, desired, plan, created, before, after }) : [];',
      "[].slice() as ReturnType<typeof findDuplicates>;",
    ],
    ["what was there before the run is no duplicate", ".filter((other) => !wasSo(other))", ""],
    [
      "what was moved to where the run made the same is a duplicate",
      "former !== undefined && likenessBefore(former) === likeness(object)",
      "former !== undefined",
    ],
    ["what the layout has is no duplicate", "...retainedKeys(search)]", "]"],
    [
      "a run that did not do everything tells of duplicates",
      'if (result.outcome !== "partial" || blind',
      'if (result.outcome !== "done" || blind',
    ],
    [
      "without a lock the run itself says what it created",
      "{ ...recovered?.pairs, ...Object.fromEntries(unlocked) }",
      "{ ...recovered?.pairs }",
    ],
    [
      "what was left out as asked is not called left",
      "return left.filter(({ action, address }) => !skipped.has(`${action} ${address}`));",
      "return left;",
    ],
    [
      "what was destroyed is looked for by its ids",
      "return stillThere(planned, inputs.live);",
      "return planChanges(inputs).plan?.steps ?? [];",
    ],
    [
      "without a final read nothing is called as declared",
      "if (!result.finalRead) return `${count(done",
      "if (done < 0) return `${count(done",
    ],
  ]),
  ...seenBy(savedPlans, [
    ["a saved plan is decided again, and must be what was saved", "checkDecision(saved, result.plan);", ""],
    [
      "a saved plan wants the lock that it was made with",
      "checkLock(saved, hashOfLock(inputs.remembered.lock));",
      "",
    ],
    [
      "a plan that is not the expected one is refused",
      "if (hash === saved.hash && hash === expected) return;",
      "if (hash === saved.hash) return;",
    ],
    [
      "what others make beside a saved plan does not outdate it",
      'if (step.action === "create") return { ...step, expects: { knownIds: [] } };',
      "",
    ],
  ]),
  ...seenBy(
    ["test/cli/tampered-plan.test.ts"],
    [
      [
        "a saved plan that was changed is refused before anything is read",
        "if (hash === saved.hash && hash === expected) return;",
        "if (hash === expected || expected === saved.hash) return;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/commands.test.ts"],
    [
      [
        "a saved plan does not say where files are written",
        "if (layout === here) return;",
        "if (layout !== undefined) return;",
      ],
    ],
  ),
  ...seenBy(thresholds, [
    [
      "what a run made and could not finish is no change",
      "changesIn(steps).filter(({ address }) => !isToBeFinished(context, address))",
      "changesIn(steps)",
    ],
    [
      "the number that a threshold's refusal names permits the whole plan",
      "deletes: splitDeletes(context, steps).others.length +",
      "deletes: going.length +",
    ],
    [
      "what is forgotten counts in that number",
      "others.length + forgottenIn(context, steps).length,",
      "others.length,",
    ],
    [
      "a saved plan is planned again with its threshold",
      "refusals.filter(({ threshold }) => isSaved && threshold !== undefined)",
      "refusals.filter(({ threshold }) => isSaved && threshold === null)",
    ],
    [
      "what a run made and could not finish is remembered",
      "    ...(isOurs && { unfinished: true as const }),\n",
      "",
    ],
    [
      "a threshold that is given for a run wins",
      "safety: { ...desired.safety, ...present({ maxDeletes, maxChanges }) }",
      "safety: { ...present({ maxDeletes, maxChanges }), ...desired.safety }",
    ],
    [
      "forgetting counts like deleting",
      "exceeds(going.length + forgotten.length, whole + forgotten.length, maxDeletes)",
      "exceeds(going.length, whole + forgotten.length, maxDeletes)",
    ],
    [
      "what was pulled was approved of by nobody",
      "return lock !== undefined && lock.pulled !== true;",
      "return lock !== undefined;",
    ],
    ["what is protected is not forgotten", "...forgottenProtected(...judged),", ""],
    [
      "leaving deletes out does not forget what is protected",
      "if (skipDeletes && !forgets && deletes) return false;",
      "if (skipDeletes && deletes) return false;",
    ],
    ["a layout without any object is refused", "  emptyLayout,\n", ""],
    ["an apply does not put back what a destroy was deleting", "  beingDestroyed,\n", ""],
    [
      "a destroy that did not end is remembered",
      "const isRemembered = keepsLock !== undefined && !isDestroy;",
      "const isRemembered = keepsLock !== undefined;",
    ],
    ["a lock that was put back is refused", "checkSerial(saved.lock, saved.journal);", ""],
  ]),
  ...seenBy(
    ["test/cli/refused.test.ts"],
    [
      [
        "what no flag permits is named",
        "const never = refusals.filter((refusal) => flagFor(refusal) === undefined);",
        "const never = refusals.filter((refusal) => flagFor(refusal) === null);",
      ],
      [
        "what goes stands among the dangers alone",
        '!(isOfLock(step) || step.action === "delete")',
        "!isOfLock(step)",
      ],
      ["a refusal does not list again what goes", "!named.has(address) && !isNamedIn", "!isNamedIn"],
    ],
  ),
  ...seenBy(drift, [
    ["a pinned object that is gone hides no drift", "driftBesideDeadPins(inputs) ?? ", ""],
    [
      "what names a pinned object that is gone is compared by its id",
      "(ids.get(value.$ref) ?? value)",
      "value",
    ],
  ]),
];
