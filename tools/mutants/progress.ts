import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of what a person is told while a run goes on. */
export const progressMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/progress.test.ts"], {
    "an error that many have is told once": "alikeBefore: return 2 value -> undefined #1bc6",
    "what is not tried is counted, and not listed": "lineReporter: if 2 -> dropped #0733",
    "a pause is told once for all who wait": "reportCalls: < 2 -> dropped #4287",
    "with --quiet no pause is told": "reportCalls: === 4 -> dropped #3ce9",
    "what is over is counted": "trackProgress in cli/progress/: statement 7 -> dropped #50be",
    "what is not tried is no progress": "trackProgress in cli/progress/: += 2 -> `finished += $2` #c3d4",
    "what is about to stop has no time left": "trackProgress in cli/progress/: ! 1 -> dropped #bac8",
    "errors that differ are told apart": "kindOfError: template 1 -> only hole 1 #dd78",
  }),
  ...killedBy(["test/report/transcripts.test.ts"], {
    "errors fit the terminal": "failed in cli/run-cli.ts: call 9 -> `Number.POSITIVE_INFINITY` #ffd9",
    "what a run tells fits the terminal": "carryOut in cli/: call 13 -> only argument 1 #0f38",
    "of the line at fault there is as much as fits": "excerpt: call 5 -> `longestLine` #9a2f",
  }),
  ...killedBy(["test/cli/completion.test.ts"], {
    "what a shell would take for something of its own is not offered":
      "completeForShell: && 1 -> only operand 1 #f5fc",
    "a layout with a mistake has nothing to offer, and says nothing":
      "knownTo: try 1 catch -> `{ throw null; }` #b3df",
  }),
  ...killedBy(["test/terminal/run.test.ts"], {
    "a run that is ended at once says what was under way": "stopSignal: for 1 -> dropped #a60d",
    "the foot of a terminal makes room for a question":
      "openScreen: function 11 body -> `{ try { return await work(); } finally { isAside = false; draw(); } }` #01eb",
  }),
];
