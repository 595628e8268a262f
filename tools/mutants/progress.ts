import { killedBy, type Mutant } from "./mutant.ts";

/** The progress of a run, errors, and shell completion. */
export const progressMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/progress.test.ts"], {
    "a run reports an error of several objects only once": "alikeBefore: return 2 value -> undefined #1bc6",
    "a run counts the steps that it did not try, and does not list them":
      "lineReporter: if 2 -> dropped #0733",
    "a run reports a pause of all calls only once": "reportCalls: < 2 -> dropped #4287",
    "`--quiet` hides pauses": "reportCalls: === 4 -> dropped #3ce9",
    "the progress counts finished calls": "trackProgress in cli/progress/: statement 9 -> dropped #50be",
    "the progress does not count calls that were not tried":
      "trackProgress in cli/progress/: += 2 -> `finished += $2` #c3d4",
    "the progress shows no remaining time after a request to stop":
      "trackProgress in cli/progress/: ! 1 -> dropped #bac8",
    "a run says how long it waits until the service shows its writes":
      "waitFor: statement 1 -> dropped #9c67",
    "a run reports its waits as events": "reportingWaits: property 1 -> dropped #9a1c",
    "`--quiet` hides waits": "waitReporter: if 1 -> only then #3346",
    "the bottom of a terminal counts the wait down": "trackProgress in cli/progress/: call 14 -> `0` #851c",
    "a run reports two different errors separately": "kindOfError: template 1 -> only hole 1 #dd78",
  }),
  ...killedBy(["test/report/transcripts.test.ts"], {
    "an error fits the width of the terminal":
      "failed in cli/run-cli.ts: call 9 -> `Number.POSITIVE_INFINITY` #23a8",
    "the result of a run fits the width of the terminal":
      "carryOut in cli/: call 14 -> only argument 1 #0f38",
    "an excerpt of a layout fits the width of the terminal": "excerpt: call 5 -> `longestLine` #9a2f",
  }),
  ...killedBy(["test/cli/completion.test.ts"], {
    "the completion offers no candidate that needs quoting in a shell":
      "completeForShell: && 1 -> only operand 1 #f5fc",
    "the completion offers nothing and prints nothing if the layout has errors":
      "knownTo: try 1 catch -> `{ throw null; }` #b3df",
  }),
  ...killedBy(["test/terminal/run.test.ts"], {
    "a run that is stopped at once reports the calls in flight": "stopSignal: for 1 -> dropped #a60d",
  }),
  ...killedBy(["src/bin/process/screen.test.ts"], {
    "the progress display is hidden during a question":
      "openScreen: function 11 body -> `{ try { return await work(); } finally { isAside = false; draw(); } }` #01eb",
  }),
];
