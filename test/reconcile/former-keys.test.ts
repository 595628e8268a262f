import { expect, test } from "vitest";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { outline } from "../support/planning.ts";
import { layoutWith, readText } from "../support/read-text.ts";
import { planLayout, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const collections = `
collections:
  a: { title: A }
  b: { title: B }
`;

test.each([
  {
    name: "another title and another key of the layout, at the root",
    before: "spaces: { api: { title: API } }",
    after: "spaces: { reference: { title: Reference, was: API } }",
    expected: ["~ space.reference title (was space.api)"],
  },
  {
    name: "another collection",
    before: "spaces: { api: { title: API, collection: a } }",
    after: "spaces: { reference: { title: API, collection: b, was: { collection: a } } }",
    expected: ["> space.reference in collection.b (was space.api)"],
  },
  {
    name: "out of a collection, under another title",
    before: "spaces: { api: { title: API, collection: a } }",
    after:
      "spaces: { reference: { title: Reference, collection: null, was: { title: API, collection: a } } }",
    expected: ["> space.reference in root", "~ space.reference title (was space.api)"],
  },
  {
    name: "from the root into a collection",
    before: "spaces: { api: { title: API } }",
    after: "spaces: { reference: { title: API, collection: b, was: { collection: null } } }",
    expected: ["> space.reference in collection.b (was space.api)"],
  },
])("was: explains $name, and needs no permission", async ({ before, after, expected }) => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(8) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, layoutWith(collections + before), disk)).toMatchObject({
    result: { outcome: "done" },
  });
  const desired = layoutWith(collections + after);
  const planned = await planLayout(service, desired, disk);
  if (planned.plan === undefined) throw new Error("There is something against it.");
  expect(outline({ plan: planned.plan, diagnostics: [] })).toEqual(expected);
  expect(await runLayout(service, desired, disk)).toMatchObject({ result: { outcome: "done" } });
  expect(service.emulator.service.list("space")).toHaveLength(1);
  expect((await planLayout(service, desired, disk)).plan?.steps).toEqual([]);
});

test("a former collection in was: is read like a collection", () => {
  const { diagnostics } = readText(
    `docsform: 1\norganization: acme${collections}spaces: { api: { title: API, was: { collection: c } } }`,
  );
  expect(diagnostics).toMatchObject([
    { code: "layout/unknown-reference", message: expect.stringContaining("collection refers to c") },
  ]);
});
