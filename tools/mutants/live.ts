import { killedBy, type Mutant } from "./mutant.ts";

const applying = ["test/apply", "src/apply", "src/live", "test/live", "test/faults/rules.test.ts"];

/** Rules of speaking to the service, and of what an answer that did not come means. */
export const liveMutants: readonly Mutant[] = [
  ...killedBy(["test/reconcile/unknown-objects.test.ts"], {
    "what docsform does not know keeps what it is in from deletion":
      "refuseUnknownVictims: call 3 -> `$$.slice(0, 0)` #f8cc",
    "what docsform does not know is looked for before a delete": "checkContents: if 2 -> dropped #6d22",
    "what is in something else is nothing to a delete": "contentsAmong: call 7 -> negated #eee2",
    "what docsform does not know is told": "composePlan: ... 6 -> `$$.slice(1)` #78d2",
  }),
  ...killedBy(["test/terraform/unknown-contents.test.ts"], {
    "what docsform does not know keeps a site from Terraform's deletes":
      "removeObject: statement 5 -> dropped #d1c9",
    "what a site holds is asked for by the site's own id": "refuseUnknownContents: ? 1 -> swapped #e84e",
  }),
  ...killedBy(["test/cli/pull.test.ts"], {
    "pull counts what docsform does not know": "startWriting: ... 2 -> dropped #eed0",
  }),
  ...killedBy(["test/planning/destroy.test.ts", "test/reconcile/destroy.test.ts"], {
    "destroy deletes nothing unasked that only its key says is meant":
      "decideDestroy: property 7 value -> `{ of: () => undefined, isConfirmed: () => true }` #8d7c",
    "destroy forgets nothing that is not its business": "staysInState: && 1 -> false #5fb4",
    "what is pinned and has gone is no error of a destroy":
      "matchWithoutDead: call 2 -> `$$.slice(0, 0)` #cd6d",
    "destroy looks at all sites for what uses what it deletes": "neededReads: if 1 -> dropped #c481",
  }),
  ...killedBy(["src/synthesized/read-terraform-json.test.ts"], {
    "the token of a provider block is in no value": "appReading: if 1 -> undefined #f9a2",
  }),
  ...killedBy(["test/reconcile/keys-like-ids.test.ts"], {
    "a key that looks like an id is a key": "encodeName: call 1 -> only receiver #67ae",
  }),
  ...killedBy(["test/laws/worlds/cases.test.ts"], {
    "the last one in a container is kept, for the container may go with it": "refuseLast: || 2 -> true #8101",
    "what is deleted at the same time keeps no container": "deletionsOf: || 1 -> only operand 2 #1252",
    "what is in something that no list shows may be inside of what is deleted":
      "refusePossibleVictims: if 1 -> only then #f7fc",
    "what may be inside leaves first": "deleteLast: for 2 -> dropped #92e3",
  }),
  ...killedBy(["test/apply/changed-secret.test.ts"], {
    "a secret whose source changed stops the run before it writes": "checkPlan: if 1 -> dropped #8adf",
  }),
  ...killedBy(applying, {
    "a journal with an unknown outcome is kept": "closeJournal: ! 2 -> dropped #6901",
    "what is inside what is inside keeps a container from deletion":
      "inside in live/: statement 3 -> dropped #0977",
    "a neighbor stands on the side that was named": "isInPlace: ? 1 -> swapped #ce19",
    "a repetition that is refused may mean that the first arrived": "sentOrThrow: call 1 -> false #078f",
    "400 may mean that a name is taken": "isNameInUse in live/: === 1 -> dropped #fb35",
    "409 may mean that a name is taken": "isNameInUse in live/: === 2 -> dropped #ff2c",
    "what is refused at once is not looked for": "sentOrThrow: && 1 -> only operand 2 #4218",
    "what was not sent again may have arrived before": "sentOrThrow: if 3 -> dropped #8666",
    "a refused repetition that is not found is a refusal": "recover in live/: if 1 -> dropped #a7d6",
    "a write that was done is done, whatever its answer": "callWithKnownOutcome: if 2 -> dropped #a43d",
    "a write that was refused is not looked for": "callWithKnownOutcome: if 3 -> dropped #456f",
    "a write whose answer was lost is looked for": "callWithKnownOutcome: statement 1 -> dropped #ea48",
    "a write that cannot be read back is not taken for done":
      "writeObject in live/: call 6 argument 2 -> {} #8182",
    "a value that the answer does not show as declared is told":
      "writeObject in live/: if 4 -> dropped #15cb",
    "the last of several calls shows where the object ends": "moveIntoContainer: ? 1 -> only then #fc02",
    "a default whose answer was lost is looked for":
      "setDefault in live/: call 3 -> `$1($2, $3, $4, async () => (await readLiveObject($2, subject)) !== undefined)` #2848",
    "what an incomplete list does not show is not gone":
      "readLiveObject in live/: statement 1 -> dropped #36d4",
    "incomplete contents keep a container": "contentsOf in live/: for 1 -> dropped #75a8",
    "only what a creating call carries tells its object from others":
      "createKeyFields: call 2 -> only receiver #175e",
    "an organization that is not there is told": "readOrganization in live/: ? 1 -> only else #813f",
    "the API version that the service shows wins": "possibleApiVersions: && 1 -> only operand 1 #c1aa",
    "a text that repeats a secret is not shown": "hidingSecrets: if 2 -> only then #f5b0",
    "a piece of a secret is a secret": "repeats: if 2 -> only then #4026",
  }),
  ...killedBy(applying, {
    "without a state the journal is kept until all is done":
      "closeJournal: || 2 -> `$2 || open === false` #bb76",
    "a create knows the duplicates that this run made": "createInTurn: statement 1 -> dropped #51c8",
    "made together with what nobody knows of is not known either":
      'withParent: === 3 -> `$$ || $1 === "unknown"` #02ac',
    "made together with what failed is not done": 'withParent: === 3 -> `$$ || $1 === "failed"` #02ac',
    "what was deleted and is there still is told": "failuresIn: if 2 -> undefined #a160",
    "what is not where it was declared is told": "failureOf in apply/: ! 1 -> `live === undefined` #ee48",
    "what is not the default as declared is told": "failureOf in apply/: && 2 -> `live === undefined` #e10d",
    "the orders of siblings are looked at": "failuresIn: for 3 -> dropped #4a9f",
  }),
  ...killedBy(["src/http/trace.test.ts"], {
    "of a body only what cannot be secret is printed": "readable in http/: ? 1 -> only then #d8d2",
    "the values of a query are not printed": "withoutValues in http/: template 1 -> `$$.concat(name)` #9109",
  }),
  ...killedBy(["src/http"], {
    "that an attempt was done is remembered": "failed in http/attempt.ts: === 2 -> dropped #0036",
    "that an attempt may have been done is remembered": "failed in http/attempt.ts: === 1 -> dropped #19c5",
  }),
];
