import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of finding out which live object a desired one is, round by round, and of what an interrupted run knows. */
export const matchingMutants: readonly Mutant[] = [
  ...killedBy(["test/planning"], {
    "a pin pairs": "matchByKnownId: if 1 -> dropped #8ab4",
    "a dead pin is told": "matchByPin: const 1 -> `$$; if (owner === undefined) return` #c72e",
    "two pins of one object are told": "matchById in plan/match/: call 2 -> dropped #9a87",
    "the state pairs": "matchByKnownId: if 2 -> undefined #ddd6",
    "the journal pairs": "matchByKnownId: if 3 -> dropped #a5e3",
    "what is not said to be in something is at the root": "desiredReader: binding 3 value -> dropped #5cf0",
    "outside of owned contents nothing is taken for what it resembles": "matchBatch: if 3 -> only then #048b",
    "`was` tells the former place too": "formerly: ... 4 -> dropped #c52f",
    "a former place is paired before its contents": "keyDependencies: call 5 -> dropped #85e8",
    "a former key that several have is a question": "matchFormer: === 2 -> `$1 > 0` #da3c",
    "one of that name elsewhere is told": "possibleMoves: === 1 -> operator >= #7f9f",
    "what is known by its id is known in its scope": "matchById in plan/match/: if 2 -> dropped #5d95",
    "one live object is one desired object": "matchById in plan/match/: call 2 -> dropped #9a87",
    "former keys pair": "matchBatch: statement 2 -> dropped #eb7b",
    "both a former and a new key live are told": "matchFormer: number 1 -> 9 #5ccd",
    "the key pairs": "matchBatch: statement 4 -> dropped #d25c",
    "the create key pairs": "matchBatch: if 2 -> dropped #1ed3",
    "fallback keys pair": "matchBatch: for 2 -> undefined #b4e8",
    "the create key pairs last where it says least": "matchBatch: if 4 -> dropped #d1b0",
    "among like siblings position decides": "matchInOrder: - 1 -> swapped #2d74",
    "a claimed value blocks no pairing by key": "matchGroup: === 1 -> dropped #02ac",
    "several that could have been put in another's place are told": "matchAndDecide: if 4 -> dropped #f332",
    "the journal says which object was put in another's place": "findReplacements: [] 1 -> undefined #1f86",
  }),
  ...killedBy(["test/reconcile/known-by-id.test.ts"], {
    "what a list does not show is asked for by its id": "withKnown: === 1 -> operator !== #2875",
    "what is listed is not asked for": "withKnown: || 1 -> only operand 1 #b07d",
    "gone is only what is not found": "askById: if 1 -> only then #34e8",
    "what is in the trash is not there": "withKnown: true 1 -> null #c54c",
    "a list that leaves something out is refused": "omittedFromList: function 3 -> () => false #7793",
    "what has no read by its id is looked for twice":
      "rereadMissing in reconcile/read-inputs.ts: === 1 -> true #2875",
    "between two looks the consistency window passes":
      "rereadMissing in reconcile/read-inputs.ts: statement 1 -> dropped #312e",
    "the journal's objects are known by their ids": "knownObjects: array 1 element 3 -> dropped #2d7b",
    "pins are known by their ids": "knownObjects: === 1 -> true #2875",
    "what was there and was not listed is no duplicate": "lostBefore: === 3 -> operator !== #b202",
  }),
  ...killedBy(
    [
      "src/reconcile",
      "test/reconcile",
      "test/cli/front-door.test.ts",
      "test/apply",
      "test/faults/rules.test.ts",
    ],
    {
      "the contents of what an interrupted run made are read":
        "readInputs: property 9 value -> undefined #359d",
      "what is read for a destroy is what a destroy needs": "readInputs: property 11 -> dropped #0741",
      "a pinned object is not looked for": "withoutPinned: call 3 -> only receiver #3ba8",
      "what is known under another address is no candidate":
        "recover in reconcile/: || 1 -> only operand 1 #8095",
      "two lost creates are two objects": "recover in reconcile/: statement 3 -> dropped #7172",
      "a lost create of an address that the state knows is looked for, that object too":
        "recover in reconcile/: call 2 -> only receiver #1793",
      "several candidates are a question": "resolve in live/: > 1 -> false #bdc7",
      "creates that are alike explain as many objects": "withoutPinned: + 1 -> 1 #04b1",
      "a pair ends its create": "attemptsIn: statement 5 -> dropped #fb8c",
      "what was refused was not made": 'attemptsIn: string 2 -> `"end"` #5759',
      "what was there before the create is not ours": "isOurs in reconcile/: >= 1 -> true #53cc",
      "a call of several may be the first": "attemptsIn: ?? 1 -> only operand 2 #5e23",
      "a create after a pair supersedes it": "attemptsIn: for 2 -> dropped #813d",
      "a create that was perhaps not sent leaves the pair": "attemptsIn: === 1 -> true #2875",
      "a lost create is looked for in its scope": "recover in reconcile/: || 1 -> only operand 2 #8095",
      "what was there before is no candidate": "recordedCreate: || 1 -> only operand 2 #cdeb",
      "a lost create is found by its key": "recordedCreate: === 1 -> true #8661",
      "a clock that was set back makes nobody wait longer": "waitUntilShown: call 1 -> only argument 1 #9eb4",
      "a moved object keeps its entry in the state": "movedState: statement 1 -> dropped #06be",
      "what is known under both addresses stays as it is": "movedState: !== 1 -> dropped #ff30",
      "a chain of moves is followed": "movedState: call 2 -> `$2.get($3) ?? $3` #0ce4",
    },
  ),
];
