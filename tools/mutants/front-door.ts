import { killedBy, type Mutant } from "./mutant.ts";

const tests = ["test/cli/front-door.test.ts"];

/** Rules of what happens before a decision, whichever command it is for. */
export const frontDoorMutants: readonly Mutant[] = [
  ...killedBy(tests, {
    "a plan is made with a client that cannot write": "readWorld: property 1 -> `client` #c2eb",
    "after an interrupted run the consistency window is waited out":
      "readRemembered: statement 2 -> dropped #ea48",
    "a pull waits it out too": "pull in reconcile/: call 1 -> `$2.disk.read($3)` #8332",
    "a pull saves no state over the journal of an interrupted run":
      "savePulled in reconcile/: statement 1 -> dropped #9c67",
    "what an interrupted run created is handed to planning": "readInputs: const 19 value -> undefined #cb02",
    "a saved plan is for the organization that is meant":
      'applySaved: && 1 -> `$1 && $2 && given === "" && $3` #1ae6',
  }),
];
