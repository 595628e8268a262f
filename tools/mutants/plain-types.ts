import { killedBy, type Mutant } from "./mutant.ts";

export const plainTypeMutants: readonly Mutant[] = killedBy(["test/resources/plain-types.test.ts"], {
  "a layout manages only the settings that it declares": "managedPart: if 2 condition -> true #4e1a",
  "a call that replaces all settings reads them just before":
    "valuesBefore in engine/live/: if 1 condition -> true #b2fe",
  "the id of an association is cut where a call is made": "withoutScope: ? 1 condition -> false #39f4",
  "a pulled layout has no id of an association": "idChoiceOf: && 1 operand 2 -> true #d8c8",
  "an object of a certain kind is sent with that kind":
    "onWire in model/plain/: call 4 argument 4 -> {} #172d",
  "steps of one type and scope go in one call": "withCommonCalls: if 1 condition -> true #5acd",
  "a call has no more items than the service takes": "withCommonCalls: - 1 -> 0 #2273",
  "a change of a key has a call of its own": "isItem: && 1 operand 2 -> true #7d7d",
  "a call waits for everything before any of its nodes": "runWhenReady: > 1 -> false #c02a",
  "a call waits for the items of all its nodes": "createCommonCall: || 1 operand 2 -> false #b069",
  "a node that ends does not keep the others of its call waiting":
    "createCommonCall: statement 7 -> dropped #7a66",
  "the nodes of a call share their reads": "createCommonCall: if 2 condition -> false #c172",
  "a refused item fails only its own step": "answer in engine/live/: && 1 -> true #e35c",
  "an item does not write over an object that another user has just created":
    "refuseTaken in engine/live/: if 1 condition -> false #d3fc",
  "an association is not written over one that another user has just made":
    "createObject: || 1 -> only operand 1 #2d28",
  "a layout gives exactly one attribute of a union": "checkUnions: if 1 condition -> true #6dda",
  "a field of a union is in an object of its kind only": "isOfKind: return 1 -> true #c614",
  "a body has no null of a union": "onWire in model/plain/: if 2 condition -> false #7712",
  "an attribute of a union clears the others": "attributesOf in model/plain/: property 2 value -> [] #2b5d",
  "an item keeps the values that it does not change":
    "callOf in engine/live/write-object.ts: ... 1 -> `...{}` #870b",
});
