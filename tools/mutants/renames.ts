import { killedBy, type Mutant } from "./mutant.ts";

/** Objects with a new name in the layout, and the lines of the layout that declare the old name. */
export const renamesMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/renames.test.ts"], {
    "docsform does not match a renamed section if several sections have the same first space":
      "uniquePairs in engine/plan/: ? 1 -> only then #cd11",
    "docsform recognizes a renamed section by the first space that was last applied":
      "rememberedReader: [] 2 -> undefined #3ab6",
    "docsform recognizes a renamed group only if more than half of its contents are the same":
      "childSharing: > 1 -> operator >= #b6bc",
    "docsform recognizes a variant by its place only if the paths are the same":
      "byPlace: function 4 body -> true #1c78",
    "two replaced objects never match the same replacement":
      "matchAndDecide: call 6 -> `$1($2, new Map())` #e21a",
    "the plan notes a rename if none of its steps shows the rename": "renameNotes: ! 1 -> only value #2cba",
  }),
  ...killedBy(["test/planning/reparented.test.ts"], {
    "docsform looks under the other parents for an object that left its parent":
      "recognizedNext: call 3 -> [] #dd84",
    "an undeclared object in a place that the layout owns may have moved to another place":
      "isLeaving in engine/plan/: call 7 -> false #c163",
    "a plan knows which object an interrupted run was about to replace":
      "matchAndDecide: call 1 -> dropped #f157",
    "an object that an interrupted run only changed is no replacement":
      "isMade: && 1 -> only operand 2 #8769",
  }),
  ...killedBy(["test/planning/interrupted-renames.test.ts"], {
    "an object that an interrupted run created still counts as new when docsform looks for moved objects":
      "sameContents: || 2 -> `isAsked(object)` #e1ac",
    "an object that an interrupted run created still counts as new when docsform looks for renamed objects":
      "newObjectsByPlace: || 1 -> only operand 1 #e1ac",
    "an object that an interrupted run created still counts as new when docsform compares applied values":
      "sameAsApplied: ... 3 -> dropped #12a3",
  }),
  ...killedBy(["test/planning/new-keys.test.ts"], {
    "an object in a parent with another address is in the state under the former one":
      "addressInState: if 2 -> dropped #3c08",
    "an object with a new address matches the live object whose last applied values it declares":
      "matchByRecordsAndKeys: for 1 -> dropped #e83d",
    "docsform does not match an object by its applied values if several are the same":
      "sameAsApplied: ? 2 -> only then #9ee6",
    "an object in another place does not match by its applied values":
      "placeText in engine/plan/: object 1 -> {} #b493",
  }),
  ...killedBy(["test/planning/possible-matches.test.ts"], {
    "the suggested `was:` line contains key attributes that the entry does not declare":
      "formerValues: || 1 -> `valueOf(name) !== undefined && $2` #1558",
    "the suggested line is `id:` if several live objects have the former key":
      "choicesIn: === 1 -> `known.has(key)` #bb56",
    "the plan suggests no line for an object that would be replaced anyway":
      "choicesIn: if 1 -> dropped #fd72",
    "the plan suggests a whole entry if the entry may be only a name":
      "wholeEntry: !== 2 -> operator === #898b",
    "the plan suggests no former id of another stack": "formerIdOf: if 2 -> dropped #fb50",
    "the former id of a construct inside others contains the stack":
      "formerIdOf: ? 1 condition -> true #6685",
    "the plan suggests no former id for an object that no address names": "formerIdOf: if 1 -> dropped #889a",
    "the refusal of deletes suggests the line that keeps an object": 'deletePermission: call 7 -> "" #e21a',
    "the refusal of many forgotten objects suggests the line that keeps an object":
      "refusalsIn: call 21 argument 2 -> [] #7570",
    "the plan suggests no line for an object that leaves another place":
      "placeOfLive: . 1 -> `$1 === null ? undefined : undefined` #4efb",
  }),
  ...killedBy(["test/planning/exchanged-keys.test.ts"], {
    "an object that somebody deleted is recognized under another key by its name and contents":
      "matchGone: call 4 -> undefined #e8ca",
    "was: names an object that somebody deleted": "matchGone: call 2 -> undefined #815b",
    "an object that somebody deleted is recognized by its contents alone":
      "matchGone: call 6 -> undefined #fa67",
    "an object that somebody deleted is the one of its own address first":
      "matchGone: for 1 -> dropped #de85",
    "contents with their name count more than the key": "contentClaims: array 3 -> `[false]` #0d62",
    "contents without their name count more than the keys that exchange them":
      "contentClaims: array 3 -> `[true]` #0d62",
    "an object with its contents and its name stays what it is": "claimsOfRest: ? 1 -> only else #a4c6",
    "a name without the contents is no reason for another object": "claimsOfRest: ? 2 -> only else #1145",
    "an object without a name stays what it is by its contents": "hasAllSigns: || 1 -> only operand 1 #e380",
    "an object with its name or its contents stays what it is, if another one has both":
      "claimOf: && 1 -> false #02f2",
    "an object that keeps its contents or its name gives its live object to no other one":
      "claimOf: && 3 -> false #b1b1",
    "an object without its contents and its name gives its live object to the one that has them":
      "claimOf: || 1 -> true #c456",
    "an object with the contents of another one leaves no live object": "tenable: || 2 -> true #be2a",
    "an object with the contents of another one leaves that one with a live object":
      "tenable: || 1 -> true #28f2",
    "an object in another place than its group can be left": "isInDeclaredPlace: || 1 -> true #8768",
    "a new object gets the one with its contents in its place": "mayClaim: && 3 -> only operand 1 #c1f4",
    "a new section is not another one that shows its space and has not left the layout":
      "mayClaim: if 3 -> dropped #ef06",
    "an object does not get a unique value that another one declares":
      "mayClaim: return 4 value -> true #8c6d",
    "an object that declares its own unique value may have another one's until then":
      "hasUniqueValueOfAnother: === 1 -> true #b85c",
    "a rerun decides as the interrupted run did": "recordOf in engine/plan/: ? 1 -> only else #494b",
    "contents are what was last applied": "rememberedReader: ? 1 -> only then #ef37",
    "a group in a group counts as the one that it is by its own contents":
      "childSharing: ? 1 -> undefined #37eb",
    "an object in a new parent is not the one that the state has at its address":
      "addressInState: if 3 -> dropped #773f",
    "an object that the state has for another address is not free":
      "isFree in engine/plan/: ! 2 -> true #91f1",
    "docsform looks in the same parent first for an object with the same contents":
      "recognizedNext: call 1 -> [] #af51",
    "the plan deletes an object whose address means another one by now":
      "underAddressesOfNow: if 2 -> dropped #243c",
    "a run follows `was:` once": "isFollowed: if 1 -> dropped #3b3a",
    "without an entry of the state, the contents show that a run has followed `was:`":
      "isFollowed: return 2 value -> false #3124",
    "a new object gets none that another one keeps by `was:`": "formerClaims: ? 2 -> undefined #d061",
    "`was:` exchanges objects without known contents only if the state records it":
      "noteExchange: || 1 -> true #0abd",
    "`was:` names no object that another entry has already": "formerClaims: if 1 -> dropped #9776",
    "`was:` leaves no object without an entry": "noteExchange: && 1 -> only operand 1 #d216",
  }),
  ...killedBy(["test/planning/put-back.test.ts"], {
    "an object that somebody deleted keeps its name and contents among those that exchange their keys":
      "claimsOfRest: array 2 -> `compared.live` #3b0a",
    "an object that somebody deleted is no match": "matchByClaims: if 1 condition -> true #5943",
  }),
  ...killedBy(["test/planning/selected-matches.test.ts"], {
    "a selection does not separate objects that exchange their keys": "noteExchange: if 1 -> dropped #0a01",
    "a selection does not separate an object from the one whose key it takes":
      "noteExchange: if 3 -> dropped #6728",
  }),
  ...killedBy(["test/reconcile/exchanged-paths.test.ts"], {
    "the journal records what an imported object is": "journalBegin: > 1 -> true #8d74",
    "the plan deletes a removed object that has only its id for a name, if the state has it":
      "removedFromLayout: && 2 -> only operand 1 #fda4",
  }),
  ...killedBy(["src/engine/apply/next-state.test.ts"], {
    "a finished replace does not name a new object that has the id of the replaced one":
      "replacedId: || 1 -> only operand 1 #8941",
    "an object that gets the address of another one takes its entry along":
      "formerEntry: if 2 -> dropped #f530",
    "a new object gets no entry of one that has another address": "formerEntry: if 3 -> dropped #793c",
    "the state has an object by its id until it is deleted": "remainingEntries: if 3 -> dropped #1428",
    "the state records the former key that a run begins to follow":
      "entryOf in engine/apply/next-state.ts: return 3 -> `return former;` #5297",
  }),
];
