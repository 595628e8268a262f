import { expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import { organizationId } from "../support/declare-world.ts";
import { testToken } from "../support/service.ts";
import { insert, openSpaceBench, outline } from "./space-bench.ts";

// Operations for which the published contract has more than this service.

test.each(apiVersions)("a DELETE returns 204 only (%s)", async (apiVersion) => {
  const { emulator, client } = await openSpaceBench(apiVersion);
  const collectionId = await client.make("createCollection", { body: { title: "Handbook" } });
  for (const _ of [1, 2]) await client.ask("deleteCollectionById", { params: { collectionId } });
  const statuses = emulator.log.filter(({ method }) => method === "DELETE").map(({ status }) => status);
  expect(statuses).toEqual([apiVersion === "classic-minimal" ? 204 : 205, 204]);
});

test.each(apiVersions)("a PUT of a new specification returns 200 (%s)", async (apiVersion) => {
  const { emulator, client } = await openSpaceBench(apiVersion);
  const asked = { params: { specSlug: "pets" }, body: { source: { text: "openapi: 3.1.0" } } };
  await client.ask("createOrUpdateOpenAPISpecBySlug", {
    ...asked,
    status: apiVersion === "classic-minimal" ? 200 : 201,
  });
  expect(emulator.service.list("openapi_spec")).toHaveLength(1);
});

test.each(apiVersions)("search results name their space (%s)", async (apiVersion) => {
  const { edit, list, space } = await openSpaceBench(apiVersion);
  edit([insert("Start", "Install it."), insert("News", "Nothing.")]);
  const found = await list("searchSpaceContent", { query: { query: "install" } });
  const page = { title: "Start", path: "start" };
  expect(found).toMatchObject(
    apiVersion === "classic-minimal" ? [{ id: space, title: "Guides", pages: [page] }] : [page],
  );
  expect(await list("searchSpaceContent", { query: { query: "nowhere" } })).toEqual([]);
});

test.each(["current", "classic-minimal"] as const)(
  "a template is added to the named change request (%s)",
  async (apiVersion) => {
    const { ask, edit, client } = await openSpaceBench(apiVersion);
    const template = await client.make("createSpace", { body: { title: "Template" } });
    client.edit("editContent", { params: { spaceId: template }, body: { changes: [insert("Plan", "")] } });
    edit([insert("Start", "")]);
    const changeRequestId = await client.make("createChangeRequest", {
      params: { spaceId: (await ask("getSpaceById"))["id"] as string },
      body: {},
    });
    await ask("applyTemplateToSpace", { body: { id: template, changeRequestId } });
    const there = await ask("listPagesInChangeRequest", { params: { changeRequestId } });
    expect(outline(there["pages"])).toEqual(["Start", "Plan"]);
    expect(outline((await ask("listPages"))["pages"])).toEqual(["Start"]);
  },
);

test.each(apiVersions)("a new team has the given members (%s)", async (apiVersion) => {
  const { client } = await openSpaceBench(apiVersion);
  const { ask, make, user } = client;
  const teamId = await make("createOrganizationTeam", { body: { title: "Writers", members: [user.id] } });
  expect(await ask("getTeamInOrganizationById", { params: { teamId } })).toMatchObject({ members: 1 });
  const teams = await ask("listTeamsForOrganizationMember", { params: { userId: user.id } });
  expect(teams).toMatchObject({ items: [{ team: { id: teamId, members: 1 }, member: { role: "member" } }] });
});

test.each(apiVersions)("refuses a tree of rich text without nodes (%s)", async (apiVersion) => {
  const { emulator, space, client } = await openSpaceBench(apiVersion);
  const document = { object: "document", data: {} };
  const spaceId = space;
  const requests = [
    ["postCommentInSpace", { params: { spaceId }, body: { body: { document } } }],
    ["updateOrganizationAgentInstructions", { body: { instructions: document } }],
    [
      "createTranslation",
      { body: { source: { space, language: "en" }, language: "fr", instructions: document } },
    ],
  ] as const;
  for (const [operation, request] of requests) await client.ask(operation, { ...request, status: 400 });
  expect(emulator.service.list("comment")).toEqual([]);
});

test.each(["classic", "classic-minimal"] as const)(
  "a section in a group names its group (%s)",
  async (apiVersion) => {
    const { emulator, space, client } = await openSpaceBench(apiVersion);
    const siteId = await client.make("createSite", { body: { title: "Docs" } });
    const sectionId = await client.make("addSectionToSite", {
      params: { siteId },
      body: { spaceId: space },
    });
    const siteSectionGroupId = await client.make("addSectionGroupToSite", {
      params: { siteId },
      body: { title: "Reference" },
    });
    const answer = await emulator.handle({
      method: "POST",
      path: `/v1/orgs/${organizationId}/sites/${siteId}/section-groups/${siteSectionGroupId}/sections`,
      headers: { authorization: `Bearer ${testToken}` },
      body: JSON.stringify({ sectionId }),
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: {
        location: expect.stringContaining(`/section-groups/${siteSectionGroupId}/sections/${sectionId}`),
      },
    });
  },
);
