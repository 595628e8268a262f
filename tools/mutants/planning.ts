import { killedBy, type Mutant } from "./mutant.ts";

const planning = ["test/planning"];

/** Rules of deciding. */
export const planningMutants: readonly Mutant[] = [
  ...killedBy(planning, {
    "pair level by level, what contains before what is inside": "batchesByLevel: function 2 -> () => 0 #f92b",
    "a claimed unique value pairs only with its claimant": "matchGroup: || 1 -> true #76a8",
    "a site space is paired by path before it is by space": "siteSpace in resources/: true 1 -> false #b710",
    "several candidates are an error, not a guess":
      "matchGroup: for 1 -> `const [object] = objects; if (object && live[0]) return addMatch(matching, object, live[0], by);` #4ef7",
    "the merged world is validated, not the layout alone": "checkMergedWorld: ... 1 -> dropped #8a4e",
    "a unique value that something keeps cannot be declared": "checkMergedWorld: ... 2 -> dropped #857e",
    "derived paths: existing objects first, newcomers that could derive a value after it is taken":
      "orderUnique: statement 4 -> dropped #ff3b",
    "newcomers without a declared value come last": "mustBeCreatedLast: === 2 -> operator !== #fb18",
    "release edges: a value is given up before it is taken": "orderUnique: if 5 -> dropped #3107",
    "a path is written before what waits for another default": "breakCycles: if 1 -> dropped #7fd1",
    "soft edges are dropped before a temporary value is taken":
      "breakCycles: if 2 condition -> `$$ && !release` #26db",
    "temporary values where two objects swap": "breakCycles: const 3 value -> undefined #399a",
    "arrivals in one ordered list form a chain": "rules: array 1 element 3 -> dropped #8eb0",
    "add before delete": "siblingsFirst: statement 2 -> undefined #67bc",
    "defaults are handed over before the old one is deleted": "siblingsFirst: statement 1 -> undefined #1071",
    "a replacement is there before what it replaces goes": "deleteLast: statement 4 -> undefined #2a2b",
    "what a replacement is given is written before what it replaces goes":
      "deleteAfterSuccessor: for 1 -> dropped #eb7b",
    "what is created unseen is shown when it is as it is to be": "rules: array 1 element 8 -> dropped #8eb0",
    "what fewer people are to see is created unseen": "hiddenAtFirst: ? 1 then -> undefined #f44c",
    "a value that somebody else has there is not carried over": "valuesInUse: if 2 -> dropped #bca4",
    "what is carried over is nothing that the layout declares": "managedObjects: !== 1 -> dropped #c01e",
    "contents leave, or go, before what holds them goes": "deleteLast: for 1 -> dropped #3841",
    "a container moves before what enters it": "existence: if 1 -> dropped #6992",
    "publication comes last": "rules: array 1 element 7 -> dropped #8eb0",
    "what contains something is not inside of it": "indexLive: !== 5 -> true #be06",
    "of two that may be inside of each other one goes first": "leftBefore: const 3 value -> false #4a29",
    "what goes later has let its contents leave": "leftBefore: for 1 -> dropped #c95f",
    "deletes that go with something are listed and never sent": "draftNodes: === 1 -> true #fb44",
    "replacing a container replaces, or moves, what is in it": "compareAll: === 1 -> operator >= #52aa",
    "an ignored attribute is never patched": "isChanged: call 1 -> dropped #a3c2",
    "what cannot be read back is left alone without a hash": "isChanged: ! 1 -> `resolved !== null` #e6d0",
    "deletes need permission": "guards: array 1 element 2 -> dropped #4434",
    "too many deletes or changes are refused": "guards: array 1 element 3 -> dropped #4434",
    "what is protected stays": "guards: array 1 element 4 -> dropped #4434",
    "unmanaged contents refuse the deletion of what holds them": "guards: array 1 element 5 -> dropped #4434",
    "what is in use is not deleted": "guards: array 1 element 7 -> dropped #4434",
    "what nobody has confirmed is not changed": "guards: array 1 element 11 -> dropped #4434",
    "an object has one layout": "guards: array 1 element 12 -> dropped #4434",
    "creating beside unmanaged objects wants a word": "guards: array 1 element 8 -> dropped #4434",
    "what both sides changed is not overwritten": "guards: array 1 element 18 -> dropped #4434",
    "what hides or opens is not undone unasked": "guards: array 1 element 19 -> dropped #4434",
    "what Git Sync owns is not written": "guards: array 1 element 20 -> dropped #4434",
    "what the layout has not changed is the change of somebody else":
      "sideOf in plan/decide/: ? 1 -> only else #1cb1",
    "what only narrows is undone without being asked": "undonePermitted: ! 1 -> dropped #2cba",
    "an order is compared with siblings that have stayed": "whoOrdered: if 2 -> only then #62bd",
    "the layout's own edits are no drift": "hasDrifted: call 1 -> true #9ab2",
    "protection is remembered until a layout takes it back":
      "isProtected in plan/: ?? 1 -> `$1 ?? address === context.desired.world.organizationId` #43a3",
    "a plan that no longer fits is found out, field by field": "checkPatch: === 2 -> operator >= #7f9f",
    "an object that has appeared under a key is not created beside":
      "checkCreate: === 4 -> operator >= #7f9f",
    "what is not in an incomplete list is not created anew": "guards: array 1 element 14 -> dropped #4434",
  }),
  ...killedBy(["test/planning/import.test.ts"], {
    "what is only found is no step": "matchToImport: ? 1 -> only then #1923",
    "what docsform never creates is asked for by declaring it": "matchToImport: || 2 -> only operand 1 #74b9",
  }),
  ...killedBy(["test/planning/fingerprints.test.ts"], {
    "what is recognized by its key still has it before the first write":
      "findStaleConflicts: ... 1 -> dropped #93f0",
    "a key that is left to others may change": "checkFound: in 1 -> dropped #3cd8",
  }),
  ...killedBy(["src/plan/order/fewest-moves.test.ts"], {
    "the longest run of siblings stays where it is": "fewestMoves: call 3 -> `$2.slice(0, 1)` #f92b",
  }),
  ...killedBy(["test/planning/undeclared.test.ts"], {
    "what the layout no longer declares is compared with what was applied":
      "lastKnown: ? 1 -> `$2 ?? $3` #eceb",
    "what a run did not read stays as an earlier one saw it": "rememberedValues: ? 1 then -> undefined #96d4",
    "a secret that nobody declares any more is remembered by its hash":
      "valueToRemember: || 1 -> `($1) && remembering.isSecret(null)` #89cd",
  }),
];
