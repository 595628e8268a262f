import { killedBy, type Mutant } from "./mutant.ts";

/** Objects with a new name in the layout, and the lines of the layout that declare the old name. */
export const renamesMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/renames.test.ts"], {
    "docsform does not match a renamed section if several sections have the same first space":
      "uniquePairs in engine/plan/: ? 1 -> only then #cd11",
    "docsform recognizes a renamed section by the first space that was last applied":
      "firstOf in engine/plan/: [] 1 -> dropped #3ab6",
    "docsform recognizes a renamed group only if more than half of its contents are the same":
      "byMostChildren: > 1 -> operator >= #7810",
    "docsform recognizes a variant by its place only if the paths are the same":
      "byPlace: function 4 body -> true #1c78",
    "two replaced objects never match the same replacement":
      "matchAndDecide: call 6 -> `$1($2, new Map())` #e21a",
    "the plan notes a rename if none of its steps shows the rename": "renameNotes: ! 1 -> only value #2cba",
  }),
  ...killedBy(["test/planning/reparented.test.ts"], {
    "docsform looks under the other parents for an object that left its parent":
      "recognizedNext: ? 1 -> only then #9a84",
    "an undeclared object in a place that the layout owns may have moved to another place":
      "isLeaving in engine/plan/: call 8 -> false #c163",
    "a plan knows which object an interrupted run was about to replace":
      "matchAndDecide: call 1 -> dropped #f157",
    "an object that an interrupted run only changed is no replacement":
      "isMade: && 1 -> only operand 2 #8769",
  }),
  ...killedBy(["test/planning/interrupted-renames.test.ts"], {
    "an object that an interrupted run created still counts as new when docsform looks for moved objects":
      "undecidedOf in engine/plan/match/recognize-moved.ts: || 1 -> `isAsked(object)` #e1ac",
    "an object that an interrupted run created still counts as new when docsform looks for renamed objects":
      "newObjectsByPlace: || 1 -> only operand 1 #e1ac",
    "an object that an interrupted run created still counts as new when docsform compares applied values":
      "sameAsApplied: ... 3 -> dropped #12a3",
  }),
  ...killedBy(["test/planning/new-keys.test.ts"], {
    "an object with a new address matches the live object whose last applied values it declares":
      "matchBatch: for 1 -> dropped #e83d",
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
];
