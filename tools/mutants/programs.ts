import { killedBy, type Mutant } from "./mutant.ts";

/** What programs read: JSON output, events, SARIF and the lists of the library. */
export const programMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/outputs.test.ts"], {
    "JSON output contains the version of its format": "inFormat: property 1 -> dropped #0ccd",
  }),
  ...killedBy(["test/cli/events.test.ts"], {
    "an output option refuses a file with other content":
      "refuseOtherFile in cli/: && 1 operand 1 -> false #1c32",
    "an event that the disk has no space for leaves no part of its line":
      "truncateQuietly: call 1 argument 2 -> `$$ + 1` #5069",
    "a command that loses events does not exit 0":
      "streamRunEvents in cli/events/: ? 3 then -> only argument 1 #4665",
    "a command that loses events keeps the exit code of a worse failure":
      "streamRunEvents in cli/events/: ? 3 then -> 1 #4665",
    "with `--events -`, only events go to stdout": 'streamRunEvents in cli/events/: string 5 -> "" #791e',
    "a command refuses `--events -` together with `--json`":
      "streamRunEvents in cli/events/: if 1 -> dropped #31ad",
    "a guard event says whether the run has the permission": "emitPlanned: ! 1 -> false #2cba",
  }),
  ...killedBy(["test/client/docs-client.test.ts"], {
    "`all()` of the library throws if items of the list are missing":
      "createListing: statement 1 -> dropped #b070",
    "a loop over a list of the library throws at the end if items are missing":
      "itemsOf in contract/client/listing.ts: call 1 -> only argument 2 #f6c3",
    "a list whose pages do not end counts as incomplete": "checkWhole: || 1 operand 2 -> dropped #6029",
    "a list that is read from a later page on is not compared with the count of the whole list":
      "createListing: ? 1 -> `withoutCount === undefined ? $2 : $2` #7340",
    "a program can choose the size of the pages of a list":
      "createListing: object 1 -> `{ ...call.query, limit, ...present({ page: cursor }) }` #7bd5",
  }),
  ...killedBy(["test/cli/sarif.test.ts"], {
    "SARIF reports a failed run as failed": "sarifLog: === 1 -> true #2875",
    "drift reports an edit of the layout as a note": "levelOf in report/: || 1 -> false #c0df",
    "a finding names the line of the attribute": "placesIn in report/sarif/: [] 1 -> dropped #2be8",
    "SARIF encodes a path for URLs": "artifactOf: . 3 receiver -> only receiver #fb8b",
    "SARIF names a file outside the folder by its absolute path": "artifactOf: call 3 -> dropped #85aa",
  }),
  ...killedBy(["test/reconcile/closed-output.test.ts"], {
    "a run continues after the reader of its output is gone":
      "unwritten in bin/: statement 2 -> `process.exit(0);` #b070",
    "a command reports that it could not print a part of its output": "runCli: if 1 -> only then #7c37",
    "a command with incomplete output does not exit 0": "runCli: call 5 -> only argument 1 #078f",
    "`call --all` requests no further pages after the reader of its output is gone":
      "printResponse: if 2 -> dropped #e405",
  }),
];
