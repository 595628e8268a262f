import { killedBy, type Mutant } from "./mutant.ts";

export const plainTypeMutants: readonly Mutant[] = killedBy(["test/resources/plain-types.test.ts"], {
  "a layout manages only the settings that it declares": "managedPart: if 1 condition -> true #4e1a",
  "a call that replaces all settings reads them just before":
    "valuesBefore in engine/live/: if 1 condition -> true #b2fe",
  "the id of an association is cut where a call is made": "withoutScope: ? 1 condition -> false #39f4",
  "a pulled layout has no id of an association": "writeObjectEntry: && 1 operand 1 -> true #bf4d",
  "an object of a certain kind is sent with that kind":
    "onWire in model/plain/: call 4 argument 4 -> {} #172d",
});
