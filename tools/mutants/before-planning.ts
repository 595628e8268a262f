import { killedBy, type Mutant } from "./mutant.ts";

const tests = ["test/cli/before-planning.test.ts"];

/** What docsform does before it makes a plan, for every command. */
export const beforePlanningMutants: readonly Mutant[] = [
  ...killedBy(tests, {
    "the client that reads the service for a plan cannot write": "readWorld: property 1 -> `client` #c2eb",
    "a plan after an interrupted run waits until the consistency window is over":
      "readRemembered: statement 2 -> dropped #3a1a",
    "a pull after an interrupted run waits until the consistency window is over":
      "pull in engine/reconcile/: call 1 -> `$2.disk.read($3)` #8332",
    "a pull does not save a state over the journal of an interrupted run":
      "savePulled in engine/reconcile/: statement 1 -> dropped #9c67",
    "the plan knows the objects that an interrupted run created":
      "readInputs: const 21 value -> undefined #cb02",
    "apply refuses a saved plan for another organization than the given one":
      "refuseOrganization: === 2 -> true #4383",
  }),
];
