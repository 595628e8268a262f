import { killedBy, type Mutant } from "./mutant.ts";

const applyTests = ["test/apply", "src/engine/apply", "src/engine/reconcile", "src/state"];
const faultTests = ["test/faults/single-faults.test.ts"];

/** Applying a plan: creates that happen once, repeated calls, and the result. */
export const applyingMutants: readonly Mutant[] = [
  ...killedBy(applyTests, {
    "a run that has sent a write and then fails is partial": "outcomeOf: ? 3 -> swapped #aa24",
    "docsform recovers the objects of interrupted creates before it matches objects":
      "recover in engine/reconcile/: statement 2 -> dropped #8017",
    "several candidates for a create of unknown outcome stop the run":
      "resolve in engine/live/: if 1 -> dropped #846a",
    "a create has an unknown outcome if docsform cannot read what the service created":
      'findLostCreate: object 2 -> `cause === undefined ? $$ : { kind: "none" }` #2c0f',
    "apply checks before the first write that the plan still fits the service":
      "checkPlan: call 4 -> `$1({ ...plan, existing: {}, steps: [] }, $3, $4, $5)` #5ee2",
    "apply starts with the node that the longest chain of nodes waits for":
      "byLongestChain: || 1 -> `difference !== difference || a < b` #e44e",
  }),
  ...killedBy(["test/reconcile/hidden-meanwhile.test.ts"], {
    "the journal records what a run hides": "runWrite: call 2 -> undefined #a82c",
    "the state records what a run has hidden": "entryOf in engine/apply/: ?? 1 -> only operand 1 #2a58",
  }),
  ...killedBy([...applyTests, ...faultTests], {
    "the journal records the time when a create is sent":
      "createRecorded: function 2 -> () => undefined #ba4d",
    "a create is recorded on the disk before it is sent":
      "recordAttempts: function 3 -> `async () => undefined` #adca",
    "the client reports every attempt of a call, and not only the first":
      "exchange: statement 1 -> `if (attempt.attempt === 1) $$` #b003",
    "the journal records every match that the state lacks, and not only creates":
      "journalBegin: statement 3 -> dropped #4bb2",
    "the journal records a created object as soon as its response arrives":
      "createInTurn: statement 1 -> dropped #35e4",
    "the journal records what existed before the run": "journalBegin: statement 4 -> dropped #0977",
    "a run looks for a lost object until the end of the consistency window, unless it is certain":
      "isFinal: && 1 -> only operand 1 #50fa",
    "a run opens an object that it created for certain": "perform in engine/apply/: if 2 -> only then #5310",
    "the journal records that the clock of the service is lost": "recordAttempts: if 1 -> dropped #565c",
    "a lost clock does not count for calls with a response": "recordAttempts: for 1 -> dropped #ca94",
    "an object that existed before a create is no candidate for the create":
      "unknownCreate: function 4 -> `() => false` #ef27",
    "docsform looks for a created object for the whole consistency window before it repeats a create":
      "askUntilConsistent: - 1 -> `Math.min(0, $$)` #fdd9",
    "a run waits for the rest of the consistency window after an interrupted run":
      "waitUntilShown: call 3 -> undefined #45ce",
    "docsform does not repeat a create with a successful status and a broken body":
      "createObject: || 2 -> only operand 2 #212f",
    "docsform reads the contents of a container just before it deletes the container":
      "deleteObject: statement 1 -> undefined #ea48",
    "apply reads the changed objects again at the end":
      "checkAndApply: ? 1 -> `$1 ? $2 : (void readBackAll, $2)` #ce26",
  }),
  ...killedBy(["test/cli/origins.test.ts"], {
    "the state remembers that a run only probably created an object":
      "createInTurn: ?? 1 -> only operand 2 #1710",
    "the result tells which objects a run found after lost responses":
      "perform in engine/apply/: statement 3 -> dropped #aba4",
    "the result tells which objects the plan found after lost responses":
      "withFoundBefore: ... 2 -> dropped #be2e",
    "a run does not open an object that it only probably created":
      "refuseToOpen in engine/apply/: if 1 -> dropped #ca25",
    "a run knows which nodes open an object that it only probably created":
      "keepClosed: for 1 -> dropped #f9ff",
  }),
  ...killedBy(["test/live/lost-responses.test.ts"], {
    "a run does not repeat a create beside an object that may be its own":
      "resolve in engine/live/: ? 2 -> only then #e5a7",
    "an object is certain if the service has confirmed that it exists":
      "recover in engine/live/: ? 1 -> only else #0d86",
  }),
  ...killedBy(["src/contract/http"], {
    "the client does not repeat a call that may have arrived, unless it is idempotent":
      "mayRetry: if 5 -> dropped #1c54",
  }),
  ...killedBy(faultTests, {
    "a 409 to a repeated move means that the first attempt moved the object":
      "collection: number 4 -> dropped #4996",
    "on the classic API version, docsform removes a section from its group before it adds it to another":
      'membershipCalls: ? 1 -> `($1 ? [leave] : []).slice(1).map((each) => each(""))` #1d47',
    "a step fails if a successful response contains a refusal":
      "writeObject in engine/live/: call 9 argument 1 -> {} #b75c",
    "a create has an unknown outcome if the list that omits its object is incomplete":
      "searchOnce: call 5 argument 1 -> {} #6555",
  }),
  ...killedBy(["src/resources/team", ...faultTests], {
    "docsform never removes the token's own user from a team": 'membersDelta: !== 1 operand 2 -> "" #d8aa',
  }),
  ...killedBy(["src/engine/live", ...faultTests], {
    "docsform treats an object in the trash as absent": "readInBulk: !== 1 -> dropped #898b",
  }),
  ...killedBy(["src/contract/http/paging.test.ts"], {
    "the client reads a list again if the list omitted items": "maxPasses: number 1 -> 1 #5f72",
    "the client reads a list whose cursors are positions until two readings agree":
      "isComplete in contract/http/: if 1 condition -> `contradiction !== undefined` #cd5c",
    "two readings of a list agree only if they found the same items":
      "hasSameKeys: && 1 operand 2 -> true #d112",
  }),
  ...killedBy(["test/live/contradictions.test.ts"], {
    "a list that shows one item with two contents is read again":
      "isComplete in contract/http/: if 1 condition -> `isShifting` #cd5c",
    "a list that contradicts itself in every read is an error": "listAll: if 1 -> dropped #8aee",
    "a create that is answered with the id of another object is looked for":
      "isPlausible: return 1 value -> true #80d3",
  }),
];
