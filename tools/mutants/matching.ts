import { killedBy, type Mutant } from "./mutant.ts";

/** Matches of declared objects with live objects, and the recovery of objects that an interrupted run created. */
export const matchingMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/outside.test.ts"], {
    "an outside object that several objects could be is an error":
      "findOutside: && 1 -> only operand 1 #e35c",
    "an outside object that does not exist is an error": "findOutside: if 3 -> dropped #41c5",
    "outside objects are found after those that contain them": "findOutside: call 1 -> only receiver #569c",
    "the contents of a scope are found after the scope":
      "depthOf in engine/plan/match/find-outside.ts: ? 1 -> 0 #b4e6",
    "an outside object is found after its parent":
      "depthOf in engine/plan/match/find-outside.ts: ? 2 -> 0 #d298",
    "an outside object has the type that it is named by": "isMeant: || 1 -> only operand 2 #a242",
    "an outside object is found inside its scope only": "isMeant: || 1 -> only operand 1 #a242",
    "an outside object is found inside its parent only": "isMeant: if 2 -> dropped #6e9e",
    "an outside object has all of the named values": "isMeant: call 3 -> method some #0fb5",
    "an outside object is found by a value in another form": "isMeant: && 3 -> `own === value` #16e0",
    "an empty value names no object": "isMeant: && 3 -> only operand 2 #16e0",
    "an id takes the place of an outside parent": "withIds: ? 4 -> only then #bad1",
    "an id takes the place of an outside owner": "withIds: ? 3 -> only then #4497",
    "the references to the layout's own objects stay": "withIds: ?? 1 -> only operand 1 #a65e",
    "an outside owner is an object of the layout once": "scopesAmong: || 1 -> only operand 1 #0be1",
    "an outside object that owns nothing is no object of the layout":
      "scopesAmong: || 1 -> only operand 2 #0be1",
    "a destroy needs no outside object": "findOutside: ! 1 -> true #56fb",
    "a destroy takes the owner of its objects from the state":
      "ownerInState: return 1 -> `return undefined;` #4384",
    "only a destroy takes an owner from the state": "findOutside: ? 2 -> only then #317f",
    "a destroy keeps an object that the layout names only by its id":
      "decideDestroy: || 1 -> only operand 1 #c618",
    "a destroy deletes what the layout has put into an object that stays":
      "decideDestroy: property 6 -> dropped #f45e",
    "a destroy does not delete the contents of an object that is not selected":
      "removedFromLayout: ? 1 condition -> true #c917",
  }),
  ...killedBy(["test/planning"], {
    "a pin matches an object by id": "matchByPin: if 1 condition -> false #5895",
    "the plan reports a pin to an object that does not exist": "matchByPin: call 2 -> undefined #9a5a",
    "the plan reports two pins to one live object": "liveById: || 1 -> only operand 1 #f2df",
    "an id in the state matches an object": "matchRecorded: const 2 value -> undefined #1391",
    "an id in the journal matches an object": "matchRecorded: ?? 1 -> only operand 1 #cba5",
    "docsform looks for an object without a declared container only at the root":
      "desiredReader: binding 3 value -> dropped #5cf0",
    "a fallback key matches an object only inside owned contents":
      "matchByRecordsAndKeys: if 3 -> only then #048b",
    "a former key includes the former container": "formerly: ... 4 -> dropped #c52f",
    "docsform matches the object that a former key refers to first":
      "keyDependencies: call 7 -> undefined #85e8",
    "the plan reports several live objects with one former key as ambiguous":
      "formerClaims: if 3 condition -> true #767e",
    "the plan notes a live object that has a new object's name in another place":
      "possibleMoves: === 2 -> operator >= #7f9f",
    "an id matches an object only in the object's scope": "liveById: ? 1 -> only then #f44c",
    "a former key (`was`) matches an object":
      "matchByClaims: array 1 -> `contentClaims(compared, former)` #5274",
    "the plan reports a renamed object if its former key and its new key both exist":
      "noteExchange: if 4 condition -> true #2d50",
    "a key matches an object": "matchByRecordsAndKeys: statement 3 -> dropped #d25c",
    "a fallback key matches an object": "matchByRecordsAndKeys: for 2 -> undefined #b4e8",
    "the create key of a variant matches after its fallback keys":
      "matchByRecordsAndKeys: if 4 -> dropped #d1b0",
    "docsform matches siblings with the same key in their order": "matchInOrder: - 1 -> swapped #2d74",
    "a live object matches by its key even if another object declares one of its unique values":
      "matchGroup: === 1 -> dropped #02ac",
    "the plan reports several live objects that may be a replacement as ambiguous":
      "matchAndDecide: if 4 -> dropped #f332",
    "an id in the journal identifies a replacement": "findReplacements: [] 1 -> undefined #1f86",
  }),
  ...killedBy(["src/contract/http/service-clock.test.ts"], {
    "the service's clock is not usable if a response has no date":
      "createServiceClock: >= 1 -> `!(shown < latest - serviceClockToleranceMs)` #9d57",
    "the service's clock is not usable if it goes back":
      "createServiceClock: >= 1 -> `!Number.isNaN(shown)` #9d57",
    "the service's clock may go back a little": "createServiceClock: - 1 -> only operand 1 #59bf",
    "the service's clock is not usable again": "createServiceClock: if 2 -> dropped #eeb1",
    "no call has a window by a clock that is not usable": "createServiceClock: || 1 -> only operand 2 #aad0",
    "a call can have an effect until its time limit": "createServiceClock: + 2 -> only operand 1 #5372",
    "calls have no window together if one of them has none": "bothWindows: && 1 operand 1 -> dropped #e3cd",
  }),
  ...killedBy(["test/planning/exchanged-keys.test.ts", "test/planning/put-back.test.ts"], {
    "an object whose contents are those of another one is not its own":
      "keepTheirOwn: && 2 -> only operand 1 #62bb",
    "a group with most children of one that left is that one, in any place":
      "recognizedByContents: ? 2 -> only else #d0f4",
    "what a person made in place of an object with the same contents was changed on the service":
      "comparedAt: && 2 -> false #ebc4",
  }),
  ...killedBy(["test/planning/opening-nodes.test.ts"], {
    "a new object exists when later nodes open it": "openingNodes: call 8 -> [] #a3c2",
    "a create opens only what it shows": "openingNodes: || 1 -> true #4db3",
    "what is around a new object may open it": "openingNodes: && 1 -> `$1 && key === object` #b0c0",
    "a new object opens what nobody has read in it": "openingNodes: ?? 1 -> only operand 2 #4083",
    "a first child shows a new object": "showsIn in engine/plan/: ... 2 -> dropped #2d85",
    "only what opens something is refused": "openingNodes: call 5 -> only receiver #e227",
  }),
  ...killedBy(["test/laws/worlds/cases.test.ts"], {
    "an id that an interrupted run gave to a new object matches only that object":
      "isReused: return 1 value -> false #19c1",
    "a finished replace does not name a new object that has the id of the replaced one":
      "replacedId: || 1 -> only operand 1 #8941",
  }),
  ...killedBy(["test/faults/rebuilds.test.ts"], {
    "the state names the object that an unfinished replace has to delete": "indexPlan: if 3 -> dropped #3bad",
  }),
  ...killedBy(["test/reconcile/known-by-id.test.ts"], {
    "docsform reads a known object by its id if a list omits it": "withKnown: === 1 -> operator !== #2875",
    "docsform does not read a listed object by its id": "withKnown: || 1 -> only operand 1 #b07d",
    "only a 404 means that an object is gone": "askById: if 1 -> only then #34e8",
    "an object in the trash does not exist": "withKnown: true 1 -> null #c54c",
    "the plan is refused if a list omits an object that exists":
      "omittedFromList: function 3 -> () => false #7793",
    "docsform reads a list again if it omits a known object that cannot be read by id":
      "rereadMissing in engine/reconcile/read-inputs.ts: === 1 -> true #2875",
    "docsform waits for the consistency window between two reads of a list":
      "rereadMissing in engine/reconcile/read-inputs.ts: statement 1 -> dropped #a6c7",
    "docsform reads the objects in the journal by id": "knownObjects: array 1 element 3 -> dropped #2d7b",
    "docsform reads pinned objects by id": "knownObjects: === 1 -> true #2875",
    "the plan needs permission to recreate a deleted object with unmanaged contents":
      "lostBefore: === 3 -> operator !== #b202",
  }),
  ...killedBy(
    [
      "src/engine/reconcile",
      "test/reconcile",
      "test/cli/before-planning.test.ts",
      "test/apply",
      "test/faults/single-faults.test.ts",
    ],
    {
      "docsform reads the contents of an object that an interrupted run created":
        "readInputs: property 9 value -> undefined #359d",
      "a plan for destroy reads what a destroy needs": "readInputs: property 11 -> dropped #9fb6",
      "docsform does not recover the create of a pinned object":
        "withoutPinned: call 3 -> only receiver #2c33",
      "an object of another address is no candidate for a create of unknown outcome":
        "recover in engine/reconcile/: || 1 operand 2 -> dropped #64ee",
      "docsform finds a different object for each of two creates of unknown outcome":
        "recover in engine/reconcile/: statement 3 -> dropped #c325",
      "the object in the state is a candidate if its address has a newer create of unknown outcome":
        "recover in engine/reconcile/: call 5 -> only receiver #1793",
      "docsform reports several candidates for one create as ambiguous":
        "resolve in engine/live/: > 2 -> false #bdc7",
      "two creates with the same key accept two candidates": "withoutPinned: + 1 -> 1 #04b1",
      "a match line in the journal ends a create": "attemptsIn: statement 5 -> dropped #fb8c",
      "a refused create has created nothing": 'attemptsIn: string 2 -> `"end"` #5759',
      "docsform did not create an object that is older than the create": "isInWindow: <= 1 -> true #9635",
      "docsform did not create an object that is newer than the create": "isInWindow: <= 2 -> true #1a0c",
      "the clock of the service and the time of an object may differ a little":
        "isInWindow: - 1 -> only operand 1 #59bf",
      "a call may take effect a little after its time limit": "isInWindow: + 1 -> only operand 1 #5372",
      "an object of another time is no candidate for a create": "lookAlikesAmong: !== 1 -> true #b937",
      "an object that was created during the call is the call's":
        "resolve in engine/live/: === 1 -> false #1a43",
      "a candidate for a create has everything that was sent":
        "resolve in engine/live/: call 3 -> only argument 1 #49e0",
      "of objects that are alike, the first one is that of the first call":
        "byCreation: - 1 -> swapped #0069",
      "an object without a proof is a person's if it has values of its own": "isNew: ! 1 -> true #0dc3",
      "an object without a proof is a person's if it has contents": "isNew: <= 1 -> true #501f",
      "a value that no list shows does not make an object a person's": "isNew: call 10 -> true #aeea",
      "an object without a proof is only probably the run's":
        "resolve in engine/live/: ? 3 -> only then #5e78",
      "the contents of a scope need no proof": "resolve in engine/live/: || 2 -> only operand 1 #2e2b",
      "a call that was queued was not sent": "recover in engine/reconcile/: === 1 -> true #aa37",
      "the plan tells which objects it found after lost responses":
        "recover in engine/reconcile/: statement 4 -> dropped #5a98",
      "an object that existed before the run is no candidate":
        "recover in engine/reconcile/: || 1 operand 3 -> dropped #64ee",
      "objects that existed before another run are candidates":
        "placeOf in engine/reconcile/: array 1 -> `[run.slice(0, 0), $2, $3]` #f5db",
      "any of several calls may have created an object": "withEarlierCalls: ? 1 -> only else #3a3b",
      "a queued call does not hide a sent one": "withEarlierCalls: || 1 -> true #dd3e",
      "a create that was sent after a match replaces the match": "attemptsIn: for 2 -> dropped #813d",
      "a queued create that may not have been sent leaves the match": "attemptsIn: === 1 -> true #2875",
      "a candidate for a create is in the create's scope":
        "recover in engine/reconcile/: || 1 operand 1 -> dropped #64ee",
      "a candidate for a create has the create's key": "recordedCreate: === 1 -> true #7af5",
      "a clock that was set back does not make a wait longer than the consistency window":
        "waitUntilShown: call 1 -> only argument 1 #9eb4",
      "a moved object keeps its entry in the state": "movedState: statement 1 -> dropped #06be",
      "a move leaves the state as it is if both addresses have an entry":
        "movedState: !== 1 -> dropped #ff30",
      "docsform follows a chain of moves": "movedState: call 2 -> `$2.get($3) ?? $3` #0ce4",
    },
  ),
];
