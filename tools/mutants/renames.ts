import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of what has another name in the layout, and of the lines that say so. */
export const renamesMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/renames.test.ts"], {
    "of several sections with one first space, none is guessed":
      "uniquePairs in plan/: ? 1 -> only then #cd11",
    "a section is known by the first space that was applied": "firstOf in plan/: [] 1 -> dropped #3ab6",
    "half of a group is not most of it": "byMostChildren: > 1 -> operator >= #7810",
    "a variant under another path is another one": "byPlace: function 4 body -> true #1c78",
    "two replaced objects never take one live object": "matchAndDecide: call 6 -> `$1($2, new Map())` #e21a",
    "what has only another address is a note": "renameNotes: ! 1 -> only value #2cba",
  }),
  ...killedBy(["test/planning/moved-out.test.ts"], {
    "what leaves one parent is sought under the others": "recognizedNext: ? 1 -> only then #9a84",
    "what the layout does not declare in a place that it owns has left":
      "isLeaving in plan/: call 8 -> false #c163",
    "what an interrupted run was to replace is known by the next": "matchAndDecide: call 1 -> dropped #f157",
    "what an interrupted run only changed takes the place of nothing": "isMade: === 1 -> dropped #02ac",
  }),
  ...killedBy(["test/planning/interrupted-renames.test.ts"], {
    "what an interrupted run has made is as new under other parents as it was":
      "undecidedOf in plan/match/recognize-moved.ts: || 1 -> `isAsked(object)` #e1ac",
    "what an interrupted run has made is as new under its parent as it was":
      "newObjectsByPlace: || 1 -> only operand 1 #e1ac",
    "what an interrupted run has made is as new under its new key as it was":
      "sameAsApplied: ... 3 -> dropped #12a3",
  }),
  ...killedBy(["test/planning/new-keys.test.ts"], {
    "a new key is the same where all that was applied is declared": "matchBatch: for 1 -> dropped #e83d",
    "of several that were alike, none is guessed": "sameAsApplied: ? 2 -> only then #9ee6",
    "a new key in another place is another object": "placeText in plan/: object 1 -> {} #b493",
  }),
  ...killedBy(["test/planning/possible-matches.test.ts"], {
    "the line names the path too where the entry declares none":
      "formerValues: || 1 -> `valueOf(name) !== undefined && $2` #1558",
    "where two have one name, the line names the id": "choicesIn: === 1 -> `known.has(key)` #bb56",
    "no line is named for what would be replaced": "choicesIn: if 1 -> dropped #fd72",
    "an entry that may be a bare name is written as a whole": "wholeEntry: !== 2 -> operator === #898b",
    "the refusal to delete names the line": 'deletePermission: call 5 -> "" #e21a',
    "the refusal to forget names the line": "refusalsIn: call 21 argument 2 -> [] #7570",
    "what leaves another place is no choice":
      "placeOfLive: . 1 -> `$1 === null ? undefined : undefined` #4efb",
  }),
];
