import { expect, test } from "vitest";
import { organization } from "./organization.ts";

test("the organization is read, and nothing writes it", () => {
  expect(organization.creation).toBeUndefined();
  expect(organization.deletion).toBeUndefined();
  expect(organization.writers).toEqual([]);
});

test("it is found in the answer as a whole", () => {
  const found = organization.reads[0]?.found({ id: "acme", title: "Acme" });
  expect(found).toMatchObject([{ type: "organization", id: "acme", attributes: { title: "Acme" } }]);
});
