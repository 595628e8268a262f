import { killedBy, type Mutant } from "./mutant.ts";

/** The dangers and the text of a plan, and attributes that the service clears. */
export const planTextMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/dangers.test.ts"], {
    "a change that gives access and cannot be compared counts as wider": "widened: ? 2 -> undefined #780e",
    "the plan warns about an object that it unpublishes": "dangersOfChange: && 1 -> false #31ba",
    "the plan says that a hidden variant stays reachable": "dangersOfChange: ? 2 -> only else #a420",
    "the plan warns about a new URL of a hidden variant": "isPublished: === 2 -> false #16ba",
    "the plan warns about a new URL only if readers can see the object":
      "ofPatch: call 2 -> only receiver #c99b",
    "the plan warns about a new site that readers can see at once":
      "isShowing: && 1 -> `$1 && value === null` #31ba",
    "a value that cannot be compared counts as wider":
      "widerFirst: || 1 -> `from >= 0 && to >= 0 && $3` #eb90",
    "a change between two roles without a rank counts as wider": "widerRole: && 1 -> false #0e90",
    "a removed or changed condition counts as wider": "widerWithout: && 1 -> false #041a",
    "a higher role counts as wider": "widerRole: call 1 -> dropped #5069",
  }),
  ...killedBy(["test/planning/carried-values.test.ts"], {
    "a replacement that becomes the default gets no value that the service refuses there":
      "isRefusedThere: && 1 -> false #ce79",
    "the plan is refused if it writes a value that the service refuses in the default":
      "refusedInDefault: || 1 -> true #c054",
    "docsform sets the new default before it writes a value that the service refuses in the default":
      "afterDefault: object 1 -> `{ node, after: undefined }` #7f20",
    "a value that is refused in the default is refused inside a parent only if the parent is a default":
      "requiredDefaults: array 3 -> `[$1]` #5fb8",
    "the layout owns the place of an object inside an undeclared object that it deletes":
      "isOwned in engine/plan/decide/: && 1 -> false #62bb",
    "a replacement gets no value that the service refuses in the default if it may become the default":
      "mayBeInDefault: || 1 -> only operand 1 #4098",
    "the service chooses no default if the layout declares one": "mayBecomeDefault: if 1 -> dropped #be0e",
    "the service chooses no default if the default stays": "mayBecomeDefault: if 3 -> dropped #4295",
    "an object that the layout does not own stays the default": "mayBecomeDefault: || 1 -> true #4e7f",
    "a value that a replacement takes over frees the value that the service gave it":
      "keepsValue: call 4 -> `context.matches.byLive.get(key)?.desired` #34a9",
    "a write of an attribute clears the attributes that belong to it":
      "clearedByWriting: array 1 -> `orphans.length < 0 ? [] : [$1]` #39c5",
  }),
  ...killedBy(["test/planning/cleared-values.test.ts"], {
    "a step shows the attributes that the service clears beside a new value":
      "patchedIn: ... 2 -> dropped #2cb1",
    "a step does not show a cleared attribute that had no value": "clearedBeside: !== 1 -> dropped #4f0d",
    "a null clears no other attributes": "clearedBy: call 2 -> only receiver #64dc",
    "a written value clears the attributes that it excludes, also of a copy":
      "execute: ... 2 -> dropped #d75b",
    "accept does not accept an attribute that the service cleared beside another":
      "whoChangedOf: || 1 -> operator && #377e",
  }),
  ...killedBy(["test/report/plan-text.test.ts"], {
    "the plan names every deleted object":
      "renderDeleted: call 2 -> `$1($2.slice(0, mostLines), $3, $4)` #45ce",
    "a plan lists deletes only among the dangers": "partOf in report/view/: if 1 -> dropped #ea26",
    "an object that is created together with another one has a line if something is its own":
      "hasNothingOfItsOwn: return 2 -> true #13f8",
    "the values of a plan with fewer than 60 steps are whole": "isWhole in report/text/: && 1 -> false #b04c",
    "the values of a large plan are shortened": "isWhole in report/text/: < 1 -> true #4bef",
    "what a plan undoes comes before the rest": "partOf in report/view/: ? 1 -> only else #e66c",
    "a rename is no other field of the entry": "rows in report/view/actions.ts: !== 1 -> true #1610",
    "the plan names every forgotten object": "summaryLine: call 1 -> `$1($2.slice(0, mostNamed))` #85e8",
    "the plan counts the steps that it does not show": "inShortOf: call 3 -> `$1.slice($2, $2)` #fdb5",
  }),
];
