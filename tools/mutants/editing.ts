import { killedBy, type Mutant } from "./mutant.ts";

/** `accept`: changes of a layout that keep everything else in its files. */
export const editingMutants: readonly Mutant[] = killedBy(
  [
    "src/layout/edit",
    "test/cli/accept-deleted.test.ts",
    "test/cli/accept-in-place.test.ts",
    "test/cli/accept-layers.test.ts",
    "test/cli/accept.test.ts",
    "test/laws/accept.test.ts",
  ],
  {
    "accept adds the object that a new item refers to":
      "acceptReferred: const 4 value -> `[] as readonly LiveObject[]` #ec93",
    "accept adds no object of another layout": "acceptReferred: && 1 -> only operand 1 #62bb",
    "accept adds no object that the layout declares": "isUndeclared: || 1 operand 3 -> false #0df8",
    "accept removes a comment about a former object": "withNameOfId: ? 1 -> only else #deab",
    "accept writes a new item in brackets beside others in brackets":
      "inStyleOf: ? 2 condition -> true #2f53",
    "accept leaves a value that both sides changed":
      'acceptDifference: || 1 -> `$1 || who !== "layout"` #3637',
    "accept changes only the objects that the command names": "acceptDifference: if 2 -> dropped #93d8",
    "accept does not remove an object that another object refers to":
      "acceptRemoved: === 1 -> `$1 !== address` #74e8",
    "accept can remove a container whose contents moved out": "referringTo: ! 1 -> dropped #fb59",
    "accept keeps the contents of an object that it does not remove":
      "acceptRemoved: call 10 -> `$$ && undefined` #45ce",
    "accept quotes a changed text as before": "scalarText in layout/: if 1 -> dropped #3e2b",
    "accept keeps the variables of a text that still match":
      "mergeValue: const 4 -> `{ text, lost } = { text: value, lost: [] as readonly string[] }` #86dd",
    "accept never forms a variable by joining parts of a text": "keptVariables: === 1 -> true #0233",
    "accept does not overwrite a value of `!env` or `!file`": "mergeValue: call 3 -> `$2 === value` #251c",
    "a comment above an entry moves with the entry": "leadOf: statement 1 -> `break;` #1cd5",
    "a comment of no entry stays in its place": "blockSplice: array 2 -> `out` #f860",
    "a comment beside an item in brackets moves with the item": 'bracketsOf: property 3 value -> "" #7cc3',
    "an alias of a changed text keeps the former text": "movedAnchor: . 4 -> ``no ${$$}`` #e7e4",
    "a replaced alias does not count as a use of its anchor": "setValue: if 2 -> dropped #f546",
    "an alias in a removed field does not count as a use of its anchor":
      "removeField: statement 3 -> dropped #808c",
    "accept removes an entry with an alias of another entry before that entry":
      "removeEntries: if 1 -> dropped #58da",
    "accept changes an attribute in the place whose value counts": "entryAt: ?? 1 -> only operand 2 #f636",
    "accept does not remove an object that several places declare": "refuseSeveral: number 1 -> 2 #d158",
    "accept changes an attribute of an item in the place whose value counts":
      "itemAt in layout/: ?? 1 -> swapped #85db",
    "accept does not change an attribute by which several places name an item":
      "writeValue in layout/edit/: statement 1 -> dropped #fd5e",
    "accept does not remove an item that an environment also declares": "solePart: call 2 -> dropped #e21a",
    "accept does not report a changed value as remaining because a list could not be changed":
      'reasons: if 1 -> `if (change === "changed") return [...whyOf.values()][0];` #e75b',
    "accept reads the changed files again in their layers":
      "editableOf: call 6 -> `$1.get(`not ${$2}`)` #fdb5",
    "accept keeps an object that a remaining value refers to": "editLayout: === 1 -> operator >= #7f9f",
    "accept does not move an anchor behind its alias": "setItems: !== 1 -> false #ac28",
    "accept does not report a default as removed if another place declares it":
      "acceptDefault: throw 2 -> `return;` #ea4b",
    "`accept --dry-run` takes no lock": "acceptAll in cli/: ? 3 -> only else #18f8",
    "accept refuses to change an app": "acceptAll in cli/: throw 1 -> `return exitCodes.done;` #b450",
    "accept does not overwrite a file that changed while it asked":
      "refuseChanged: === 1 -> `$1 !== file` #aa33",
    "accept does not change a list that several places share": "setItems: if 1 -> dropped #0233",
    "accept keeps the line ends of a file": "openDocument: ? 1 -> only else #49ea",
    "accept records the accepted values in the state": "appliedAfter: || 1 -> only operand 2 #ad91",
    "accept records a new default without the object's new place":
      'placeAfter: && 1 -> `$$ || context.changedDefaults.has(formerAddress ?? "")` #1ce6',
    'accept writes only after the answer "yes"':
      "confirm in cli/commands/accept-command.ts: === 4 -> true #4504",
    "`accept --dry-run` writes nothing": "write in cli/: if 2 -> dropped #4bb5",
  },
);
