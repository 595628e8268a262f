import { killedBy, type Mutant } from "./mutant.ts";

/** What the command line says to the program that started it, and what it asks a person. */
export const cliMutants: readonly Mutant[] = killedBy(
  [
    "test/cli/commands.test.ts",
    "test/cli/errors.test.ts",
    "test/cli/front-door.test.ts",
    "test/cli/not-known.test.ts",
    "test/cli/sent-writes.test.ts",
    "test/goldens",
  ],
  {
    "exit code: applied in part": "codes in cli/carry-out.ts: . 4 -> 1 #89e8",
    "exit code: a plan that is outdated": "codes in cli/carry-out.ts: . 6 -> `$1.error` #fdab",
    "exit code: interrupted": "codes in cli/carry-out.ts: . 7 -> `$1.error` #f071",
    "exit code: nothing of it was done": "codes in cli/carry-out.ts: . 8 -> 0 #2964",
    "exit code: refused": "reportRefusal in cli/report-refusal.ts: return 1 value -> 1 #72d4",
    "exit code: a plan has something to do": "makePlan: ? 2 -> `$1 ? $3 : $3` #1145",
    "exit code: drift": "compare in cli/: ? 1 -> `$1 ? $3 : $3` #1145",
    "exit code: wrong usage": "codes in cli/run-cli.ts: property 2 -> dropped #5771",
    "exit code: nobody is there to ask": "codes in cli/run-cli.ts: property 1 -> dropped #fd54",
    "exit code: an error of a run that was told to stop": "exitCodeOf: if 1 -> dropped #ea95",
    "exit code: help is no error": "failed in cli/run-cli.ts: if 1 -> dropped #2f11",
    "exit code: an error after a write was sent": "exitCodeOf: if 2 -> dropped #9e59",
    "exit code: a plan that cannot be relied on": "makePlan: if 3 -> dropped #28c2",
    "exit code: drift that cannot be relied on": "compare in cli/: if 4 -> dropped #28c2",
    "only yes goes on": 'confirm in cli/commands/apply.ts: === 5 -> `$1 !== ""` #4504',
    "apply asks": "confirm in cli/commands/apply.ts: || 1 -> true #aa51",
    "what only the state learns is no reason to ask":
      "confirm in cli/commands/apply.ts: === 2 -> dropped #7f9f",
    "destroy wants the id": "confirm in cli/commands/destroy.ts: === 4 -> true #cbba",
    "destroy takes the id as an option": 'confirm in cli/commands/destroy.ts: === 1 operand 2 -> "" #52aa',
    "a layout for another organization is refused": "loadLayout: && 1 -> false #d085",
    "no secret in clear is in a saved plan": "savedPlanOf: !== 1 -> false #ac28",
  },
);
