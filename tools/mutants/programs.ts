import { killedBy, type Mutant } from "./mutant.ts";

/** What programs read: answers, events and findings. */
export const programMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/outputs.test.ts"], {
    "an answer says the version of its format": "inFormat: property 1 -> dropped #0ccd",
  }),
  ...killedBy(["test/cli/events.test.ts"], {
    "a file that holds something else gets no events":
      'refuseOtherFile in cli/: || 1 -> `there !== "never"` #02b3',
    "no part of a line is left where the disk is full":
      "truncateQuietly: call 1 argument 2 -> `$$ + 1` #5069",
    "lost events are no success": "streamRunEvents in cli/events/: ? 3 then -> only argument 1 #4665",
    "lost events hide nothing worse": "streamRunEvents in cli/events/: ? 3 then -> 1 #4665",
    "events on stdout are alone there": 'streamRunEvents in cli/events/: string 3 -> "" #a294',
    "events on stdout leave no room for an answer": "streamRunEvents in cli/events/: if 1 -> dropped #11bc",
    "a guard that was permitted is told as such": "emitPlanned: ! 1 -> false #2cba",
  }),
  ...killedBy(["test/client/docs-client.test.ts"], {
    "all() gives no list of which something is missing": "createListing: statement 1 -> dropped #b070",
    "a loop over a list ends with an error where something is missing":
      "itemsOf in client/listing.ts: call 1 -> only argument 2 #f6c3",
    "a list without an end is not whole": "checkWhole: !== 1 -> dropped #0c24",
    "from a later page on the count is not that of what is read":
      "createListing: ? 1 -> `withoutCount === undefined ? $2 : $2` #7340",
    "who says how large pages are to be gets such pages":
      "createListing: object 1 -> `{ ...call.query, limit, ...present({ page: cursor }) }` #7bd5",
  }),
  ...killedBy(["test/cli/sarif.test.ts"], {
    "a report is tried before the service is asked": "withSarif: statement 2 -> dropped #4bb2",
    "a run that fails reports that": "sarifLog: === 1 -> true #2875",
    "the layout's own edits are no drift": "levelOf in report/: || 1 -> false #c0df",
    "a field is found at its own line": "placesIn in report/sarif/: [] 1 -> dropped #2be8",
    "paths are those of URLs": "artifactOf: . 3 receiver -> only receiver #fb8b",
    "a file outside of the folder is named by its whole path": "artifactOf: call 3 -> dropped #85aa",
  }),
  ...killedBy(["test/reconcile/unread.test.ts"], {
    "a run goes on where nobody reads it": "unwritten in bin/: statement 2 -> `process.exit(0);` #b070",
    "what cannot be printed is told": "runCli: if 1 -> only then #7c37",
    "what is not all is no success": "runCli: call 5 -> only argument 1 #078f",
    "of a list that nobody reads no more pages are asked for": "printResponse: if 2 -> dropped #e405",
  }),
];
