import { describe, expect, test } from "vitest";
import { textIn } from "../../src/model/emulator-responses.ts";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { organizationId as home } from "../support/declare-world.ts";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";
import { insert, openSpaceBench, outline } from "./space-bench.ts";

const day = 24 * 60 * 60 * 1000;
const other = { organization: "other" };

describe.each(apiVersions)("in the %s API version", (apiVersion) => {
  test.each([
    { days: 6, restored: 200, read: 200 },
    { days: 7, restored: 404, read: 404 },
  ])(
    "a space that was deleted $days days ago is restored with $restored",
    async ({ days, restored, read }) => {
      const emulator = emulatorAfterScenarios(apiVersion);
      const { ask, make } = scenarioClient(emulator);
      const params = { spaceId: await make("createSpace", { body: { title: "Guides" } }) };
      await ask("deleteSpaceById", { params });
      emulator.forward(days * day);
      expect(await statusOf(emulator)("restoreSpace", { params })).toBe(restored);
      expect(await statusOf(emulator)("getSpaceById", { params })).toBe(read);
    },
  );

  test("a restored space is in the lists again, at the top level if its collection is gone", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const parent = await make("createCollection", { body: { title: "Handbook" } });
    const params = { spaceId: await make("createSpace", { body: { title: "Guides", parent } }) };
    await ask("deleteSpaceById", { params });
    expect(await ask("listSpacesInCollectionById", { params: { collectionId: parent } })).toMatchObject({
      count: 0,
    });
    await ask("deleteCollectionById", { params: { collectionId: parent } });
    await ask("restoreSpace", { params });
    const { items } = await ask("listSpacesInOrganizationById");
    expect(items).toEqual([expect.not.objectContaining({ parent: expect.anything() })]);
  });

  test("a copy is a new space with the values of the first one", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const spaceId = await make("createSpace", { body: { title: "Guides", emoji: "1f4d8", language: "en" } });
    const copy = await ask("duplicateSpace", { params: { spaceId } });
    expect(copy).toMatchObject({ title: "Guides", emoji: "1f4d8", language: "en" });
    expect(await ask("listSpacesInOrganizationById")).toMatchObject({ count: 2 });
    await ask("updateSpaceById", { params: { spaceId: textIn(copy["id"]) }, body: { title: "Copy" } });
    expect(await ask("getSpaceById", { params: { spaceId } })).toMatchObject({ title: "Guides" });
  });

  test("deleting the only space of a section deletes the section", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const siteId = await make("createSite", { body: { title: "Docs" } });
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const kept = await make("createSpace", { body: { title: "Kept" } });
    await make("addSectionToSite", { params: { siteId }, body: { spaceId, title: "Guides" } });
    const section = await make("addSectionToSite", {
      params: { siteId },
      body: { spaceId: kept, title: "Kept" },
    });
    await ask("addSpaceToSite", { params: { siteId }, body: { spaceId, sectionId: section } });
    await ask("deleteSpaceById", { params: { spaceId }, status: 205 });
    expect(await ask("getSiteStructure", { params: { siteId } })).toMatchObject({
      structure: [{ id: section, default: true, siteSpaces: [{ space: { id: kept } }] }],
    });
  });

  test("a space of a site moves to the parent of the deleted collections", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const top = await make("createCollection", { body: { title: "Top" } });
    const outer = await make("createCollection", { body: { title: "Outer", parent: top } });
    const inner = await make("createCollection", { body: { title: "Inner", parent: outer } });
    const space = await make("createSpace", { body: { title: "Guides", parent: inner } });
    await make("createSite", { body: { title: "Docs", spaces: [space] } });
    const parents = async () => (await ask("getSpaceById", { params: { spaceId: space } }))["parent"];
    await ask("deleteCollectionById", { params: { collectionId: outer } });
    expect(await parents()).toBe(top);
    await ask("deleteCollectionById", { params: { collectionId: top } });
    expect(await parents()).toBeUndefined();
  });

  test.each([home, "other"])("an organization %s has no deleted default site", async (organizationId) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    emulator.service.add("organization", { id: "other", title: "Other" });
    const { ask, make } = scenarioClient(emulator);
    const params = { organizationId };
    const siteId = await make("createSite", { params, body: { title: "Docs" } });
    const defaultContent = { type: "site", site: siteId };
    expect(await ask("updateOrganizationById", { params, body: { defaultContent } })).toMatchObject({
      defaultContent,
    });
    await ask("deleteSiteById", { params: { ...params, siteId } });
    expect(await ask("getOrganizationById", { params })).not.toHaveProperty("defaultContent");
  });

  test("a collection is transferred with everything in it", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    emulator.service.add("organization", { id: "other", title: "Other" });
    const { ask, make } = scenarioClient(emulator);
    const outer = await make("createCollection", { body: { title: "Outer" } });
    const inner = await make("createCollection", { body: { title: "Inner", parent: outer } });
    const space = await make("createSpace", { body: { title: "Guides", parent: inner } });
    const params = { collectionId: outer };
    await ask("transferCollection", { params, body: other });
    expect(await ask("listSpacesInOrganizationById")).toMatchObject({ items: [] });
    expect(await ask("getSpaceById", { params: { spaceId: space } })).toMatchObject({
      organization: "other",
      parent: inner,
    });
    expect(await statusOf(emulator)("transferCollection", { params, body: other })).toBe(409);
    const nowhere = { organization: "nowhere" };
    expect(await statusOf(emulator)("transferCollection", { params, body: nowhere })).toBe(404);
  });

  test("a transferred space keeps its pages, also in a transferred collection", async () => {
    const { emulator, client, space, edit } = await openSpaceBench(apiVersion);
    emulator.service.add("organization", { id: "other", title: "Other" });
    edit([insert("Start", "Text.")]);
    const parent = await client.make("createCollection", { body: { title: "Handbook" } });
    await client.ask("moveSpace", { params: { spaceId: space }, body: { parent } });
    const pages = async () =>
      outline((await client.ask("getCurrentRevision", { params: { spaceId: space } }))["pages"]);
    await client.ask("transferCollection", { params: { collectionId: parent }, body: other });
    expect(await pages()).toEqual(["Start"]);
    emulator.service.in("other").call("transferSpace", { spaceId: space }, { organization: home });
    expect(await pages()).toEqual(["Start"]);
  });

  test("the copy of a space with a merge as its last revision can be read", async () => {
    const { client, space, edit } = await openSpaceBench(apiVersion);
    const body = { subject: "More" };
    const changeRequestId = await client.make("createChangeRequest", { params: { spaceId: space }, body });
    edit([insert("Start", "Text.")], changeRequestId);
    await client.ask("mergeChangeRequest", { params: { spaceId: space, changeRequestId } });
    const copy = await client.make("duplicateSpace", { params: { spaceId: space } });
    const { pages } = await client.ask("getCurrentRevision", { params: { spaceId: copy } });
    expect(pages).toMatchObject([{ title: "Start" }]);
  });

  test("a collection with a space of a site cannot be transferred", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    emulator.service.add("organization", { id: "other", title: "Other" });
    const { make } = scenarioClient(emulator);
    const parent = await make("createCollection", { body: { title: "Outer" } });
    const space = await make("createSpace", { body: { title: "Guides", parent } });
    await make("createSite", { body: { title: "Docs", spaces: [space] } });
    const params = { collectionId: parent };
    expect(await statusOf(emulator)("transferCollection", { params, body: other })).toBe(412);
    expect(await statusOf(emulator)("getCollectionById", { params })).toBe(200);
  });

  test.each([
    { first: { emoji: "1f4d8" }, later: { icon: "https://acme.example/a.png" }, emoji: "" },
    { first: { icon: "https://acme.example/a.png" }, later: { emoji: "1f4d8" }, emoji: "1f4d8" },
  ])("a space with $first and $later keeps the later one", async ({ first, later, emoji }) => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const params = { spaceId: await make("createSpace", { body: { title: "Guides" } }) };
    await ask("updateSpaceById", { params, body: first });
    const { urls, ...rest } = await ask("updateSpaceById", { params, body: later });
    expect({ emoji: rest["emoji"], icon: (urls as { icon?: string }).icon }).toEqual({
      emoji,
      icon: "icon" in later ? later.icon : undefined,
    });
  });
});

test("a space is transferred to the top level of another organization", async () => {
  const emulator = emulatorAfterScenarios("classic");
  emulator.service.add("organization", { id: "other", title: "Other" });
  const { ask, make } = scenarioClient(emulator);
  const parent = await make("createCollection", { body: { title: "Handbook" } });
  const params = { spaceId: await make("createSpace", { body: { title: "Guides", parent } }) };
  expect(await ask("transferSpace", { params, body: other })).toMatchObject({ organization: "other" });
  expect(await ask("listSpacesInOrganizationById")).toMatchObject({ count: 0 });
  const there = await ask("listSpacesInOrganizationById", { params: { organizationId: "other" } });
  expect(there).toMatchObject({ count: 1 });
  expect(await statusOf(emulator)("transferSpace", { params, body: other })).toBe(409);
});

describe.each(apiVersions)("a new space in the %s API version", (apiVersion) => {
  test("begins with the pages of its template", async () => {
    const { client, space, edit } = await openSpaceBench(apiVersion);
    edit([insert("Start", "Install it.")]);
    const template = { id: space };
    const spaceId = await client.make("createSpace", { body: { title: "Copy", template } });
    const { pages } = await client.ask("listPages", { params: { spaceId } });
    expect(outline(pages)).toEqual(["Start"]);
  });

  test("is empty if the call asks for it", async () => {
    const { client } = await openSpaceBench(apiVersion);
    const spaceId = await client.make("createSpace", { body: { title: "Empty", empty: true } });
    expect(await client.ask("listPages", { params: { spaceId } })).toEqual({ pages: [] });
  });

  test.each([
    { name: "an unknown template", body: { template: { id: "nowhere" } }, status: 404 },
    {
      name: "a source that the emulator cannot compute pages from",
      body: { computedSource: { type: "builtin:openapi" } },
      status: 400,
    },
  ])("is refused with $name, and nothing is created", async ({ body, status }) => {
    const { emulator, client } = await openSpaceBench(apiVersion);
    const before = await client.ask("listSpacesInOrganizationById");
    expect(await statusOf(emulator)("createSpace", { body: { title: "Copy", ...body } })).toBe(status);
    expect(await client.ask("listSpacesInOrganizationById")).toEqual(before);
  });
});

test("a variant begins with a page of its space, and with no other one", async () => {
  const { emulator, client, space, edit } = await openSpaceBench("current");
  const [page] = edit([insert("Start", "Install it.")]);
  const siteId = await client.make("createSite", { body: { title: "Docs", spaces: [space] } });
  const status = statusOf(emulator);
  const add = (pageId: string) =>
    status("addSpaceToSite", { params: { siteId }, body: { spaceId: space, pageId } });
  expect(await add(page ?? "")).toBe(201);
  expect(await add("nowhere")).toBe(400);
  const { items } = await client.ask("listSiteSpaces", { params: { siteId } });
  const params = { siteId, siteSpaceId: (items as readonly { readonly id: string }[])[0]?.id ?? "" };
  expect(await status("updateSiteSpaceById", { params, body: { pageId: "nowhere" } })).toBe(400);
  expect(await status("updateSiteSpaceById", { params, body: { pageId: page ?? "" } })).toBe(200);
});
