import { killedBy, type Mutant } from "./mutant.ts";

/** Selections: plans, drift and commands for a part of a layout. */
export const selectingMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/selection.test.ts"], {
    "a selection includes what the selected objects need": "selectSteps: call 7 -> `new Set($3)` #8f4e",
    "a selection excludes what needs an excluded object": "selectSteps: ! 3 -> dropped #a773",
    "`--exclude` excludes the contents of an object, too":
      "namedBySelection: call 2 -> `excluded.has(address)` #4fc7",
    "the state keeps its entries of objects outside the selection": "managedObjects: if 1 -> dropped #e64c",
    "a saved plan keeps its selection": "openSaved in engine/reconcile/: && 1 -> undefined #088a",
    "docsform refuses a selection with an unknown address": "selectLayout: ? 1 -> [] #6949",
    "destroy does not delete excluded objects": "decideDestroy: call 11 -> only receiver #7e05",
    "an object outside the selection is still managed by the layout":
      "composePlan: const 1 value -> `new Set()` #e281",
    "drift reports the lists that are incomplete": "gapsOf: call 1 -> [] #d089",
    "the drift of a selection lists only selected objects": "selectedDrift: call 8 -> only receiver #04be",
  }),
  ...killedBy(["test/planning/selected-former-objects.test.ts"], {
    "a matched object without a step can be selected or excluded": "selectSteps: ... 2 -> dropped #2653",
    "a selection includes the former object of a selected address":
      "inseparable: statement 3 -> dropped #5b58",
  }),
  ...killedBy(["test/planning/selected-matches.test.ts"], {
    "a selection of a new object inside a renamed one includes the rename":
      "identities: for 2 -> dropped #2d0a",
    "a selection of an object that leaves a renamed one includes the rename":
      "identities: for 3 -> dropped #62ba",
    "a selection of a new object includes the others that may be the same live object":
      "identities: for 5 -> dropped #859b",
    "a selection of a live object that may be a new one includes the new one":
      "identities: for 6 -> dropped #1f9a",
    "a selection of contents of an object that may be a new one includes the new one":
      "identities: ? 1 then -> [] #5b12",
    "a selection of siblings of an object that may be a new one includes the new one":
      "identities: ? 1 -> only then #5b12",
    "a renamed object may also be a live object from another place of the same parent":
      "byPlace: array 3 element 2 -> dropped #d6e7",
  }),
  ...killedBy(["test/planning/guards.test.ts"], {
    "the plan is refused if it writes an attribute that Git Sync owns": "writesOwned: call 2 -> false #acd5",
    "the plan is refused if it writes contents that Git Sync owns": "writesOwned: && 2 -> false #72d1",
  }),
  ...killedBy(["test/cli/import.test.ts"], {
    "import refuses an object in another place than the layout declares":
      "importOne in engine/reconcile/: statement 1 -> dropped #eb7b",
    "`state rm` refuses a protected object": "forgetInState: if 1 -> dropped #6f1b",
    "`state mv` refuses an address that the state already has": "moveInState: if 2 -> dropped #c313",
    "the state commands refuse a state with an open journal": "readEditable: statement 1 -> dropped #9c67",
  }),
];
