import { killedBy, type Mutant } from "./mutant.ts";

/** Reading a layout, and the output of an app that was synthesized. */
export const readingMutants: readonly Mutant[] = [
  ...killedBy(["src/layout", "test/cli/layout-example.test.ts"], {
    "two unique values conflict if the service treats them as equal":
      "checkUnique: ? 1 -> `$1 ? $2 : ($3, $2)` #839c",
    "a unique value is unique only within its place": "checkUnique: call 3 -> null #c37b",
    "docsform reports a unique value that two objects declare": "checkUnique: === 4 -> true #74e2",
    "docsform reports two defaults among siblings": "checkDefault: === 1 -> true #74e8",
    "docsform reports containers that are inside each other": "checkObjects: statement 5 -> dropped #9c67",
    "docsform reports a missing attribute that a create requires": "checkCreatable: || 2 -> true #8420",
    "a pinned object requires no attributes": "checkCreatable: !== 1 -> dropped #f402",
    "docsform runs the checks of an object's type": "checkOwnRules: . 2 -> {} #69ee",
    "docsform reports an unknown field of an object": "draftOf in layout/: statement 2 -> undefined #cfb0",
    "docsform reports an unknown field of the layout":
      "reportUnknown in layout/merge-sources.ts: statement 1 -> dropped #83c6",
    "docsform reports two objects with the same address": "registerAddress: statement 4 -> dropped #a21c",
    "a pin distinguishes two objects with the same name": "registerAddress: ! 1 -> only value #0dc3",
    "docsform reports an unknown version of the layout format": "readVersion: statement 1 -> dropped #42b3",
    "docsform reports an unknown map in `prune`": "readPrune: statement 2 -> dropped #7b62",
    "the contents of owned contents are owned": "objectOf in layout/: || 1 -> operator && #7279",
  }),
  ...killedBy(["src/layout/synthesized", "test/synthesized", "test/cli/synthesized-app.test.ts"], {
    "a first child gets another address than a resource with the same label":
      "firstChildAddress in layout/synthesized/: ? 1 -> only else #b602",
    "the address of a first child contains the stack if two stacks have its label":
      "namesOfObjects: ? 2 -> only then #cfdb",
    "a text is secret if any part of it is secret": "joinParts: if 3 -> `secrets.splice(0); $$` #dd32",
    "the value of a sensitive field is secret": "evaluateTemplate: if 3 -> dropped #835d",
    "the value of a sensitive variable is secret": "valueOfVariable: if 3 -> dropped #64fa",
    "the default of a sensitive variable is secret": "valueOfVariable: ? 1 -> only else #e158",
    "the content of a file in a sensitive field is secret": "evaluateCall: === 3 -> true #00b5",
    "docsform reports synthesized objects that it cannot distinguish": "checkDuplicates: === 3 -> true #d18a",
    "a pin distinguishes an object from one with the same create key": "createKeyOf: if 1 -> dropped #1870",
    "docsform shows no part of another provider's resource": "hiddenInResources: if 1 -> dropped #8edf",
    "docsform shows no part of another provider's block": "hiddenInProvider: if 1 -> dropped #93f0",
    "docsform does not show the token of a provider block": "hiddenInProvider: string 1 -> dropped #919c",
    "docsform does not show a sensitive field of a resource":
      "hiddenInResources: function 2 -> () => false #ee82",
    "docsform does not show the default of a sensitive variable": "hiddenInVariable: ? 1 -> [] #b610",
    "`prevent_destroy` protects an object": "readLifecycle: statement 1 -> undefined #0aa8",
    "`ignore_changes` ignores an attribute": "readLifecycle: statement 2 -> undefined #ee93",
    "docsform reports a lifecycle rule that it does not support": "readLifecycle: ! 1 -> only value #2cba",
    "an order lists each sibling once": "siblingsIn in layout/synthesized/: if 3 condition -> false #06e1",
    "an order lists only siblings": "rankObjects: function 5 -> () => false #34f7",
    '`prevent_destroy` with the text "true" protects an object': "isTrue: === 3 -> dropped #00b5",
    "docsform ignores a `moved` block whose former resource is still declared":
      "readMoves: if 1 -> dropped #6038",
    "docsform reports two orders of the same siblings": "readOrder: || 3 -> false #4e58",
  }),
];
