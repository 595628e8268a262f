import { beforeEach, describe, expect, test } from "vitest";
import { apply, benchOfTest, openApplied, organization } from "./workbench.ts";

// `shareLinks:` manages the entries that it has. Those of others stay, unless `prune` names the list.

const layout = (shareLinks: string, head = "") => `docsform: 1
organization: ${organization}
${head}sites:
  docs: { title: Docs, visibility: share-link${shareLinks} }
`;
const declared = (...entries: readonly string[]) => `, shareLinks: [${entries.join(", ")}]`;
const reviewers = "{ name: Reviewers }";
const bench = benchOfTest(() => openApplied({ "docsform.yaml": layout(declared(reviewers)) }));

const names = () => bench.emulator.emulator.service.list("site_share_link").map(({ name }) => name);

async function run(text: string, ...flags: readonly string[]) {
  bench.files.write("docsform.yaml", text);
  return await bench.run([...apply, ...flags]);
}

beforeEach(() => {
  const { emulator } = bench.emulator;
  const siteId = emulator.service.list("site").find(({ title }) => title === "Docs")?.id ?? "";
  emulator.edit("createSiteShareLink", { siteId }, { name: "Of a colleague" });
});

describe("an entry of another user", () => {
  test("stays, and a plan says nothing of it", async () => {
    const { code, out } = await bench.run(["plan"]);
    expect(code).toBe(0);
    expect(out).not.toContain("colleague");
    expect(names()).toEqual(["Reviewers", "Of a colleague"]);
  });

  test("is deleted if prune names the list", async () => {
    const text = layout(declared(reviewers), "prune: [shareLinks]\n");
    expect((await run(text)).code).toBe(4);
    expect((await run(text, "--allow-deletes")).code).toBe(0);
    expect(names()).toEqual(["Reviewers"]);
  });
});

describe("an entry that leaves the layout", () => {
  test("is deleted with a permission, and those of others stay", async () => {
    const refused = await run(layout(declared()));
    expect(refused.code).toBe(4);
    expect(refused.out).toContain("1 object would be deleted");
    expect((await run(layout(declared()), "--allow-deletes")).code).toBe(0);
    expect(names()).toEqual(["Of a colleague"]);
  });

  test("stays if the list leaves with it", async () => {
    expect((await run(layout(""))).code).toBe(0);
    expect(names()).toEqual(["Reviewers", "Of a colleague"]);
  });
});

test("prune names maps and lists, and says which it knows", async () => {
  const ran = await run(layout(declared(reviewers), "prune: [shareLink]\n"));
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("Did you mean shareLinks?");
});
