import { expect, test } from "vitest";
import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import { stillReferred } from "./still-referred.ts";

function objectAt(address: string, more: Partial<DesiredObject> = {}): DesiredObject {
  const [type = ""] = address.split(".");
  return { address, type, attributes: {}, ignore: [], owns: [], rank: 0, ...more };
}

const gone = objectAt("shelf.gone");
const changes: AcceptedEdits = {
  values: [],
  containers: [],
  defaults: [],
  lists: [],
  added: [],
  removed: [gone.address],
};

test.each([
  { how: "by its container", user: objectAt("book.b", { container: { $ref: gone.address } }) },
  { how: "by an attribute", user: objectAt("book.b", { attributes: { next: { $ref: gone.address } } }) },
])("a deleted object stays in the layout if an unchanged part refers to it: $how", ({ user }) => {
  const kept = stillReferred([gone, user], changes, [{ address: user.address, reason: "it is an alias" }]);
  expect(kept).toEqual([{ address: gone.address, reason: "book.b refers to it" }]);
});

test("an object that the layout can change keeps nothing", () => {
  const user = objectAt("book.b", { container: { $ref: gone.address } });
  expect(stillReferred([gone, user], changes, [])).toEqual([]);
  expect(stillReferred([gone, user], changes, [{ address: "book.c", reason: "it is an alias" }])).toEqual([]);
});
