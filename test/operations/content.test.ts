import { expect, test } from "vitest";
import { textIn } from "../../src/model/emulator-responses.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { insert, openSpaceBench, outline, update } from "./space-bench.ts";

const page = (item: JsonObject) => (item["page"] as JsonObject)["title"];

test.each(apiVersions)("pages have their order and their parents (%s)", async (apiVersion) => {
  const { ask, edit } = await openSpaceBench(apiVersion);
  const [start, guide] = edit([
    insert("Start", "Begin."),
    insert("Guide", "Go on.", { ref: "guide" }),
    insert("Later", "", { into: "guide" }),
    insert("First", "", { into: "guide", at: 0 }),
  ]);
  expect(outline((await ask("listPages"))["pages"])).toEqual(["Start", { Guide: ["First", "Later"] }]);
  edit([update(start, { into: guide ?? "", at: 1 })]);
  const { pages } = await ask("listPages");
  expect(outline(pages)).toEqual([{ Guide: ["First", "Start", "Later"] }]);
  expect(await ask("getPageById", { params: { pageId: start ?? "" } })).toMatchObject({
    path: "guide/start",
    markdown: "Begin.",
  });
  edit([{ operation: "delete_page", page: guide ?? "" }]);
  expect((await ask("listPages"))["pages"]).toEqual([]);
});

test("pages with the same title have different paths", async () => {
  const { ask, edit } = await openSpaceBench("current");
  edit([insert("News", ""), insert("News", ""), insert("?", "")]);
  const { pages } = await ask("listPages");
  expect((pages as readonly JsonObject[]).map(({ path }) => path)).toEqual(["news", "news-1", "page"]);
});

const impossible: readonly (readonly [string, (ids: readonly string[]) => JsonObject])[] = [
  ["a page under itself", ([guide]) => update(guide, { into: guide ?? "" })],
  ["a page under one that is under it", ([guide, , under]) => update(guide, { into: under ?? "" })],
  ["a page that is not there", () => update("nobody", { title: "New" })],
  ["a page under one that is not there", () => insert("New", "", { into: "nobody" })],
  ["a group under a page", ([guide]) => insert("New", "", { type: "group", into: guide ?? "" })],
  ["a page under a link", ([, link]) => insert("New", "", { into: link ?? "" })],
  ["a link that leads nowhere", () => insert("New", "", { type: "link" })],
];

test.each(impossible)("refuses an edit with %s completely", async (_, change) => {
  const { ask, edit } = await openSpaceBench("current");
  const target = { kind: "url", url: "https://acme.example" };
  const ids = edit([
    insert("Guide", "", { ref: "guide" }),
    insert("Link", "", { type: "link", target }),
    insert("Under", "", { into: "guide" }),
  ]);
  const before = await ask("getCurrentRevision");
  expect(() => edit([insert("Another", ""), change(ids)])).toThrow(EmulatorRefusal);
  expect(await ask("getCurrentRevision")).toEqual(before);
});

test("a revision never changes", async () => {
  const { ask, edit, emulator, space } = await openSpaceBench("current");
  const [start] = edit([insert("Start", "Begin.")]);
  const { id } = await ask("getCurrentRevision");
  const record = JSON.stringify(emulator.service.get("revision", textIn(id)));
  edit([update(start, { title: "Beginning" })]);
  expect(JSON.stringify(emulator.service.get("revision", textIn(id)))).toBe(record);
  expect(await ask("getCurrentRevision")).toMatchObject({ parents: [id], pages: [{ title: "Beginning" }] });
  expect(await ask("getSpaceById", { params: { spaceId: space } })).not.toMatchObject({ revision: id });
});

const links: readonly (readonly [string, string, string | undefined])[] = [
  ["[a page](guide.md)", "ok", "Guide"],
  ["[a page of a folder](guide/)", "ok", "Guide"],
  ["[its heading](guide.md#first-steps)", "ok", "Guide"],
  ["[its address](/guide/further)", "ok", "Further"],
  ["[with a title](guide.md 'The guide')", "ok", "Guide"],
  ["[this page](#start-here)", "ok", "Start"],
  ["![a picture](.gitbook/assets/logo.png)", "ok", undefined],
  ["[the web](https://acme.example/a(b))", "ok", undefined],
  ["<https://acme.example>", "ok", undefined],
  ["[by name][guide]\n\n[guide]: guide.md", "ok", "Guide"],
  ["[in the app](https://app.docs.example/o/acme)", "in-app", undefined],
  ["[nowhere](missing.md)", "broken", undefined],
  ["[no such heading](guide.md#later)", "broken", undefined],
  ["[no such file](.gitbook/assets/none.png)", "broken", undefined],
];

test.each(links)("%s is %s", async (markdown, status, title) => {
  const { edit, list } = await openSpaceBench("classic");
  const base64 = Buffer.from("logo").toString("base64");
  const [start] = edit([
    insert("Start", `# Start here\n\n${markdown}\n\n\`[code](code.md)\`\n\n~~~\n[code](code.md)\n~~~`),
    insert("Guide", "## First steps", { ref: "guide" }),
    insert("Further", "", { into: "guide" }),
    { operation: "insert_files", files: [{ name: "logo.png", base64 }] },
  ]);
  const found = await list("listPageLinksInSpace", { params: { pageId: start ?? "" } });
  expect(found.map((link) => link["status"])).toEqual([status]);
  const target = found[0]?.["targetReference"] as JsonObject | undefined;
  expect(target?.["kind"] === "page" ? page(target) : undefined).toBe(title);
});

test("backlinks are the inverse of links", async () => {
  const { edit, list } = await openSpaceBench("classic");
  const base64 = Buffer.from("logo").toString("base64");
  const titles = ["One", "Two", "Three"];
  const pages = edit([
    insert("One", "[two](two.md), [two again](two.md#there)\n\n![](.gitbook/assets/logo.png)"),
    insert("Two", "# There\n\n[one](one.md) and [three](three.md)"),
    insert("Three", "[two](two.md) ![](.gitbook/assets/logo.png)"),
    { operation: "insert_files", files: [{ name: "logo.png", base64 }] },
  ]);
  const leading = new Map<string, Set<unknown>>();
  for (const [index, pageId] of pages.slice(0, 3).entries()) {
    for (const link of await list("listPageLinksInSpace", { params: { pageId } })) {
      const target = link["targetReference"] as JsonObject;
      const to = target["kind"] === "page" ? textIn(page(target)) : "logo";
      leading.set(to, new Set([...(leading.get(to) ?? []), titles[index]]));
    }
  }
  for (const [index, pageId] of pages.slice(0, 3).entries()) {
    const back = await list("listSpacePageBacklinks", { params: { pageId } });
    expect(new Set(back.map(page))).toEqual(leading.get(titles[index] as string));
  }
  const [file] = await list("listFiles");
  const back = await list("listSpaceFileBacklinks", { params: { fileId: textIn(file?.["id"]) } });
  expect(new Set(back.map(page))).toEqual(leading.get("logo"));
});

test("a report counts all links, with every filter", async () => {
  const { ask, edit } = await openSpaceBench("classic");
  edit([insert("One", "[a](a.md) [b](b.md) [one](one.md)"), insert("Two", "[a](a.md)")]);
  const report = await ask("listSpaceLinks", { query: { status: "broken", limit: "1" } });
  expect(report).toMatchObject({ count: 2, stats: { total: 3, broken: { total: 2 } } });
  expect((report["items"] as readonly JsonObject[])[0]?.["locationReferences"]).toMatchObject([
    { page: { title: "One" } },
    { page: { title: "Two" } },
  ]);
});

test.each(apiVersions)("a search finds pages with all words, in any place (%s)", async (apiVersion) => {
  const { edit, list, client } = await openSpaceBench(apiVersion);
  edit([
    insert("Install", "Get it.\n\n## On Linux\n\nUse apt.\n\n## On Windows\n\nUse winget."),
    insert("Upgrade", "apt again", { description: "On Linux too" }),
    insert("Other", "Nothing."),
  ]);
  const found = await list("searchSpaceContent", { query: { query: "LINUX apt" } });
  expect(found.map(({ title }) => title)).toEqual(["Install", "Upgrade"]);
  expect(found[0]?.["sections"]).toMatchObject([{ title: "On Linux", body: "Use apt." }]);
  expect(await list("searchSpaceContent", { query: { query: "linux winget absent" } })).toEqual([]);
  const { items } = await client.ask("searchOrganizationContent", { query: { query: "apt" } });
  expect(items).toMatchObject([{ title: "Guides", pages: [{ title: "Install" }, { title: "Upgrade" }] }]);
});

test("a template is added at the end, and links to the given files", async () => {
  const { ask, edit, space, client } = await openSpaceBench("classic");
  edit([insert("Start", "Read [the rules](rules)."), insert("Under", "", { into: "x" })].slice(0, 1));
  const other = await client.make("createSpace", { body: { title: "Other" } });
  const own = { changes: [insert("Own", "")] };
  client.edit("editContent", { params: { spaceId: other }, body: own });
  const contentRefs = { rules: { kind: "url", url: "https://acme.example/rules" } };
  const body = { id: space, params: { contentRefs } };
  await ask("applyTemplateToSpace", { params: { spaceId: other }, body });
  expect(await ask("listPages", { params: { spaceId: other } })).toMatchObject({
    pages: [{ title: "Own" }, { title: "Start", markdown: "Read [the rules](https://acme.example/rules)." }],
  });
  await ask("applyTemplateToSpace", { body: { id: "nobody" }, status: 404 });
});

test("a change of a change request is written completely or not at all", async () => {
  const { ask, edit, client, space } = await openSpaceBench("current");
  const [start] = edit([insert("Start", "Begin.")]);
  const changeRequestId = await client.make("createChangeRequest", {
    params: { spaceId: space },
    body: { subject: "News" },
  });
  const params = { changeRequestId };
  const good = update(start, { title: "Beginning", document: { markdown: "Begin now." } });
  const bad = update("nobody", { title: "x" });
  await ask("updateChangeRequestContent", { params, body: { changes: [good, bad] }, status: 400 });
  expect(await ask("listPagesInChangeRequest", { params })).toMatchObject({ pages: [{ title: "Start" }] });
  await ask("updateChangeRequestContent", { params, body: { changes: [good] } });
  expect(await ask("listPagesInChangeRequest", { params })).toMatchObject({
    pages: [{ title: "Beginning" }],
  });
  await ask("updateChangeRequestContent", {
    params,
    body: { changes: [{ operation: "revert_page", page: start ?? "" }] },
  });
  expect(await ask("listPagesInChangeRequest", { params })).toMatchObject({
    pages: [{ title: "Start", markdown: "Begin." }],
  });
});
