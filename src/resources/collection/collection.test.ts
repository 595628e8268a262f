import { expect, test } from "vitest";
import { type Writer, writingCall } from "../../model/resource-type/writes.ts";
import { collection } from "./collection.ts";

const context = { organizationId: "acme", apiVersion: "classic" } as const;

test("an empty text clears a description, and an empty description is null", () => {
  const [writer] = collection.writers as [Writer];
  const call = writingCall(writer, context, "c1", { values: { description: null, title: "A" }, before: {} });
  expect(call?.body).toEqual({ description: "", title: "A" });
  expect(collection.attributes["description"]?.normalize?.("")).toBeNull();
});

test("a move to the top level names no parent, and is sent even if it changes nothing", () => {
  expect(collection.container?.moveInto?.(context, "c1", "c0", null)).toMatchObject([
    { params: { collectionId: "c1" }, body: { parent: null }, alreadyDone: [409] },
  ]);
});
