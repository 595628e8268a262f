import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of reading a layout, and what an app synthesized. */
export const readingMutants: readonly Mutant[] = [
  ...killedBy(["src/layout", "test/cli/layout-example.test.ts"], {
    "values that the service takes for the same are not unique":
      "checkUnique: ? 1 -> `$1 ? $2 : ($3, $2)` #839c",
    "a value is unique within its place": "checkUnique: call 3 -> null #c37b",
    "a value that is there twice is told": "checkUnique: === 4 -> true #74e2",
    "two defaults are told": "checkDefault: === 1 -> true #74e8",
    "containers that are inside of one another are told": "checkObjects: statement 4 -> dropped #9c67",
    "what creating takes is asked for": "checkCreatable: || 2 -> true #8420",
    "of a pinned object nothing is required": "checkCreatable: !== 1 -> dropped #f402",
    "a type's own check is made": "checkOwnRules: . 2 -> {} #08a1",
    "an unknown field is told": "draftOf in layout/: statement 3 -> undefined #eb7b",
    "an unknown field of a layout is told":
      "reportUnknown in layout/merge-sources.ts: statement 1 -> dropped #5afb",
    "an address that is taken is told": "freeAddress: statement 4 -> dropped #b4dc",
    "a pin tells two objects of one name apart": "freeAddress: ! 1 -> only value #0dc3",
    "the other map's version is not read": "readVersion: statement 1 -> dropped #b77e",
    "a list of what is pruned names maps": "readPrune: statement 2 -> dropped #580f",
    "what is inside of what is owned is owned": "objectOf in layout/: || 1 -> operator && #7279",
  }),
  ...killedBy(["src/synthesized", "test/synthesized", "test/cli/synthesized-app.test.ts"], {
    "a first child has no address that a resource has":
      "firstChildAddress in synthesized/: ? 1 -> only else #b602",
    "a first child counts where two stacks use a label": "namesOfObjects: ? 2 -> only then #cfdb",
    "a text with a secret in it is secret, wherever it stands":
      "joinParts: if 3 -> `secrets.splice(0); $$` #dd32",
    "what is declared sensitive is secret": "evaluateTemplate: if 3 -> dropped #835d",
    "a sensitive variable is secret": "variable in synthesized/: if 3 -> dropped #64fa",
    "the default of a sensitive variable is secret": "variable in synthesized/: ? 1 -> only else #73c6",
    "a file in a secret place is secret": "call in synthesized/: === 3 -> true #00b5",
    "duplicates that nothing tells apart are told": "checkDuplicates: === 3 -> true #d18a",
    "what is pinned is told from what is created alike": "createKeyOf: if 1 -> dropped #1870",
    "what a resource of others says is shown nowhere": "hiddenInResources: if 1 -> dropped #8edf",
    "what another provider is told is shown nowhere": "hiddenInProvider: if 1 -> dropped #93f0",
    "the token is shown nowhere": "hiddenInProvider: string 1 -> dropped #919c",
    "a secret field is shown nowhere": "hiddenInResources: function 2 -> () => false #ee88",
    "the default of a sensitive variable is shown nowhere": "hiddenInVariable: ? 1 -> [] #2929",
    "prevent_destroy protects": "readLifecycle: statement 1 -> undefined #0aa8",
    "ignore_changes ignores": "readLifecycle: statement 2 -> undefined #ee93",
    "a lifecycle that cannot be kept is told": "readLifecycle: ! 1 -> only value #2cba",
    "an order lists each sibling once": "siblingsIn in synthesized/: if 3 condition -> false #c272",
    "an order lists siblings": "rankObjects: function 5 -> () => false #34f7",
    "protection as text is protection": "isTrue: === 3 -> dropped #00b5",
    "what is declared still has not moved": "readMoves: if 3 -> only then #2c72",
    "two orders of one place are told": "joined in synthesized/: || 1 -> false #3963",
  }),
];
