import { afterEach, describe, expect, test } from "vitest";
import { openApplied, organization, type Workbench } from "./workbench.ts";

// Accepting collections that were deleted in the app after their contents had moved out.

let bench: Workbench;
afterEach(() => bench.close());

const head = `docsform: 1\norganization: ${organization}\n`;
const layout = `${head}collections:
  handbook: { title: Handbook }
  extra: { title: Extra }
  inner: { title: Inner, parent: extra } # of the extra ones
spaces:
  guides: { title: Guides, collection: extra }
  api: { title: API, collection: inner }
`;

function moveSpace(title: string, to: string | null): void {
  const parent = to === null ? null : bench.idOf("collection", to);
  bench.emulator.emulator.edit("moveSpace", { spaceId: bench.idOf("space", title) }, { parent });
}

function moveCollection(title: string, to: string | null): void {
  const parent = to === null ? null : bench.idOf("collection", to);
  bench.emulator.emulator.edit(
    "moveCollection",
    { collectionId: bench.idOf("collection", title) },
    { parent },
  );
}

function removeCollection(title: string): void {
  bench.emulator.emulator.edit("deleteCollectionById", { collectionId: bench.idOf("collection", title) });
}

interface Case {
  readonly what: string;
  readonly change: () => void;
  readonly after: string;
}

const cases: readonly Case[] = [
  {
    what: "its contents moved into other collections",
    change: () => {
      moveSpace("Guides", "Handbook");
      moveCollection("Inner", "Handbook");
      removeCollection("Extra");
    },
    after: `${head}collections:
  handbook: { title: Handbook }
  inner: { title: Inner, parent: handbook } # of the extra ones
spaces:
  guides: { title: Guides, collection: handbook }
  api: { title: API, collection: inner }
`,
  },
  {
    what: "its contents moved to the top level, also those of a nested collection",
    change: () => {
      moveSpace("Guides", null);
      moveSpace("API", null);
      removeCollection("Inner");
      removeCollection("Extra");
    },
    after: `${head}collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: null }
  api: { title: API, collection: null }
`,
  },
];

describe.each([["accept"], ["pull", "--update"]])("%s %s", (...command) => {
  const args = [...command.filter((each) => each !== undefined), "--yes"];

  test.each(cases)("removes a deleted collection: $what", async ({ change, after }) => {
    bench = await openApplied({ "docsform.yaml": layout });
    change();
    await bench.checkDone(args);
    expect(bench.files.read("docsform.yaml")).toBe(after);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });

  test("keeps a collection that the layout puts an object into, and says which", async () => {
    bench = await openApplied({ "docsform.yaml": layout });
    moveSpace("Guides", "Handbook");
    moveCollection("Inner", null);
    removeCollection("Extra");
    const news = `${layout}  news: { title: News, collection: extra }\n`;
    bench.files.write("docsform.yaml", news);
    const ran = await bench.run(args);
    expect(ran.code, ran.out + ran.err).toBe(3);
    expect(ran.out).toMatch(/collection\.extra.*space\.news refers to it/);
    expect(bench.files.read("docsform.yaml")).toContain("extra: { title: Extra }");
  });
});
