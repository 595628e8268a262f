import type { Mutant } from "./mutant.ts";

const applying = ["test/apply", "src/apply", "src/reconcile"];
const rules = ["test/faults/rules.test.ts"];

/** Rules of doing. */
export const applyingMutants: readonly Mutant[] = [
  {
    rule: "a run that has sent a write and is not done is done in part",
    find: 'return hasSentWrites ? "partial" : "failed";',
    replace: 'return hasSentWrites ? "failed" : "partial";',
    seenBy: applying,
  },
  {
    rule: "an attempt is journalled before a create is sent",
    find: "onAttempt: () => journal.attempt(attempt),",
    replace: "onAttempt: () => void attempt,",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "an attempt is on the disk before its create is sent",
    find: 'ahead: (attempt) => store.append([{ kind: "intent", ...attempt, ahead: true, ...stamp() }]),',
    replace: "ahead: async () => undefined,",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "every attempt is stamped",
    find: "options.onAttempt?.();",
    replace: "if (attempt.attempt === 1) options.onAttempt?.();",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "every pair is journalled, not only creates",
    find: "  journal.pairs(unlocked);\n",
    replace: "",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "what was created is journalled at once",
    find: 'journal.pairs(made.map(({ address, id }) => ({ address, id, origin: "created" })));',
    replace: "",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "lost creates are resolved before pairing",
    find: '    pairs.set(attempt.address, isOurs(attempt, id, live) ? { id, origin: "created" } : { id });\n',
    replace: "",
    seenBy: applying,
  },
  {
    rule: "candidates for a lost create are those that were not there before",
    find: "if (object.type !== lost.type.name || lost.isKnown(object.type, object.id)) return false;",
    replace: "if (object.type !== lost.type.name) return false;",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "reads are asked again up to the consistency window before a create is sent again",
    find: "const leftMs = deadline - access.clock.now();",
    replace: "const leftMs = Math.min(0, deadline - access.clock.now());",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a rerun waits the consistency window out before it reads",
    find: "if (leftMs > 0) await clock.sleep(leftMs, signal);",
    replace: "if (leftMs > consistencyWindowMs) await clock.sleep(leftMs, signal);",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "several candidates for a lost create stop the run",
    find: 'if (candidates.length > 1) return { kind: "several", ids: candidates.map((each) => each.id) };\n',
    replace: "",
    seenBy: applying,
  },
  {
    rule: "when the recovery cannot read, the outcome is unknown",
    find: 'return { kind: "unreadable", cause };',
    replace: 'return cause === undefined ? { kind: "unreadable", cause } : { kind: "none" };',
    seenBy: applying,
  },
  {
    rule: "a success with a broken body is committed: never POST again",
    find: "sent.isCommitted || resends === maxResends",
    replace: "resends === maxResends",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a POST is never blindly repeated",
    find: 'if (endpoint.method !== "GET" && !endpoint.idempotent) return false;',
    replace: "",
    seenBy: ["src/http"],
  },
  {
    rule: "a 409 to a move that was done is success",
    within: "src/resources/collection/collection.ts",
    find: "alreadySo: [409]",
    replace: "alreadySo: []",
    seenBy: rules,
  },
  {
    rule: "on the classic API version a section leaves its group before it enters another",
    find: "...(from === null ? [] : [leave(from)])",
    replace: '...(from === null ? [leave] : []).slice(1).map((each) => each(""))',
    seenBy: rules,
  },
  {
    rule: "the plan is verified before the first write",
    find: "const conflicts = verifyPlan(plan, live, runtime.types, runtime.hash);",
    replace:
      "const conflicts = verifyPlan({ ...plan, existing: {}, steps: [] }, live, runtime.types, runtime.hash);",
    seenBy: applying,
  },
  {
    rule: "what is inside is looked at just before a container is deleted",
    find: "await checkContents(access, subject, address, expectation);",
    replace: "void checkContents;\n  void expectation;",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "what was changed is read back at the end",
    find: ": await confirmAll(run, runtime.concurrency, progress, tell);",
    replace: ": (void confirmAll, nothingSeen);",
    seenBy: [...applying, ...rules],
  },
  {
    rule: "a success by status that is a refusal by content is a failed step",
    find: "const refusal = writer.refused?.(body);",
    replace: "const refusal = writer.refused?.({});",
    seenBy: rules,
  },
  {
    rule: "the node with the longest chain behind it goes first",
    find: "return difference > 0 || (difference === 0 && a < b);",
    replace: "return difference !== difference || a < b;",
    seenBy: applying,
  },
  {
    rule: "the token's own user is never removed from a team",
    find: "&& member.id !== currentUser?.id)",
    replace: '&& member.id !== "" && currentUser !== null)',
    seenBy: ["src/resources/team", ...rules],
  },
  {
    rule: "what is in the trash counts as absent",
    find: "object.deleted !== true && !byKey.has(key)",
    replace: "!byKey.has(key)",
    seenBy: ["src/live", ...rules],
  },
  {
    rule: "a create of which an incomplete list shows nothing stays open",
    within: "src/live/find-lost-create.ts",
    find: "expectWhole(siblings,",
    replace: "expectWhole({},",
    seenBy: rules,
  },
  {
    rule: "a list that skipped something is read again",
    find: "const rereads = 2;",
    replace: "const rereads = 0;",
    seenBy: ["src/http/paging.test.ts"],
  },
];
