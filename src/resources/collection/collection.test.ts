import { expect, test } from "vitest";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { collection } from "./collection.ts";

const context = { organizationId: "acme", apiVersion: "classic" } as const;

test("a description is cleared by the empty text, and the empty text is none", () => {
  const [writer] = collection.writers as [Writer];
  const call = writingCall(writer, context, "c1", { values: { description: null, title: "A" }, before: {} });
  expect(call?.body).toEqual({ description: "", title: "A" });
  expect(collection.attributes["description"]?.normalize?.("")).toBeNull();
});

test("a level of null is sent as null", () => {
  const [writer] = collection.writers as [Writer];
  expect(writingCall(writer, context, "c1", { values: { defaultLevel: null }, before: {} }).body).toEqual({
    defaultLevel: null,
  });
});

test("a move to the root names no parent, and is done where nothing would change", () => {
  expect(collection.container?.moveInto?.(context, "c1", "c0", null)).toMatchObject([
    { params: { collectionId: "c1" }, body: { parent: null }, alreadyDone: [409] },
  ]);
});
