import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of doing a part of a layout. */
export const selectingMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/selection.test.ts"], {
    "what is selected brings what it needs": "selectSteps: call 7 -> `new Set($3)` #8f4e",
    "what needs something that was left out is left out": "selectSteps: ! 2 -> dropped #2cba",
    "what is excluded takes along what is in it": "namedBySelection: call 2 -> `excluded.has(address)` #4fc7",
    "the state keeps what it has of what was left out": "managedObjects: if 1 -> dropped #e64c",
    "a saved plan keeps its selection": "openSaved in reconcile/: && 1 -> undefined #088a",
    "what is selected is known to something": "compose in plan/plan-changes.ts: ? 1 -> [] #2502",
    "a destroy leaves alone what was left out": "decideDestroy: call 9 -> only receiver #00ca",
    "what was not selected is the layout's all the same":
      "compose in plan/plan-changes.ts: const 2 value -> `new Set()` #38a9",
    "drift of a part is of that part": "selectedDrift: call 8 -> only receiver #04be",
  }),
  ...killedBy(["test/planning/selected-former-objects.test.ts"], {
    "what is found is selected with what needs it": "selectSteps: ... 2 -> dropped #2653",
    "what an address was goes with what it is": "inseparable: statement 3 -> dropped #5b58",
  }),
  ...killedBy(["test/planning/selected-matches.test.ts"], {
    "what comes into a renamed object brings the rename": "identities: for 2 -> dropped #2d0a",
    "what leaves a renamed object brings the rename": "identities: for 3 -> dropped #62ba",
    "new objects that may be the same one are made together": "identities: for 5 -> dropped #859b",
    "what may be a new object goes with it or after it": "identities: for 6 -> dropped #1f9a",
    "what is in an object that may be a new one leaves with it or after it":
      "identities: ? 1 then -> [] #5b12",
    "what stands beside an object that may be a new one leaves its place with it or after it":
      "identities: ? 1 -> only then #5b12",
    "what stands elsewhere may come into the same place": "byPlace: array 3 element 2 -> dropped #d6e7",
  }),
  ...killedBy(["test/planning/guards.test.ts"], {
    "a field that something else owns is not written": "writesOwned: call 2 -> false #acd5",
    "what is in an object that something else owns is not written": "writesOwned: && 2 -> false #72d1",
  }),
  ...killedBy(["test/cli/import.test.ts"], {
    "what is imported is where the layout has it": "importOne in reconcile/: statement 2 -> dropped #eb7b",
    "what is protected is not forgotten by hand": "forgetInState: if 1 -> dropped #6f1b",
    "in the state, an address that is taken is not taken again": "moveInState: if 2 -> dropped #c313",
    "beside an open journal the state is not changed": "readEditable: statement 1 -> dropped #9c67",
  }),
];
