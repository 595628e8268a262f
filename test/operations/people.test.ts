import { describe, expect, test } from "vitest";
import type { ScenarioContext } from "../../src/contract/operations/scenario.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { roles } from "../../src/model/role.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";

const grace = { id: "u_grace", user: { displayName: "Grace", email: "grace@acme.example" } };

function client(apiVersion: ApiVersion): ScenarioContext {
  return scenarioClient(emulatorAfterScenarios(apiVersion));
}

describe.each(apiVersions)("in the %s API version", (apiVersion) => {
  test.each([
    { role: "read", operation: "listSites", status: 200 },
    { role: "read", operation: "updateOrganizationMemberLastSeenAt", status: 200 },
    { role: "read", operation: "createCollection", body: {}, status: 403 },
    { role: "create", operation: "updateOrganizationById", body: { title: "Acme" }, status: 403 },
    { role: "admin", operation: "updateOrganizationById", body: { title: "Acme" }, status: 200 },
  ] as const)("a token with the role $role gets $status from $operation", async (given) => {
    const status = statusOf(emulatorAfterScenarios(apiVersion, { role: given.role }));
    expect(await status(given.operation, "body" in given ? { body: given.body } : {})).toBe(given.status);
  });

  test("a token's user who becomes a reader cannot write", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { ask, user } = scenarioClient(emulator);
    await ask("updateMemberInOrganizationById", { params: { userId: user.id }, body: { role: "read" } });
    expect(await statusOf(emulator)("createCollection", { body: {} })).toBe(403);
  });

  test("the token's user is a member if the seed has none", async () => {
    const { ask } = scenarioClient(withoutPeople(apiVersion));
    const { id } = await ask("getAuthenticatedUser");
    const params = { userId: textIn(id) };
    expect(await ask("listMembersInOrganizationById")).toMatchObject({ items: [{ id, role: "admin" }] });
    await ask("setUserAsSSOMemberForOrganization", { params });
    expect(await ask("getMemberInOrganizationById", { params })).toMatchObject({ id, sso: true });
  });

  test("removing a member removes them from their teams", async () => {
    const { ask, make, seedRecord } = client(apiVersion);
    seedRecord("organization_member", grace);
    const teamId = await make("createOrganizationTeam", { body: { title: "Writers", members: [grace.id] } });
    await ask("removeMemberFromOrganizationById", { params: { userId: grace.id }, status: 205 });
    expect(await ask("getTeamInOrganizationById", { params: { teamId } })).toMatchObject({ members: 0 });
    await ask("getMemberInOrganizationById", { params: { userId: grace.id }, status: 404 });
  });

  test("the token's own user cannot be removed", async () => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const params = { userId: scenarioClient(emulator).user.id };
    expect(await statusOf(emulator)("removeMemberFromOrganizationById", { params })).toBe(400);
  });

  test("a member sees the spaces that the space's or its parent's level permits", async () => {
    const { ask, make, seedRecord } = client(apiVersion);
    seedRecord("organization_member", { ...grace, role: "edit" });
    const parent = await make("createCollection", { body: { title: "Secret" } });
    await ask("updateCollectionById", { params: { collectionId: parent }, body: { defaultLevel: null } });
    await make("createSpace", { body: { title: "Hidden", parent } });
    const open = await make("createSpace", { body: { title: "Open" } });
    const quiet = await make("createSpace", { body: { title: "Quiet" } });
    await ask("updateSpaceById", { params: { spaceId: quiet }, body: { defaultLevel: "read" } });
    const params = { userId: grace.id };
    expect(await ask("listSpacesForOrganizationMember", { params, query: { order: "asc" } })).toMatchObject({
      items: [
        { permission: "edit", space: { id: open } },
        { permission: "read", space: { id: quiet } },
      ],
    });
    expect(await ask("getMemberInOrganizationById", { params })).toMatchObject({ spaces: 2 });
  });

  test("an object of another organization is invisible here, and closed to non-members", async () => {
    const { ask, make, seedRecord, user } = client(apiVersion);
    seedRecord("organization", { id: "other", title: "Other" });
    seedRecord("other/organization_member", { id: "u_stranger" });
    await ask("listCollectionsInOrganizationById", { params: { organizationId: "other" }, status: 403 });
    expect(await ask("listOrganizationsForAuthenticatedUser")).toMatchObject({ count: 1 });
    seedRecord("other/organization_member", { id: user.id, role: "admin" });
    const there = await make("createCollection", { params: { organizationId: "other" }, body: {} });
    expect(await ask("listCollectionsInOrganizationById")).toMatchObject({ count: 0 });
    expect(await ask("getCollectionById", { params: { collectionId: there } })).toMatchObject({
      organization: "other",
    });
    expect(await ask("listOrganizationsForAuthenticatedUser")).toMatchObject({ count: 2 });
  });

  test.each([
    { domains: ["acme.example"], status: 204, members: ["u_stranger", "u_ada"] },
    { domains: ["elsewhere.example"], status: 400, members: ["u_stranger"] },
  ])("joining an organization of $domains returns $status", async ({ domains, status, members }) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    emulator.service.add("organization", { id: "other", title: "Other", emailDomains: domains });
    emulator.service.in("other").add("organization_member", { id: "u_stranger" });
    expect(await statusOf(emulator)("joinOrganization", { params: { organizationId: "other" } })).toBe(
      status,
    );
    const there = emulator.service.in("other").list("organization_member");
    expect(there.map(({ id }) => id)).toEqual(members);
  });

  test("people log in through a provider", async () => {
    const { ask, make } = client(apiVersion);
    await make("createOrganizationSAMLProvider", { body: { label: "Pending" } });
    const login = { ssoURL: "https://acme.okta.example/saml", entityID: "okta", certificate: "MIIB" };
    const id = await make("createOrganizationSAMLProvider", { body: { label: "Okta", ...login } });
    const { items } = await ask("listSSOProviderLoginsInOrganization");
    expect(items).toEqual([{ id, label: "Okta", startURL: expect.any(String) }]);
  });

  test("an organization without members cannot be joined", async () => {
    const status = statusOf(emulatorAfterScenarios(apiVersion));
    expect(await status("joinOrganization", { params: { organizationId: "nowhere" } })).toBe(404);
  });
});

function withoutPeople(apiVersion: ApiVersion): ReturnType<typeof emulatorAfterScenarios> {
  const emulator = emulatorAfterScenarios(apiVersion);
  emulator.load({ organization: emulator.organizationId, apiVersion, tables: {} });
  return emulator;
}

/**
 * Each permission of a token and an operation that needs it, called with a missing object: with the permission the service reports the missing
 * object, and without it a refusal.
 */
const permitted = [
  { of: "getSpaceById", permission: "admin", operation: "updateSpaceById" },
  { of: "getSpaceById", permission: "admin", operation: "deleteSpaceById" },
  { of: "getSpaceById", permission: "edit", operation: "createChangeRequest" },
  { of: "getSpaceById", permission: "merge", operation: "mergeChangeRequest" },
  { of: "getSpaceById", permission: "comment", operation: "postCommentInSpace" },
  { of: "getSpaceById", permission: "triggerGitSync", operation: "exportToGitRepository" },
  { of: "getSpaceById", permission: "view", operation: "listPages" },
  { of: "getCollectionById", permission: "admin", operation: "updateCollectionById" },
  { of: "getOrganizationById", permission: "admin", operation: "updateOrganizationById" },
  { of: "getOrganizationById", permission: "createOpenAPISpec", operation: "createOpenAPISpec" },
  { of: "getTeamInOrganizationById", permission: "admin", operation: "updateTeamInOrganizationById" },
  { of: "getOpenAPISpecBySlug", permission: "edit", operation: "updateOpenAPISpecBySlug" },
  { of: "getTranslation", permission: "edit", operation: "runTranslation" },
  { of: "getCommentInSpace", permission: "reply", operation: "postCommentReplyInSpace" },
] as const;

test.each(roles)(
  "with the role %s, a response names the token's permissions, and they are true",
  async (role) => {
    const admin = emulatorAfterScenarios("current");
    const { make, ask, edit, user } = scenarioClient(admin);
    const spaceId = await make("createSpace", { body: { title: "Guides" } });
    const changes = [{ operation: "insert_page", title: "Start", document: { markdown: "Begin." } }];
    edit("editContent", { params: { spaceId }, body: { changes } });
    await ask("createOpenAPISpec", { body: { slug: "petstore", source: { text: "openapi: 3.1.0" } } });
    const source = { space: spaceId, language: "en" };
    const params = {
      spaceId,
      changeRequestId: await make("createChangeRequest", { params: { spaceId }, body: { subject: "News" } }),
      collectionId: await make("createCollection", { body: { title: "Handbook" } }),
      teamId: await make("createOrganizationTeam", { body: { title: "Writers", members: [user.id] } }),
      specSlug: "petstore",
      translationId: await make("createTranslation", { body: { source, language: "fr" } }),
      commentId: await make("postCommentInSpace", { params: { spaceId }, body: { body: { markdown: "?" } } }),
    };
    const seed = admin.dump();
    for (const { of, permission, operation } of permitted) {
      const emulator = emulatorAfterScenarios("current", { role });
      emulator.load(seed);
      const { permissions } = await scenarioClient(emulator).ask(of, { params });
      const says = (permissions as JsonObject)[permission];
      const hasBody = /^(?:update|create|post)/.test(operation);
      const status = await statusOf(emulator)(operation, { params, ...(hasBody ? { body: {} } : {}) });
      expect([operation, says]).toEqual([operation, status !== 403]);
    }
  },
);

test("a user's permissions change with the role", async () => {
  const { ask, make, user } = client("current");
  const params = { spaceId: await make("createSpace", { body: { title: "Guides" } }) };
  expect(await ask("getSpaceById", { params })).toMatchObject({ permissions: { admin: true, view: true } });
  await ask("updateMemberInOrganizationById", { params: { userId: user.id }, body: { role: "comment" } });
  expect(await ask("getSpaceById", { params })).toMatchObject({
    permissions: { admin: false, edit: false, comment: true, view: true },
  });
});
