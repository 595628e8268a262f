import { killedBy, type Mutant } from "./mutant.ts";

/** What each guard refuses. */
export const guardMutants: readonly Mutant[] = [
  ...killedBy(["test/planning/import.test.ts"], {
    "several layouts may declare an object that no layout creates":
      "otherLayoutLookup: && 1 operand 3 -> dropped #507f",
  }),
  ...killedBy(["test/resources/site-structure-rules.test.ts"], {
    "a link cannot be beside spaces": "addLink: statement 2 -> dropped #b070",
    "a link moves into a group": "updateLink: if 2 -> dropped #6a3c",
  }),
  ...killedBy(["test/planning/order.test.ts"], {
    "a link comes after the first section of its site": "afterFirstOf: for 1 -> dropped #2c59",
    "an object keeps a unique value that the layout ignores": "keepsValue: || 1 operand 2 -> dropped #7412",
    "an ignored value is not written, so it conflicts with none":
      "conflictsUnderRule: || 1 operand 3 -> dropped #dac4",
  }),
  ...killedBy(["test/cli/links-of-new-sites.test.ts"], {
    "a link before the first section of a new site is created after it":
      "mustBeCreatedLast: if 2 -> dropped #ef45",
    "a link waits for no further section in a site with sections":
      "firstNeeded: ? 1 condition -> false #8cc3",
    "a link goes before the next sibling that exists":
      "placeAmong: call 2 -> `siblings.slice(at + 1)[0]` #4666",
  }),
  ...killedBy(["test/cli/managed-lists.test.ts"], {
    "an entry that leaves a managed list is deleted": "removedFromLayout: || 2 -> only operand 1 #8e01",
    "prune owns a managed list": "withOwned: if 1 condition -> true #337a",
  }),
  ...killedBy(["test/reconcile/destroy.test.ts"], {
    "apply does not recreate what an interrupted destroy was deleting":
      "beingDestroyed: call 2 -> false #fdb5",
  }),
  ...killedBy(["test/planning/guards.test.ts", "test/planning"], {
    "a maximum share applies only from ten objects on": "smallestForShare: number 1 -> 1 #d301",
    "the share of deletes is a share of the retained and the deleted objects together":
      "refusalsIn: ? 2 condition -> `$1($2, retained.length, $4)` #3002",
    "a maximum count permits exactly that many objects": "exceeds: . 1 -> `$$ + 1` #6dce",
    "a first apply may change all objects": "refusalsIn: && 2 -> only operand 2 #4b76",
    "the maximums apply to each type, too": "thresholds in engine/plan/: ... 1 -> dropped #2ac1",
    "an object that the state records as protected is protected":
      "protectedIn: function 2 -> () => false #1bff",
    "an object that the layout declares as protected is protected": "protectedIn: === 1 -> false #3c1b",
    "a container may be deleted if the plan deletes its contents in steps of their own":
      "staysInside: if 1 -> dropped #a01b",
    "a container may be deleted if the plan moves its contents out": "staysInside: ! 1 -> true #d95f",
    "an object may be deleted if the plan changes the references to it":
      "stillReferenced: ! 2 -> dropped #7346",
    "with a state, an unmanaged object is no reason to refuse a create beside it":
      "createdBeside: === 1 -> true #48a8",
    "an unmanaged or forgotten object in another place is no reason to refuse a create":
      "createdBeside: && 1 -> `othersByPlace().values().next().value` #8d41",
    "a plan is not refused because of an incomplete list that it does not need":
      "incompleteLists in engine/plan/guard/: call 4 -> true #af20",
    "the plan is refused if it deletes undeclared objects of an incomplete list":
      "incompleteLists in engine/plan/guard/: array 3 -> [] #d2f5",
    "a change has no known author if the state has another object under the address":
      "comparedAt: && 1 -> false #8968",
    "a value that only one side changed is no conflict": "changesByBoth: === 2 -> true #46be",
    "the plan is refused if it deletes contents of an object that Git Sync owns":
      "writesOwned: && 1 -> false #9e48",
    "only its own flag lifts a refusal": "unpermitted: ! 2 -> false #2cba",
    "`--skip-deletes` lifts only refusals about deletes": "unpermitted: && 2 operand 3 -> dropped #1525",
    "the plan needs permission to recreate a lost object, because its contents are lost":
      "lostBefore: return 3 -> `return [];` #2df2",
    "the plan needs permission to open or delete an object that a run probably created":
      "unconfirmed: ... 2 -> dropped #d7ea",
    "the plan needs no permission to change an object that a run probably created":
      "unconfirmed: && 2 -> only operand 1 #a7f5",
    "the plan needs permission to open what a run probably created": "changedObjects: for 3 -> dropped #faff",
    "the plan needs permission to delete what a run probably created":
      "changedObjects: call 12 -> false #fb70",
    "only a difference that opens something opens an object":
      "openedBy in engine/plan/: || 1 operand 3 -> dropped #a33a",
    "an object that becomes open to more people is opened":
      "openedBy in engine/plan/: statement 1 -> dropped #b64d",
    "an object that is changed to open something is opened":
      "openedBy in engine/plan/: for 2 -> dropped #89c9",
    "a note names each object that a run probably created": "recoveredNotes: ... 2 -> dropped #3be1",
    "a note names the objects that an interrupted run created": "recoveredNotes: ... 1 -> dropped #247b",
    "the plan needs permission to change an unconfirmed object": "unconfirmed: ! 1 -> false #0dc3",
    "a change inside a site counts as a change of the site": "partOf in engine/plan/: ? 1 -> only then #783f",
    "a space that becomes visible on a site counts as changed":
      "shownBy in engine/plan/: if 1 -> only then #b992",
    "a pin confirms an object": "originsOf in engine/plan/: string 2 -> undefined #b2f8",
    "the origin of an object depends on its id, and not on its address":
      "originsOf in engine/plan/: call 6 -> only argument 1 #ff83",
    "the plan is refused if the state of another layout has one of its objects":
      "otherLayout in engine/plan/: ... 1 -> dropped #29ca",
    "the plan needs the lists of types that only the state or the journal has":
      "neededTypes: ... 5 -> dropped #b5b4",
    "the plan needs the lists of types whose objects may be inside a deleted object":
      "neededTypes: array 4 -> [] #b89a",
    "the plan needs permission to create an object beside a forgotten one":
      "forgotten in engine/plan/: === 1 -> false #00b5",
    "a forgotten object of another type is no reason to refuse a create":
      "placeFor in engine/plan/decide/sibling-places.ts: array 1 -> `[$2, $3, $1.length * 0]` #d0e6",
    "an object that is recreated with its parent does not count as a delete":
      "partsOfRecreated: call 2 -> `$2.deletedWith === undefined && $$` #f35c",
    "an object that is not recreated with its parent counts as a delete":
      "partsOfRecreated: call 2 -> dropped #f35c",
    "the plan is refused if it recreates an object with a host name, which only a person can move":
      "boundBy: || 1 -> `$1 || value !== null` #7a4a",
    "the plan is refused if it replaces an object that Git Sync owns": "writesOwned: === 2 -> false #00b5",
    "the plan needs permission to empty a published site while it changes the site's structure":
      "emptyMeanwhile: if 1 -> only then #04c7",
    "the plan is refused if an interruption could lose the values that restrict who sees recreated objects":
      "wouldBeShown: return 3 -> `return [];` #9ba5",
    "the plan is refused if unknown objects prevent a new structure of a site":
      "keptByUnknown: === 1 -> true #7f9f",
    "the plan needs permission to overwrite a place that both sides changed":
      "changesByBoth: ... 2 -> dropped #0406",
    "a place at the root may be the half of an interrupted move":
      "changesByBoth: && 1 -> only operand 2 #e9c0",
    "a run that skips the deletes needs permission for an unconfirmed object that another step changes":
      "changedObjects: && 1 -> operator || #0647",
    "an unconfirmed object counts as changed if only its first step is no delete":
      "changedObjects: && 1 -> only operand 2 #0647",
    "the plan needs the lists of types that the layout names by an id": "neededTypes: ... 4 -> dropped #ba6e",
    "a run that skips the deletes does not empty a published site": "emptyMeanwhile: true 1 -> false #c54c",
  }),
];
