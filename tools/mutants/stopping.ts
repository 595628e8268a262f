import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of ending a run, and of how long it waits. */
export const stoppingMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/stop.test.ts"], {
    "a run whose time is over looks for duplicates": "withTimeToVerify: !== 1 -> true #b164",
    "a run whose time is over does not look for ever":
      "withTimeToVerify: call 3 argument 1 -> `$$ * 1000` #380f",
    "where nothing gets through, nobody looks for duplicates": 'checkForDuplicates: ?? 1 -> "" #389c',
    "who stops a run need not wait for its look for duplicates": "checkForDuplicates: !== 1 -> dropped #6dca",
    "a run that created nothing has looked for duplicates": "applyWhole: === 1 -> operator < #0cdc",
    "an operation that was refused on three objects is not begun": "permittedInRun: ! 2 -> only value #56fb",
    "two refusals stop nothing": "mostRefused: number 1 -> 2 #5f72",
    "an operation that was done once is not stopped":
      "permittedInRun: call 1 -> `$1.has($2.concat($2))` #c3db",
    "what is not permitted is told as not tried":
      "recordNotDone in apply/run-nodes.ts: call 4 -> false #7ec7",
    "waits that the service asked for are no lack of progress": "idleTime: - 3 -> 0 #d74f",
    "waits that are asked for at once are one": "createRequestedWaits: call 2 -> `ms` #df89",
    "waits in vain are lack of progress": "idleTime: true 1 -> false #c54c",
    "a run that is ended by a reason tells it at its last look":
      "verifyRun in reconcile/verify-run.ts: === 1 -> dropped #2875",
    "a pause that others are asked for is not the call's own time":
      "callService: statement 2 -> dropped #4d90",
  }),
  ...killedBy(["src/http/client.test.ts", "src/http/rate-budget.test.ts"], {
    "a wait that is asked for is not the call's own time": "callService: if 4 -> dropped #cffc",
    "more than a quarter of an hour is not waited": "rateLimits: number 1 -> `90_000_000` #2a38",
    "the host that was tried is told": "withoutResponse: template 3 -> only hole 2 #7825",
  }),
  ...killedBy(["src/cli/time-limit.test.ts", "test/cli/time-limit.test.ts"], {
    "a command that is interrupted by its time tells that": "withinTime: ? 1 -> only else #3d86",
  }),
  ...killedBy(["test/cli/proxies.test.ts"], {
    "the proxy of the environment is used": "withClient: call 3 -> {} #a26a",
    "what is no proxy is refused": "checkedUrl: call 2 -> true #fd69",
  }),
  ...killedBy(["test/terraform/docs-proxies.test.ts"], {
    "the provider uses the proxy of the environment": "clientOf in terraform/: property 13 -> dropped #63ad",
  }),
  ...killedBy(["test/cli/file-access.test.ts"], {
    "a file's size is looked at before it is read":
      "readTextFile in reconcile/disk/durable-file.ts: > 1 -> `$1 > Number.POSITIVE_INFINITY` #bdc7",
  }),
  ...killedBy(["test/reconcile/needed-lists.test.ts"], {
    "a list of which nothing is declared is not read": "readInputs: ... 4 -> dropped #a834",
    "before the first write too, only lists that the plan names are read":
      "readAgain in apply/: property 5 -> dropped #22e4",
    "what the state knows is read": "neededLists: ... 4 -> dropped #cdb6",
    "what may refer to what goes is read": "referrersOf: && 1 -> false #8769",
    "what may be inside of what goes is read": "neededLists: array 7 -> `gone` #28e6",
  }),
  ...killedBy(["test/reconcile/needed-contents.test.ts"], {
    "contents of types that a plan does not name are not read":
      "contentReads in live/read-contents.ts: && 1 -> only operand 1 #eb33",
    "a check before the first write reads only contents that the plan names":
      "ownersOf in apply/: array 4 -> `$$.map(({ type, id }) => ({ type, id }))` #6e4c",
    "a run reads back only contents that it wrote":
      "readChanged: array 4 -> `$$.map(({ type, id }) => ({ type, id }))` #6e4c",
    "what a layout owns of an object is read": "neededContents: ? 1 -> only else #5328",
    "what the state has inside an object is read": "neededContents: ... 1 -> dropped #693d",
    "what an interrupted run may have created inside an object is read":
      "neededContents: ... 2 -> dropped #be2e",
    "what an object inside another refers to is read": "typesAround: ... 1 -> dropped #7cce",
    "all that is inside a deleted object is read": "contentsToDelete: call 2 -> undefined #e53c",
    "what may refer to a deleted object is read": "isReferrer: && 1 -> false #b1fe",
    "what deletes need is read after the contents": "stillNeeded: ... 2 -> dropped #e8f9",
    "a snapshot is matched anew with another layout": "areSame in plan/: call 1 -> true #74e2",
    "what was not read has not gone": "whyMissing: ? 1 -> only else #7442",
    "what was in something that has gone has gone with it": "indexLive: && 3 -> only operand 2 #0066",
    "a create beside unread contents is refused": "unreadContents: ... 1 -> dropped #35ba",
    "a delete of what unread contents may use is refused": "unreadContents: ... 2 -> dropped #c689",
    "contents of one type say nothing about those of another":
      "indexLive: const 15 value -> `(id: string) => !world.contentsReadOf.has(id)` #f64e",
  }),
  ...killedBy(["src/model/type-index.test.ts"], {
    "types that share parents, an order or a list are read together": "typesReadWith: for 1 -> dropped #807c",
    "what can be inside of something is read with it": "belongTogether: call 1 -> false #2740",
    "what shares an order is read together": "belongTogether: === 2 -> false #1b37",
    "what shares a list is read together": "belongTogether: call 4 -> false #49c7",
  }),
  ...killedBy(["test/reconcile/api-version.test.ts"], {
    "a plan for the other API version is outdated": "readAgain in apply/: ? 1 -> only then #56c9",
    "the state says which API version it is": "assumedApiVersion: ?? 1 operand 2 -> dropped #f68c",
    "what somebody says counts more than what the state remembers":
      "assumedApiVersion: ?? 1 -> swapped #f68c",
    "answers that contradict what somebody says are an error": "readSettled: if 2 -> dropped #108d",
    "what this API version has and the service has not is read again in the right one":
      "readOrContradict: || 1 -> true #729a",
    "the state remembers the API version that was spoken":
      "nextState in apply/: property 4 value -> undefined #b289",
    "a run ends where the service changes its API version": "watchProgress: if 5 -> dropped #e1a8",
    "the last look of a run is in its own API version":
      "verifyRun in reconcile/verify-run.ts: if 2 -> dropped #6254",
    "a saved plan holds its API version": "checkApiVersion: === 1 -> true #fb18",
    "the public service is taken to speak the newest": 'apiVersionAt: === 1 operand 2 -> "" #4383',
  }),
  ...killedBy(["test/terraform/docs-api-version.test.ts"], {
    "the provider refuses what somebody says wrongly": "createApiVersionCandidates: if 2 -> dropped #f46e",
    "the provider does not change the API version in the middle of a run":
      "createApiVersionCandidates: if 3 -> dropped #2eef",
  }),
];
