import { killedBy, type Mutant } from "./mutant.ts";

const planningTests = ["test/planning"];

/** Decisions of a plan, the order of its nodes, and the list of its guards. */
export const planningMutants: readonly Mutant[] = [
  ...killedBy(["src/engine/plan/order/break-cycles.test.ts"], {
    "a node waits for another of several nodes if the first waits for it":
      "dropLightest: + 1 -> `among.length` #1a8a",
  }),
  ...killedBy(["test/cli/recorded-in-plan.test.ts"], {
    "protection alone is a step of the plan": "protectionToRecord: ? 1 -> only then #9f02",
    "what docsform made and forgot was not created on the service": "whoAdded: const 2 value -> false #4159",
    "a deleted object is not forgotten": "forgottenIn in model/: && 1 -> true #0af6",
    "what was never applied was not removed on the service": "isNeverApplied: && 1 -> false #18a6",
    "a confirmation is a pending change": "planView: ? 2 -> only else #c6e9",
  }),
  ...killedBy(["test/cli/undeclared.test.ts"], {
    "the list of people is read for new people in a team": "newPeopleIn: ? 1 -> only else #2925",
    "people who stay in a team cost no call": "newPeopleIn: ! 2 -> true #8746",
  }),
  ...killedBy(["test/planning/import.test.ts"], {
    "a missing value that nobody can give an object ends no plan":
      "isLeftOut: return 1 -> `return false;` #5518",
    "an object is replaced if only its creation can give it a missing value":
      "isLeftOut: && 1 operand 1 -> dropped #261b",
    "a missing value that can be written is written": "isLeftOut: && 1 operand 2 -> dropped #261b",
  }),
  ...killedBy(["test/planning/simulated.test.ts", "src/util/linked-order.test.ts"], {
    "a simulated delete takes the contents of the object along":
      "remove in engine/plan/audience/simulate.ts: if 2 -> dropped #5bfc",
    "a simulated default is the only one among its siblings":
      "setDefault in engine/plan/: for 1 -> dropped #c9c5",
    "a simulated move takes the object out of the order of its former siblings":
      "removeLive in engine/plan/: statement 2 -> dropped #a187",
    "an item that is put into an order leaves its former place":
      "createLinkedOrder: statement 6 -> dropped #9c67",
  }),
  ...killedBy(planningTests, {
    "drift shows which sibling a moved object follows": "previousSiblings: - 1 -> swapped #474f",
    "a default is compared with the former one of the same parent": "siblingsInState: ? 1 -> only then #d774",
    "a sorted object is moved by whoever changed the order": "movesIn in engine/plan/: || 1 -> true #aae5",
    "docsform matches an object after the objects that its key depends on":
      "batchesByLevel: function 2 -> () => 0 #f92b",
    "a live object whose unique value is declared matches only the object that declares it":
      "matchGroup: || 1 -> true #76a8",
    "docsform matches a variant by its path before it matches by its space":
      "siteSpace in resources/: true 1 -> false #9452",
    "docsform reports several candidates as an error and chooses none":
      "matchGroup: for 1 -> `const [object] = objects; if (object && live[0]) return addMatch(matching, object, live[0], by);` #4ef7",
    "the plan is refused if the layout and the remaining live objects form a cycle of containers":
      "checkMergedWorld: ... 1 -> dropped #8a4e",
    "the plan is refused if a remaining live object has a unique value that the layout declares":
      "checkMergedWorld: ... 2 -> dropped #857e",
    "existing objects get their unique values before a new object can derive the same value":
      "orderUnique: statement 4 -> dropped #ff3b",
    "a new object without a declared unique value is created after its siblings":
      "mustBeCreatedLast: === 2 -> operator !== #fb18",
    "an object gives up a unique value before another object gets it": "orderUnique: if 5 -> dropped #3107",
    "docsform breaks a cycle by a call that writes only a unique value":
      "breakCycles: || 1 operand 1 -> dropped #fdef",
    "docsform drops the soft dependencies of a cycle before it uses a temporary value":
      "breakCycles: || 1 operand 2 -> `!release && $$` #fdef",
    "docsform hides a section before it risks its last variant":
      "breakCycles: || 1 operand 2 -> `dropLightest(graph, cycle)` #fdef",
    "docsform uses a temporary value if two objects swap a unique value":
      "breakCycles: const 2 value -> undefined #399a",
    "docsform creates, moves and sorts siblings in their declared order":
      "rules: array 1 element 3 -> dropped #8eb0",
    "docsform adds a sibling before it deletes the last one": "siblingsFirst: statement 2 -> undefined #00a8",
    "docsform sets the new default before it deletes the old one":
      "siblingsFirst: statement 1 -> undefined #2a2b",
    "docsform creates a replacement before it deletes the replaced object":
      "deleteLast: statement 4 -> undefined #2a2b",
    "docsform writes the values of a replacement before it deletes the replaced object":
      "deleteAfterSuccessor: for 1 -> dropped #eb7b",
    "docsform shows an object that it created hidden after all writes to the object":
      "rules: array 1 element 8 -> dropped #8eb0",
    "docsform creates an object hidden if too many people would see it before later writes":
      "hiddenAtFirst: ? 1 then -> undefined #f44c",
    "a replacement does not get a unique value that another object has": "valuesInUse: if 2 -> dropped #bca4",
    "the plan does not list the values that a replacement gets as declared values":
      "managedObjects: !== 1 -> dropped #c01e",
    "docsform deletes or moves the contents of a container before it deletes the container":
      "deleteLast: for 1 -> dropped #3841",
    "docsform moves a container before it moves objects into it": "existence: if 1 -> dropped #6992",
    "docsform publishes a site after all other writes to it": "rules: array 1 element 7 -> dropped #8eb0",
    "a container is never inside an object that it contains": "indexLive: !== 5 -> true #be06",
    "docsform deletes one of two objects first if each may be inside the other":
      "leftBefore: const 3 value -> false #4a29",
    "docsform moves the contents of both objects out if each of the two may be inside the other":
      "leftBefore: for 1 -> dropped #c95f",
    "the plan lists an object that is deleted with its parent, but does not delete it itself":
      "draftNodes: === 1 -> true #fb44",
    "docsform moves or replaces the contents of a replaced container":
      "compareAll: === 1 -> operator >= #52aa",
    "docsform never changes an ignored attribute": "isChanged: call 1 -> dropped #a3c2",
    "docsform writes an unreadable value only if its hash differs from the one in the state":
      "isChanged: ! 1 -> `resolved !== null` #e6d0",
    "the plan is refused if it names people who are not in the organization":
      "guards: array 1 element 20 -> dropped #53d6",
    "a person is named by the id or the address in any case": "namesOfPerson: ... 1 -> dropped #be2e",
    "an unchanged value may name somebody who has left":
      "missingIn in engine/plan/guard/: !== 1 -> true #d1a0",
    "the plan needs permission to delete": "guards: array 1 element 2 -> dropped #53d6",
    "the plan is refused if it deletes or changes too many objects":
      "guards: array 1 element 3 -> dropped #53d6",
    "the plan is refused if it deletes a protected object": "guards: array 1 element 4 -> dropped #53d6",
    "the plan is refused if it deletes a container with contents that it neither deletes nor moves":
      "guards: array 1 element 5 -> dropped #53d6",
    "the plan is refused if it deletes an object that others refer to":
      "guards: array 1 element 7 -> dropped #53d6",
    "the plan is refused if it changes an unconfirmed object": "guards: array 1 element 11 -> dropped #53d6",
    "the plan is refused if one of its objects belongs to another layout":
      "guards: array 1 element 12 -> dropped #53d6",
    "the plan needs permission to create an object beside an unmanaged one":
      "guards: array 1 element 8 -> dropped #53d6",
    "the plan needs permission to overwrite a value that both sides changed":
      "guards: array 1 element 16 -> dropped #53d6",
    "the plan needs permission to revert a live change if that unpublishes or gives wider access":
      "guards: array 1 element 17 -> dropped #53d6",
    "the plan is refused if it writes an object that Git Sync owns":
      "guards: array 1 element 19 -> dropped #53d6",
    "a change was made on the service if the layout still declares the last applied value":
      "sideOf in engine/plan/decide/: ? 1 -> only else #a703",
    "the plan reverts a live change without permission if that neither hides nor opens anything":
      "decides in engine/plan/guard/: return 2 -> `return true;` #6c92",
    "docsform compares the order of the siblings that stayed under their parent":
      "whoOrdered: if 2 -> only then #62bd",
    "an edit of the layout is no drift": "hasDrifted: call 1 -> true #9ab2",
    "the state keeps an object protected until a layout removes the protection":
      "isProtected in engine/plan/: ?? 1 -> `$1 ?? address === context.desired.world.organizationId` #43a3",
    "a plan is outdated if an attribute that it changes has changed on the service":
      "checkPatch: === 2 -> operator >= #7f9f",
    "a plan is outdated if an object with the key of a new object has appeared":
      "checkCreate: if 3 condition -> true #0bbe",
    "the plan is refused if an incomplete list may omit an object that it creates":
      "gapGuards: array 1 element 1 -> dropped #47df",
  }),
  ...killedBy(["test/cli/changed-lists.test.ts", "src/resources/team/team.test.ts"], {
    "a layout does not manage the token's own user that it does not name":
      "managedPart: if 1 -> dropped #81d6",
    "a layout manages the token's own user that it names": "managedPart: || 1 -> only operand 1 #47d6",
    "what a layout does not manage stays when it is written": "writtenOver: if 1 -> dropped #6cc1",
    "accept writes only what the layout manages":
      "acceptValue: ?? 1 -> `$1 ?? live.attributes[attribute]` #ceef",
  }),
  ...killedBy(["test/planning/changed-parts.test.ts"], {
    "only the attribute knows the parts of a map that it compares in its own way":
      "partsOfValues: ? 1 -> only then #922d",
    "only a list whose order does not matter is a set": "partsOfValues: if 1 condition -> true #fcfe",
    "null is an empty map if the attribute treats them alike": "partsOfMaps: ? 1 -> only else #8c57",
    "a value that is no map has no parts": "partsOfMaps: if 1 -> dropped #07c3",
    "a map that one side removed is one part": "partsInMaps: && 2 operand 2 -> dropped #1b62",
    "a part of a map may be in an inner map": "partsInMaps: if 2 -> dropped #ce38",
    "the token's own user may be an undeclared item of a set": "partsOfItems: ? 1 -> only else #04ac",
    "an item that both sides removed may be one that the layout has added under another name":
      "partsOfItems: const 2 value -> false #8b9d",
    "an item with another name is the live item that it means": "keysIn: ?? 1 -> `$1 ?? $3` #1155",
    "both changed a value if both changed one of its parts in different ways":
      "attributeChangedIn: array 2 -> swapped #7724",
    "both sides changed no value if they changed different parts of it":
      "attributeChangedIn: ? 1 -> only else #20ab",
    "a value of which the state has a hash has no parts": "comparedValues: || 1 operand 3 -> dropped #e29d",
    "a value with a secret has no parts": "comparedValues: || 1 operand 4 -> dropped #e29d",
    "accept keeps the layout's own edits of other parts": "mergedIn: if 1 condition -> true #7676",
    "accept with named objects takes also the parts that both sides changed":
      "mergedOf: && 1 -> only operand 1 #6b93",
    "accepting everything takes whole values": "mergedOf: || 1 -> only operand 2 #cbaf",
    "an edit of the layout that gives access is no undo, if a person changed other parts of the value":
      "undoneValues in engine/plan/guard/: ? 1 -> undefined #5bdc",
    "a refusal names the parts that both sides changed": "changesByBoth: call 3 -> only argument 1 #4e57",
    "a plan contains no secret in the name of a part": "changeWithout: call 4 -> only argument 1 #e21a",
    "a step names the parts that were changed on the service": "changedFields: . 4 -> undefined #8a99",
  }),
  ...killedBy(["test/cli/accept.test.ts"], {
    "the state does not record the layout's own edits of an accepted value as applied":
      "rememberedAttribute: ?? 1 -> only operand 2 #721b",
    "accept writes the value with the edits of both sides": "makeChanges: . 3 -> undefined #4efb",
  }),
  ...killedBy(["test/planning/import.test.ts"], {
    "the note about found objects omits those of another layout": "foundNotes: === 2 -> true #422b",
    "nobody can confirm an object of another layout": "unconfirmed: && 1 -> only operand 1 #8be8",
    "an object of another layout is no candidate for a rename":
      "unmanaged in engine/plan/: === 1 -> true #422b",
    "an object of another layout is no candidate for a move": "possibleMoves: === 1 -> true #422b",
    "an object that was found by its key is not a step of the plan": "matchToImport: ? 1 -> only then #1923",
    "the declaration of an import-only object asks to import it":
      "matchToImport: || 2 -> only operand 1 #74b9",
  }),
  ...killedBy(["test/planning/order.test.ts"], {
    "a value that a change would give to two objects is found": "keepsAll: || 1 operand 1 -> false #44f0",
    "a container that a move would put into itself is found": "keepsAll: || 1 operand 3 -> false #44f0",
  }),
  ...killedBy(["test/planning/fingerprints.test.ts"], {
    "a plan is outdated if an object that was found by its key has another key":
      "findStaleConflicts: ... 1 -> dropped #93f0",
    "a plan is not outdated if an ignored attribute of the key has changed":
      "checkFound: in 1 -> dropped #3cd8",
  }),
  ...killedBy(["src/engine/plan/order/fewest-moves.test.ts"], {
    "docsform moves the fewest siblings to sort them": "fewestMoves: call 3 -> `$2.slice(0, 1)` #f92b",
  }),
  ...killedBy(["test/planning/undeclared.test.ts"], {
    "docsform compares an attribute that the layout no longer declares with its last applied value":
      "lastKnown: ? 1 -> `$2 ?? $3` #eceb",
    "an attribute that a run did not read keeps its last known value in the state":
      "rememberedValues: ? 1 then -> undefined #96d4",
    "the state keeps only a hash of a secret that the layout no longer declares":
      "valueToRemember: || 1 -> `($1) && remembering.isSecret(null)` #89cd",
  }),
];
