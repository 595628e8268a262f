import { killedBy, type Mutant } from "./mutant.ts";

const decidedAgain = ["test/cli/verification.test.ts"];
const savedPlans = ["test/cli/saved-plan.test.ts"];
const thresholds = ["test/cli/thresholds.test.ts"];
const drift = ["test/planning/drift.test.ts"];

/** Rules of what is said. */
export const reportMutants: readonly Mutant[] = [
  ...killedBy(decidedAgain, {
    "after a run everything is read and decided again":
      "applyAndVerify: await 2 -> `{ ...result, finalRead: true }` #9081",
    "the last look waits until all that was written must show":
      "verifyRun in reconcile/verify-run.ts: !== 1 -> `$1 === 0` #ac28",
    "a duplicate that somebody else made is told": "duplicatesIn: ? 1 -> `[].slice()` #28fd",
    "what was there before the run is no duplicate": "findDuplicates: const 14 value -> only receiver #20bc",
    "what was moved to where the run made the same is a duplicate": "findDuplicates: === 2 -> dropped #ad46",
    "what the layout has is no duplicate": "findDuplicates: ... 2 -> dropped #be2e",
    "a run that did not do everything tells of duplicates": 'checkForDuplicates: string 1 -> `"done"` #3137',
    "without a state the run itself says what it created":
      "withCreated in reconcile/verify-run.ts: ... 3 -> dropped #188f",
    "what was left out as asked is not called left": "withoutSkipped: call 3 -> only receiver #1511",
    "what was destroyed is looked for by its ids":
      "remainingSteps: call 1 -> `planChanges(inputs).plan?.steps ?? []` #0328",
    "without a final read nothing is called as declared": "headlineOf: ! 2 -> false #6901",
  }),
  ...killedBy(savedPlans, {
    "a saved plan is decided again, and must be what was saved":
      "openSaved in reconcile/: statement 4 -> dropped #c948",
    "a saved plan wants the state that it was made with":
      "openSaved in reconcile/: statement 3 -> dropped #4909",
    "a plan that is not the expected one is refused": "checkHash: === 2 -> dropped #4383",
    "what others make beside a saved plan does not outdate it": "withoutBystanders: if 1 -> dropped #e508",
  }),
  ...killedBy(["test/cli/tampered-plan.test.ts"], {
    "a saved plan that was changed is refused before anything is read":
      "checkHash: && 1 -> `$2 || expected === saved.hash` #8232",
  }),
  ...killedBy(["test/cli/commands.test.ts"], {
    "a saved plan does not say where files are written": "checkName: === 1 -> true #4383",
  }),
  ...killedBy(thresholds, {
    "what a run made and could not finish is no change": "changedIn: call 1 -> only receiver #8237",
    "the number that a threshold's refusal names permits the whole plan":
      "refusalsIn: + 2 -> `deletes.length + $2` #6d00",
    "what is forgotten counts in that number": "refusalsIn: + 2 -> only operand 1 #6d00",
    "a saved plan is planned again with its threshold": "whatPermits: && 1 -> false #3d07",
    "what a run made and could not finish is remembered": "entryOf in apply/: ... 5 -> dropped #7887",
    "a threshold that is given for a run wins":
      "withThresholds: object 2 -> `{ ...present({ maxDeletes, maxChanges }), ...desired.safety }` #d903",
    "forgetting counts like deleting": "refusalsIn: + 3 -> only operand 1 #5dd2",
    "what was pulled was approved of by nobody": "isAppliedBefore: !== 2 -> dropped #898b",
    "what is protected is not forgotten": "protectedObjects: ... 3 -> dropped #3fc5",
    "leaving deletes out does not forget what is protected": "unpermitted: ! 1 -> dropped #56fb",
    "a layout without any object is refused": "guards: array 1 element 1 -> dropped #4434",
    "an apply does not put back what a destroy was deleting": "guards: array 1 element 10 -> dropped #4434",
    "a destroy that did not end is remembered": "closeJournal: ! 1 -> dropped #c659",
    "a state that was put back is refused": "readRemembered: statement 1 -> dropped #662c",
  }),
  ...killedBy(["test/cli/refused-apply.test.ts"], {
    "what no flag permits is named": "whatPermits: === 1 operand 2 -> null #422b",
    "what goes stands among the dangers alone": 'renderBody: === 2 -> `$1 !== "state"` #a9e6',
    "a refusal does not list again what goes": "refusedAddresses: ! 1 -> dropped #2cba",
  }),
  ...killedBy(drift, {
    "a pinned object that is gone hides no drift": "matchWithoutDead: call 4 -> only argument 1 #c37b",
    "what names a pinned object that is gone is compared by its id":
      "withoutDead: ?? 2 -> only operand 2 #a65e",
  }),
];
