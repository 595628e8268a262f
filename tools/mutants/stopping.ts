import { killedBy, type Mutant } from "./mutant.ts";

/** Ends and time limits of a run, proxies, what a refresh reads, and the API version. */
export const stoppingMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/stop.test.ts"], {
    "a run that exceeds its time limit looks for duplicates": "withTimeToVerify: !== 1 -> true #b164",
    "a run that exceeds its time limit looks for duplicates only for a short time":
      "withTimeToVerify: call 3 argument 1 -> `$$ * 1000` #380f",
    "a run that stopped because no call succeeds does not look for duplicates":
      'checkForDuplicates: ?? 1 -> "" #389c',
    "an interrupted run does not look for duplicates": "checkForDuplicates: !== 1 -> dropped #6dca",
    "a run that created nothing counts as checked for duplicates": "checkAndApply: === 1 -> operator < #0cdc",
    "a run stops trying an operation that the service refused on three objects":
      "permittedInRun: ! 2 -> only value #56fb",
    "two refusals do not stop an operation": "mostRefused: number 1 -> 2 #5f72",
    "an operation that succeeded once is not stopped":
      "permittedInRun: call 1 -> `$1.has($2.concat($2))` #c3db",
    "a node without permission counts as not tried":
      "recordNotDone in engine/apply/run-nodes.ts: call 4 -> false #7ec7",
    "rate-limit waits do not count as time without progress": "idleTime: - 3 -> 0 #d74f",
    "simultaneous rate-limit waits count once": "createRequestedWaits: call 2 -> `ms` #df89",
    "rate-limit waits count as time without progress if the call then fails":
      "idleTime: true 1 -> false #c54c",
    "a verification that a time limit ends reports the reason":
      "verifyRun in engine/reconcile/verify-run.ts: === 1 -> dropped #2875",
    "a pause for another call's rate limit does not count against a call's total timeout":
      "callService: statement 2 -> dropped #4d90",
  }),
  ...killedBy(["src/engine/apply/permitted.test.ts"], {
    "a refusal after an attempt that may have succeeded does not count":
      "isForbidden: && 1 operand 2 -> dropped #edde",
    "an object that has begun to change is finished": "permittedInRun: && 2 operand 1 -> dropped #d00f",
    "an object with a write has begun to change": "permittedInRun: statement 4 -> dropped #8e29",
    "an object with a lost write has begun to change": "permittedInRun: statement 6 -> dropped #246f",
    "an object that was only read has not begun to change": "permittedInRun: !== 1 -> true #02ed",
  }),
  ...killedBy(["src/contract/http/client.test.ts", "src/contract/http/rate-budget.test.ts"], {
    "a call's own rate-limit wait does not count against its total timeout":
      "callService: if 4 -> dropped #cffc",
    "the client does not wait longer than 15 minutes for a rate limit":
      "rateLimits: number 1 -> `90_000_000` #2a38",
    "an error about a lost response names the host": "resultWithoutResponse: template 3 -> only hole 2 #7825",
  }),
  ...killedBy(["src/cli/time-limit.test.ts", "test/cli/time-limit.test.ts"], {
    "a command that its time limit interrupts reports the time limit": "withinTime: ? 1 -> only else #3d86",
  }),
  ...killedBy(["test/cli/proxies.test.ts"], {
    "a command uses the proxy from the environment": "withClient: call 3 -> {} #a26a",
    "the client refuses a proxy whose URL is not http or https": "checkedUrl: call 2 -> true #fd69",
  }),
  ...killedBy(["test/terraform/docs-proxies.test.ts"], {
    "the Terraform provider uses the proxy from the environment":
      "clientOf in terraform/: property 14 -> dropped #faa3",
  }),
  ...killedBy(["test/cli/file-access.test.ts"], {
    "docsform checks the size of a file before it reads the file":
      "readTextFile in state/durable-file.ts: > 1 -> `$1 > Number.POSITIVE_INFINITY` #bdc7",
  }),
  ...killedBy(["test/reconcile/needed-lists.test.ts"], {
    "a refresh does not read lists that the plan does not need": "readInputs: ... 4 -> dropped #a834",
    "the check before the first write reads only lists that the plan needs":
      "readAgain in engine/apply/: property 5 -> dropped #22e4",
    "a refresh reads the lists of types that the state has": "neededLists: ... 6 -> dropped #cdb6",
    "a refresh reads the lists of types that may refer to a deleted object":
      "referrersOf: && 1 -> false #b609",
    "a refresh reads the lists of types that may be inside a deleted object":
      "neededLists: array 11 -> `gone` #28e6",
  }),
  ...killedBy(["test/reconcile/needed-contents.test.ts"], {
    "a refresh does not read contents of types that the plan does not need":
      "contentReads in engine/live/read-contents.ts: && 1 -> only operand 1 #eb33",
    "the check before the first write reads only contents that the plan needs":
      "ownersOf in engine/apply/: array 4 -> `$$.map(({ type, id }) => ({ type, id }))` #6e4c",
    "apply reads only contents again that it wrote":
      "readChanged: array 4 -> `$$.map(({ type, id }) => ({ type, id }))` #6e4c",
    "a refresh reads the contents of an object that the layout owns":
      "neededContents: ? 1 -> only else #5328",
    "a refresh reads the contents of an object that the state has": "neededContents: ... 1 -> dropped #693d",
    "a refresh reads the contents of an object that an interrupted run may have created":
      "neededContents: ... 2 -> dropped #be2e",
    "a refresh reads the types to which an object inside a scope refers":
      "typesAround: ... 1 -> dropped #7cce",
    "a refresh reads all contents of a deleted object": "contentsToDelete: call 2 -> undefined #e53c",
    "a refresh reads the contents that may refer to a deleted object": "isReferrer: && 1 -> false #c935",
    "a refresh reads what the deletes need after the other contents": "stillNeeded: ... 2 -> dropped #e8f9",
    "an object does not count as gone if docsform did not read the contents that it belongs to":
      "whyMissing: ? 1 -> only else #7442",
    "an object inside a deleted scope is gone": "indexLive: && 3 -> only operand 2 #0066",
    "the plan is refused if it creates an object in contents that were not read":
      "unreadContents: ... 1 -> dropped #35ba",
    "the plan is refused if contents that were not read may refer to a deleted object":
      "unreadContents: ... 2 -> dropped #c689",
    "contents of a type count as unread even if docsform read contents of another type":
      "indexLive: const 16 value -> `(id: string) => !world.contentsReadOf.has(id)` #f64e",
  }),
  ...killedBy(["src/model/type-index.test.ts"], {
    "docsform reads types together if they depend on each other": "typesReadWith: for 1 -> dropped #807c",
    "docsform reads a type together with the types that it can contain":
      "belongTogether: call 1 -> false #2740",
    "docsform reads types together if they have a common order": "belongTogether: === 2 -> false #1b37",
    "docsform reads types together if they have a common list": "belongTogether: call 4 -> false #49c7",
  }),
  ...killedBy(["test/reconcile/api-version.test.ts"], {
    "a plan for another API version is outdated": "readAgain in engine/apply/: ? 1 -> only then #56c9",
    "docsform assumes the API version in the state": "assumedApiVersion: ?? 1 operand 2 -> dropped #f68c",
    "`--api-version` overrides the API version in the state": "assumedApiVersion: ?? 1 -> swapped #f68c",
    "responses of another API version than `--api-version` are an error":
      "readSettled: if 2 -> dropped #108d",
    "docsform reads again in the announced API version if a read fails in the assumed one":
      "readOrContradict: || 1 -> true #729a",
    "the state records the API version of the run":
      "nextState in engine/apply/: property 6 value -> undefined #b289",
    "a run stops if the service changes its API version": "watchProgress: if 5 -> dropped #e1a8",
    "a verification fails if the service has changed its API version":
      "verifyRun in engine/reconcile/verify-run.ts: if 2 -> dropped #6254",
    "apply refuses a saved plan for another API version": "checkApiVersion: === 1 -> true #fb18",
    "docsform assumes that the public service speaks the newest API version":
      'apiVersionAt: === 1 operand 2 -> "" #4383',
  }),
  ...killedBy(["test/terraform/docs-api-version.test.ts"], {
    "the Terraform provider refuses responses of another API version than the configured one":
      "createApiVersionCandidates: if 2 -> dropped #f46e",
    "the Terraform provider does not change the API version during a run":
      "createApiVersionCandidates: if 3 -> dropped #2eef",
  }),
];
