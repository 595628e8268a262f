import { killedBy, type Mutant } from "./mutant.ts";

const verificationTests = ["test/cli/verification.test.ts"];
const savedPlanTests = ["test/cli/saved-plan.test.ts"];
const thresholdTests = ["test/cli/thresholds.test.ts"];
const driftTests = ["test/planning/drift.test.ts"];

/** The verification of a run, saved plans, thresholds, refusals and drift. */
export const reportMutants: readonly Mutant[] = [
  ...killedBy(verificationTests, {
    "a run verifies the result: it reads the service and plans again":
      "applyAndVerify: await 2 -> `{ ...result, finalRead: true }` #5359",
    "the verification waits until reads show all writes":
      "verifyRun in engine/reconcile/verify-run.ts: !== 1 -> `$1 === 0` #ac28",
    "the verification reports a duplicate that another user created": "duplicatesIn: !== 1 -> true #b886",
    "an object that existed before the run is no duplicate":
      "findDuplicates: const 14 value -> only receiver #20bc",
    "an object that was moved to the place of a created one is a duplicate":
      "findDuplicates: === 2 -> dropped #ad46",
    "an object that the layout manages is no duplicate": "findDuplicates: ... 2 -> dropped #be2e",
    "a partial run looks for duplicates": 'checkForDuplicates: string 1 -> `"done"` #85bc',
    "without a state, the verification knows the objects that the run created":
      "withCreated in engine/reconcile/verify-run.ts: ... 3 -> dropped #188f",
    "the verification does not report steps that the user excluded":
      "withoutSkipped: call 3 -> only receiver #1511",
    "the verification of a destroy looks for the deleted objects by their ids":
      "remainingSteps: call 1 -> `planChanges(inputs).plan?.steps ?? []` #0328",
    "without a verification, a result does not say that the service matches the layout":
      "headlineOf: ! 2 -> false #6901",
  }),
  ...killedBy(savedPlanTests, {
    "apply refuses a saved plan that differs from the present plan":
      "openSaved in engine/reconcile/: statement 4 -> dropped #c948",
    "apply refuses a saved plan that was made with another state":
      "openSaved in engine/reconcile/: statement 3 -> dropped #4909",
    "apply refuses a saved plan that does not have the expected hash": "checkHash: === 2 -> dropped #4383",
    "a saved plan is not outdated if another user creates an unrelated object":
      "decidedIn: ... 1 -> `...plan` #0bf5",
  }),
  ...killedBy(["test/cli/tampered-plan.test.ts"], {
    "apply refuses a saved plan that was changed": "checkHash: && 1 -> `$2 || expected === saved.hash` #8232",
  }),
  ...killedBy(["test/cli/commands.test.ts"], {
    "apply refuses a saved plan of a layout with another name": "refuseLayout: === 1 -> true #4383",
  }),
  ...killedBy(thresholdTests, {
    "finishing an object of an interrupted run does not count as a change":
      "changedIn: call 1 -> only receiver #8237",
    "the number in the refusal of a threshold permits the whole plan":
      "refusalsIn: + 2 -> `deletes.length + $2` #6d00",
    "the number in the refusal of a threshold includes forgotten objects":
      "refusalsIn: + 2 -> only operand 1 #6d00",
    "the refusal of a saved plan's threshold says to plan again with the flag":
      "permitView: && 1 -> false #3d07",
    "the state marks an object that a run created and did not finish":
      "entryOf in engine/apply/: ... 4 -> dropped #3121",
    "a threshold in a flag overrides the layout's threshold":
      "withThresholds: object 2 -> `{ ...present({ maxDeletes, maxChanges }), ...desired.safety }` #d903",
    "the maximum of deletes applies to forgotten objects, too": "refusalsIn: + 3 -> only operand 1 #5dd2",
    "a state that only a pull wrote does not count as applied": "isAppliedBefore: !== 2 -> dropped #898b",
    "the plan is refused if it forgets a protected object": "protectedObjects: ... 3 -> dropped #3fc5",
    "`--skip-deletes` does not permit to forget a protected object": "unpermitted: ! 1 -> dropped #56fb",
    "the plan is refused if the layout has no objects": "guards: array 1 element 1 -> dropped #53d6",
    "the plan is refused if it recreates what an interrupted destroy was deleting":
      "guards: array 1 element 10 -> dropped #53d6",
    "the journal of an interrupted destroy is kept": "closeJournal: ! 1 -> dropped #c659",
    "docsform refuses a state that is older than the one in the journal":
      "readRemembered: statement 1 -> dropped #662c",
  }),
  ...killedBy(["test/cli/refused-apply.test.ts"], {
    "a refusal names what no flag permits": "permitView: === 1 -> false #422b",
    "a plan offers no flags while a refusal is left that no flag permits": "renderPermit: > 1 -> false #c43a",
    "the last line of a create that may be a rename gives both answers": "unlessRenamed: === 1 -> true #7f9f",
    "without a state, the last line of a create beside a live object gives the id of that object":
      "createdBeside: === 4 -> false #b9cd",
    "the text of a plan names a permission once": "adviceIn: ? 1 -> only else #b768",
    "a refusal does not list the deletes again": "unnamedAddresses: ! 2 -> dropped #a3ee",
  }),
  ...killedBy(["test/cli/audience.test.ts", "test/cli/canaries.test.ts"], {
    "audience shows the world after an apply of the layout": "bothWorlds: ?? 3 -> only operand 2 #7e84",
    "audience shows what is inside of an object": "chosenBy: return 1 -> `return named;` #7e34",
    "audience finds what has a URL": "namesOfPlace: array 2 -> `[path]` #0a49",
    "audience hides secrets in titles": "audiencesOf: return 2 -> `return seen;` #2d7d",
    "audience leaves out objects that nobody sees by themselves": "seenObject: return 2 -> dropped #a0df",
    "audience shows nobody for a content that no reader finds": "seenObject: || 1 -> only operand 1 #bccf",
  }),
  ...killedBy(driftTests, {
    "a pin to an object that does not exist does not hide other drift":
      "matchWithoutDead: call 4 -> only argument 1 #c37b",
    "drift compares a reference to a deleted pinned object by its id":
      "withoutDead: ?? 2 -> only operand 2 #a65e",
  }),
];
