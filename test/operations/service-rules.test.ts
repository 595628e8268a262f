import { describe, expect, test } from "vitest";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { organizationId } from "../support/declare-world.ts";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";
import { testToken } from "../support/service.ts";

const nowhere = { type: "space", space: "nowhere" };

describe.each(apiVersions)("in the %s API version", (apiVersion) => {
  describe("a move of a space", () => {
    const cases: readonly {
      readonly name: string;
      readonly body: (ids: Ids) => { readonly [field: string]: unknown };
      readonly status: number;
      readonly order?: readonly Name[];
    }[] = [
      { name: "beside nothing that is there", body: () => ({ position: { before: nowhere } }), status: 400 },
      { name: "into no collection", body: () => ({ parent: "nowhere" }), status: 400 },
      {
        name: "beside an object with another parent",
        body: ({ inside }) => ({ position: { after: space(inside) } }),
        status: 400,
      },
      {
        name: "beside itself",
        body: ({ first }) => ({ position: { after: space(first) } }),
        status: 400,
      },
      {
        name: "to its own place",
        body: ({ second }) => ({ position: { before: space(second) } }),
        status: 409,
      },
      {
        name: "to the top level, where it is, and to the end",
        body: () => ({ parent: null }),
        status: 200,
        order: ["second", "third", "first"],
      },
      {
        name: "after another one",
        body: ({ second }) => ({ position: { after: space(second) } }),
        status: 200,
        order: ["second", "first", "third"],
      },
      {
        name: "beside a collection of the same parent",
        body: ({ collection }) => ({ position: { after: { type: "collection", collection } } }),
        status: 200,
        order: ["first", "second", "third"],
      },
    ];

    test.each(cases)("$name returns $status", async ({ body, status, order }) => {
      const emulator = emulatorAfterScenarios(apiVersion);
      const ids = await library(emulator);
      const params = { spaceId: ids.first };
      expect(await statusOf(emulator)("moveSpace", { params, body: body(ids) as never })).toBe(status);
      const atRoot = emulator.service.list("space").filter((record) => record["parent"] === null);
      const names = (["first", "second", "third"] as const).map((name): [string, Name] => [ids[name], name]);
      expect(atRoot.map(({ id }) => new Map(names).get(id))).toEqual(order ?? ["first", "second", "third"]);
    });
  });

  test("moving the last space of its parent without a place returns 409", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { third } = await library(emulator);
    expect(await statusOf(emulator)("moveSpace", { params: { spaceId: third }, body: {} })).toBe(409);
  });

  test("sorting an item beside nothing returns 400, and sorting a missing item 404", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { make } = scenarioClient(emulator);
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const params = { siteId: await make("createSite", { body: { title: "Docs", spaces: [spaceId] } }) };
    const there = { type: "site-space", id: emulator.service.list("site_space")[0]?.id ?? "" };
    const missing = { type: "site-space", id: "nowhere" };
    const sort = async (item: typeof there, before: typeof there) =>
      statusOf(emulator)("sortSiteStructure", { params, body: { item, position: { before } } });
    expect([await sort(there, missing), await sort(missing, there)]).toEqual([400, 404]);
  });

  test.each(["", "A"])("a section of a space with the title %j has a valid title", async (title) => {
    const { make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const siteId = await make("createSite", { body: { title: "Docs" } });
    const spaceId = await make("createSpace", { body: { title } });
    expect(await make("addSectionToSite", { params: { siteId }, body: { spaceId } })).toBeTruthy();
  });

  test("two sites cannot have one basename", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { ask, make } = scenarioClient(emulator);
    const first = await make("createSite", { body: { title: "Docs" } });
    const second = await make("createSite", { body: { title: "Other" } });
    const basename = (siteId: string) => ({ params: { siteId }, body: { basename: "docs" } });
    await ask("updateSiteById", basename(first));
    await ask("updateSiteById", basename(first));
    expect(await statusOf(emulator)("updateSiteById", basename(second))).toBe(400);
  });

  test("a list with a limit of 0 has a count, and no next page", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    await make("createCollection", { body: {} });
    const answer = await ask("listCollectionsInOrganizationById", { query: { limit: "0" } });
    expect(answer).toEqual({ items: [], count: 1 });
  });

  test("a created object has its own URL in the response, except for the host", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const site = await raw(emulator, "POST", `/v1/orgs/${organizationId}/sites`, { title: "Docs" });
    const { urls } = JSON.parse(site.text) as { readonly urls: { readonly location: string } };
    expect(new URL(urls.location).pathname).toBe(site.headers["location"]);
    const space = await raw(emulator, "POST", `/v1/orgs/${organizationId}/spaces`, { title: "Guides" });
    const other = JSON.parse(space.text) as { readonly urls: { readonly location: string } };
    expect(new URL(other.urls.location).host).toBe(new URL(urls.location).host);
  });

  test("a section's path can have several segments, and so has its URL", async () => {
    const { ask, make } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const siteId = await make("createSite", { body: { title: "Docs" } });
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const siteSectionId = await make("addSectionToSite", { params: { siteId }, body: { spaceId } });
    await ask("publishSite", { params: { siteId } });
    const body = { path: "guides/first" };
    const section = await ask("updateSiteSectionById", { params: { siteId, siteSectionId }, body });
    expect(section).toMatchObject({
      path: "guides/first",
      urls: { published: expect.stringMatching(/\/guides\/first$/) },
    });
  });

  test.each([
    { field: "language", body: { language: "zh-tw" } },
    ...["require_at_least_one_approved_review", "require_author_to_merge"].map((rule) => ({
      field: rule,
      body: { mergeRules: { type: "rules", rules: [{ rule }] } },
    })),
  ])("only the current API version accepts $field", async ({ body }) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const spaceId = await scenarioClient(emulator).make("createSpace", { body: { title: "Guides" } });
    const status = await statusOf(emulator)("updateSpaceById", { params: { spaceId }, body });
    expect(status).toBe(apiVersion === "current" ? 200 : 400);
  });

  test("the current API version omits the written object from the response on request", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { make } = scenarioClient(emulator);
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const siteId = await make("createSite", { body: { title: "Docs" } });
    const path = `/v1/orgs/${organizationId}/sites/${siteId}/site-spaces`;
    const answer = await raw(emulator, "POST", path, { spaceId }, { prefer: "return=minimal" });
    const isCurrent = apiVersion === "current";
    expect(answer).toMatchObject({ status: isCurrent ? 204 : 201 });
    expect(answer.headers["preference-applied"]).toBe(isCurrent ? "return=minimal" : undefined);
    expect(answer.text === "").toBe(isCurrent);
    expect(emulator.service.list("site_space")).toHaveLength(1);
  });

  test("and so is a changed change request", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { make } = scenarioClient(emulator);
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const id = await make("createChangeRequest", { params: { spaceId }, body: { subject: "News" } });
    const path = `/v1/spaces/${spaceId}/change-requests/${id}`;
    const answer = await raw(emulator, "PATCH", path, { subject: "Old" }, { prefer: "return=minimal" });
    expect(answer).toMatchObject({ status: apiVersion === "current" ? 204 : 200 });
    expect(emulator.service.list("change_request")).toMatchObject([{ subject: "Old" }]);
  });
});

test("only the current API version sorts members by name", async () => {
  const query = { sort: "name" };
  const status = (apiVersion: ApiVersion) =>
    statusOf(emulatorAfterScenarios(apiVersion))("listMembersInOrganizationById", { query });
  expect([await status("classic"), await status("current")]).toEqual([400, 200]);
});

test("the current API version lists sites by their types", async () => {
  const { ask, make } = scenarioClient(emulatorAfterScenarios("current"));
  const basic = await make("createSite", { body: { title: "Basic", type: "basic" } });
  const premium = await make("createSite", { body: { title: "Premium", type: "premium" } });
  await make("createSite", { body: { title: "Ultimate", type: "ultimate" } });
  const { items } = await ask("listSites", { query: { type: ["basic", "premium"] } });
  expect(items).toMatchObject([{ id: basic }, { id: premium }]);
});

type Name = "first" | "second" | "third";
type Ids = Readonly<Record<Name | "inside" | "collection", string>>;

function space(id: string): { readonly type: "space"; readonly space: string } {
  return { type: "space", space: id };
}

/** Creates three spaces at the root in this order, and a collection with another space. */
async function library(emulator: Emulator): Promise<Ids> {
  const { make } = scenarioClient(emulator);
  const collection = await make("createCollection", { body: { title: "Handbook" } });
  const first = await make("createSpace", { body: { title: "First" } });
  const second = await make("createSpace", { body: { title: "Second" } });
  const third = await make("createSpace", { body: { title: "Third" } });
  const inside = await make("createSpace", { body: { title: "Inside", parent: collection } });
  return { collection, first, second, third, inside };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function raw(
  emulator: Emulator,
  method: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const all = { authorization: `Bearer ${testToken}`, ...headers };
  const answer = await emulator.handle({ method, path, headers: all, body: JSON.stringify(body) });
  if (answer === "dropped") throw new Error(`${method} ${path} was dropped`);
  return answer;
}
