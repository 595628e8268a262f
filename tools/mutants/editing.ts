import { killedBy, type Mutant } from "./mutant.ts";

/** What a layout takes over from the service, and that nothing else of it changes. */
export const editingMutants: readonly Mutant[] = killedBy(
  [
    "src/layout/edit",
    "test/cli/accept-gone.test.ts",
    "test/cli/accept-in-place.test.ts",
    "test/cli/accept-layers.test.ts",
    "test/cli/accept.test.ts",
    "test/laws/accept.test.ts",
  ],
  {
    "what both sides changed is left alone": 'acceptDifference: || 1 -> `$1 || who !== "layout"` #3637',
    "what is named alone is taken over": "acceptDifference: if 2 -> dropped #93d8",
    "what something refers to is not taken out": "acceptRemoved: === 1 -> `$1 !== address` #74e8",
    "what has moved away keeps nothing": "referringTo: ! 1 -> dropped #fb59",
    "what is in something that is left stays": "acceptRemoved: call 8 -> `$$ && undefined` #45ce",
    "a text is quoted as before": "scalarText in layout/: if 1 -> dropped #3e2b",
    "a variable stays where it fits":
      "mergeValue: const 4 -> `{ text, lost } = { text: value, lost: [] as readonly string[] }` #86dd",
    "parts that are joined are no variable that nobody wrote": "keptVariables: === 1 -> true #0233",
    "what comes from elsewhere is not overwritten": "mergeValue: call 3 -> `$2 === value` #251c",
    "a comment goes with what it stands above": "leadOf: statement 1 -> `break;` #1cd5",
    "comments of nobody stay": "blockSplice: array 2 -> `out` #f860",
    "a comment in brackets goes with its item": 'bracketsOf: property 3 value -> "" #7cc3',
    "an alias keeps the former text": "movedAnchor: . 4 -> ``no ${$$}`` #e7e4",
    "an alias that goes needs no text": "setValue: if 2 -> dropped #f546",
    "what goes shares nothing any more": "removeField: statement 3 -> dropped #808c",
    "what merges another goes before it": "removeEntries: if 1 -> dropped #58da",
    "each thing is taken over where it is said last": "entryAt: ?? 1 -> only operand 2 #f636",
    "what several files say is not taken out of one": "refuseSeveral: number 1 -> 2 #d158",
    "an item is changed where it is said last": "itemAt in layout/: ?? 1 -> swapped #85db",
    "what several places know an item by is not changed in one":
      "writeValue in layout/edit/: statement 1 -> dropped #fd5e",
    "what an environment says too is not taken out": "solePart: call 2 -> dropped #e21a",
    "what was made is not told to be left":
      'reasons: if 1 -> `if (change === "changed") return [...whyOf.values()][0];` #e75b',
    "a layout that was edited is read in its layers": "editableOf: call 6 -> `$1.get(`not ${$2}`)` #fdb5",
    "what is left keeps what it refers to": "editLayout: === 1 -> operator >= #7f9f",
    "no anchor comes behind its alias": "setItems: !== 1 -> false #ac28",
    "what is merged is not said to be taken out": "acceptDefault: throw 2 -> `return;` #0d0c",
    "who only looks needs no disk to write to": "acceptAll in cli/: ? 3 -> only else #d7b7",
    "an app is not changed": "acceptAll in cli/: throw 1 -> `return exitCodes.done;` #b450",
    "what somebody writes meanwhile is kept": "refuseChanged: === 1 -> `$1 !== file` #aa33",
    "what is shared is left alone": "setItems: if 1 -> dropped #0233",
    "line ends stay": "openDocument: ? 1 -> only else #49ea",
    "the state knows what was taken over": "appliedAfter: || 1 -> only operand 2 #ad91",
    "the state keeps the place of what only became the default":
      'placeAfter: call 1 -> `$$ || $2.defaults.has($3 ?? "")` #0ce4',
    "nothing is written unasked": "confirm in cli/commands/accept.ts: === 4 -> true #4504",
    "a dry run writes nothing": "write in cli/: if 2 -> dropped #4bb5",
  },
);
