import { killedBy, type Mutant } from "./mutant.ts";

/** What each guard looks at. */
export const guardMutants: readonly Mutant[] = killedBy(["test/planning/guards.test.ts", "test/planning"], {
  "a share says nothing of few objects": "smallestForShare: number 1 -> 1 #d301",
  "a share is of what is there with what goes":
    "refusalsIn: ? 2 condition -> `$1($2, retained.length, $4)` #3002",
  "a count is a count": "exceeds: . 1 -> `$$ + 1` #6dce",
  "a first import may change all": "refusalsIn: && 2 -> only operand 2 #4b76",
  "thresholds are of each type too": "thresholds in plan/: ... 1 -> dropped #2ac1",
  "the state remembers protection": "protectedIn: function 2 -> () => false #1bff",
  "the layout declares protection": "protectedIn: === 1 -> false #3c1b",
  "what is deleted by a step of its own does not stand in the way": "staysInside: if 1 -> dropped #a01b",
  "what is moved out does not stand in the way": "staysInside: ! 1 -> true #d95f",
  "what is re-pointed does not use it any longer": "stillReferenced: ! 2 -> dropped #7346",
  "with a state nothing hides under another name": "createdBeside: === 1 -> true #4bb2",
  "in another container it is not beside": "unmanagedBeside: === 1 -> dropped #3c3a",
  "what is forgotten in another place is nothing that a new object could be":
    "forgottenBeside: === 2 -> dropped #3c3a",
  "an incomplete list of others is nothing to it": "incompleteLists in plan/guard/: call 4 -> true #af20",
  "an incomplete list where undeclared ones go is refused":
    "incompleteLists in plan/guard/: array 3 -> [] #d2f5",
  "an entry of another object is no memory of this one": "comparedAt: && 1 -> false #6f24",
  "what only one side changed is no conflict": "changesByBoth: === 2 -> true #46be",
  "nothing is deleted from what Git Sync owns": "writesOwned: && 1 -> false #9e48",
  "--allow-deletes lifts only what it is for": "unpermitted: ! 2 -> false #2cba",
  "--skip-deletes lifts only what is about deletes": "unpermitted: && 1 operand 3 -> dropped #1525",
  "what has gone with what it held is not made anew unasked": "lostBefore: array 7 -> `$$.slice(1)` #c840",
  "what is unconfirmed is not changed unasked": "unconfirmed: ! 1 -> false #0dc3",
  "what changes in a scope changes what has the scope":
    "changedBy in plan/: if 2 -> `if (scope !== undefined) return undefined; $$` #7c37",
  "what a scope shows is opened": "openedBy: if 1 -> only then #b8a5",
  "a pin confirms": "originsOf in plan/: string 2 -> undefined #26f7",
  "an origin belongs to the id": "originsOf in plan/: call 6 -> only argument 1 #f35c",
  "what another layout has is refused": "otherLayout in plan/: ... 1 -> dropped #29ca",
  "a list of what only the state knows is needed too": "neededTypes: ... 5 -> dropped #b5b4",
  "a list of what may be inside of what is deleted is needed too": "neededTypes: array 4 -> [] #b89a",
  "what is forgotten may be what is created": "forgottenBeside: === 1 -> false #00b5",
  "what is forgotten is another thing where it is of another type":
    "placeFor in plan/places.ts: array 1 -> `[$2, $3, $1.length * 0]` #d0e6",
  "what is made anew with its contents is asked about as one":
    "partsOfRecreated: call 2 -> `$2.deletedWith === undefined && $$` #f35c",
  "what is not made anew is a delete, whatever it goes with": "partsOfRecreated: call 2 -> dropped #f35c",
  "what a person alone can give to another one keeps it from being made anew":
    "boundBy: || 1 -> `$1 || value !== null` #7a4a",
  "what something else owns is not replaced": "writesOwned: === 2 -> false #00b5",
  "what readers would miss meanwhile is asked about": "emptyMeanwhile: if 1 -> only then #04c7",
  "who sees what is made anew is not forgotten in between": "wouldBeShown: === 3 -> true #f53b",
  "what docsform does not know keeps the kind of a structure": "keptByUnknown: === 1 -> true #7f9f",
});
