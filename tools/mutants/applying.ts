import { killedBy, type Mutant } from "./mutant.ts";

const applying = ["test/apply", "src/apply", "src/reconcile"];
const rules = ["test/faults/rules.test.ts"];

/** Rules of doing. */
export const applyingMutants: readonly Mutant[] = [
  ...killedBy(applying, {
    "a run that has sent a write and is not done is done in part": "outcomeOf: ? 2 -> swapped #5e78",
    "lost creates are resolved before pairing": "recover in reconcile/: statement 2 -> dropped #1f10",
    "several candidates for a lost create stop the run": "resolve in live/: if 2 -> dropped #c6dd",
    "when the recovery cannot read, the outcome is unknown":
      'findLostCreate: object 2 -> `cause === undefined ? $$ : { kind: "none" }` #2c0f',
    "the plan is verified before the first write":
      "checkPlan: call 4 -> `$1({ ...plan, existing: {}, steps: [] }, $3, $4, $5)` #5ee2",
    "the node with the longest chain behind it goes first":
      "byLongestChain: || 1 -> `difference !== difference || a < b` #e44e",
  }),
  ...killedBy([...applying, ...rules], {
    "an attempt is journaled before a create is sent": "createRecorded: function 2 -> () => undefined #3f0d",
    "an attempt is on the disk before its create is sent":
      "recordAttempts: function 2 -> `async () => undefined` #adca",
    "every attempt is stamped": "exchange: statement 1 -> `if (attempt.attempt === 1) $$` #b003",
    "every pair is journaled, not only creates": "journalBegin: statement 3 -> dropped #4bb2",
    "what was created is journaled at once": "createInTurn: statement 2 -> dropped #4bb2",
    "candidates for a lost create are those that were not there before":
      "unknownCreate: function 3 -> `() => false` #ef27",
    "reads are asked again up to the consistency window before a create is sent again":
      "askUntilConsistent: - 1 -> `Math.min(0, $$)` #fdd9",
    "a rerun waits the consistency window out before it reads":
      "waitUntilShown: number 1 -> `consistencyWindowMs` #a1bd",
    "a success with a broken body is committed: never POST again":
      "createObject: || 1 -> only operand 2 #212f",
    "what is inside is looked at just before a container is deleted":
      "deleteObject: statement 1 -> undefined #ea48",
    "what was changed is read back at the end": "applyWhole: ? 1 -> `$1 ? $2 : (void readBackAll, $2)` #ce26",
  }),
  ...killedBy(["src/http"], {
    "a POST is never blindly repeated": "mayRetry: if 5 -> dropped #1c54",
  }),
  ...killedBy(rules, {
    "a 409 to a move that was done is success": "collection: number 1 -> dropped #4996",
    "on the classic API version a section leaves its group before it enters another":
      'membershipCalls: ? 1 -> `($1 ? [leave] : []).slice(1).map((each) => each(""))` #1d47',
    "a success by status that is a refusal by content is a failed step":
      "writeObject in live/: call 8 argument 1 -> {} #b75c",
    "a create of which an incomplete list shows nothing stays open":
      "searchOnce: call 4 argument 1 -> {} #6555",
  }),
  ...killedBy(["src/resources/team", ...rules], {
    "the token's own user is never removed from a team": 'membersDelta: !== 1 operand 2 -> "" #d8aa',
  }),
  ...killedBy(["src/live", ...rules], {
    "what is in the trash counts as absent": "readInBulk: !== 1 -> dropped #898b",
  }),
  ...killedBy(["src/http/paging.test.ts"], {
    "a list that skipped something is read again": "rereads: number 1 -> 0 #424c",
    "a list whose cursors are positions is read until two readings agree":
      "isWhole in http/: if 1 condition -> false #942b",
    "two readings agree only if they found the same items": "hasSameKeys: && 1 operand 2 -> true #d112",
  }),
];
