import { GitBookAPI as ClassicAPI } from "gitbook-api-classic";
import { GitBookAPI as CurrentAPI } from "gitbook-api-current";
import { afterEach, describe, expect, test } from "vitest";
import { emptyRichText } from "../../src/contract/operations/rich-text.objects.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { testToken } from "../support/service.ts";
import { startTestServer } from "../support/test-server.ts";

let server: RunningEmulator | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Group = Readonly<
  Record<string, ((...given: unknown[]) => Promise<{ readonly data: JsonObject }>) | undefined>
>;

/** The calls of the official client that the tests need. The client's published types omit the groups of operations. */
type Groups = Readonly<Record<"orgs" | "spaces" | "collections" | "user" | "emailDomains", Group>>;

/** Calls an operation of a group. Operations of the organization get its id. */
type Ask = (group: keyof Groups, operation: string, ...given: Json[]) => Promise<JsonObject>;

const clients = [
  { apiVersion: "classic" as const, Official: ClassicAPI },
  { apiVersion: "current" as const, Official: CurrentAPI },
];

describe.each(clients)(
  "with the official client of the $apiVersion API version",
  ({ apiVersion, Official }) => {
    test("a site gets a structure, and is read", async () => {
      const ask = await connect(apiVersion, Official);
      expect(await ask("orgs", "listSites")).toEqual({ items: [], count: 0 });
      const { id: spaceId = "" } = await ask("orgs", "createSpace", { title: "Guides" });
      const { id = "" } = await ask("orgs", "createSite", { title: "Acme docs" });
      const section = await ask("orgs", "addSectionToSite", id, { spaceId, title: "Guides" });
      const group = await ask("orgs", "addSectionGroupToSite", id, { title: "Products" });
      await ask("orgs", "updateSiteSectionById", id, section["id"] ?? "", { path: "start" });
      expect(await ask("orgs", "getSiteStructure", id)).toMatchObject({
        type: "sections",
        structure: [
          { id: section["id"], path: "start", siteSpaces: [{ space: { id: spaceId } }] },
          { id: group["id"], title: "Products" },
        ],
      });
      expect(await ask("orgs", "listSites")).toMatchObject({ items: [{ id, title: "Acme docs" }] });
      await expect(ask("orgs", "getSiteById", "nowhere")).rejects.toMatchObject({ code: 404 });
    });

    test("members get roles, and leave", async () => {
      const ask = await connect(apiVersion, Official);
      service().add("organization_member", {
        id: "u_ada",
        currentUser: true,
        user: { email: "ada@acme.example" },
      });
      service().add("organization_member", { id: "u_grace", user: { displayName: "Grace" } });
      expect(await ask("user", "getAuthenticatedUser")).toMatchObject({ id: "u_ada" });
      await ask("orgs", "updateOrganizationById", {
        title: "Acme",
        emailDomains: ["acme.example"],
        defaultRole: null,
      });
      expect(await ask("emailDomains", "getOrganizationsForEmailDomain", "acme.example")).toMatchObject({
        organizations: [{ title: "Acme" }],
      });
      await ask("orgs", "createOrganizationTeam", { title: "Writers", members: ["u_grace"] });
      await ask("orgs", "updateMemberInOrganizationById", "u_grace", { role: "edit" });
      await ask("orgs", "setUserAsSsoMemberForOrganization", "u_grace");
      expect(await ask("orgs", "listMembersInOrganizationById", { role: "edit" })).toMatchObject({
        items: [{ id: "u_grace", role: "edit", teams: 1, sso: true }],
      });
      expect(await ask("orgs", "listTeamsForOrganizationMember", "u_grace")).toMatchObject({
        items: [{ team: { title: "Writers" }, member: { role: "member" } }],
      });
      await ask("orgs", "updateOrganizationMemberLastSeenAt");
      await ask("orgs", "removeMemberFromOrganizationById", "u_grace");
      await expect(ask("orgs", "getMemberInOrganizationById", "u_grace")).rejects.toMatchObject({
        code: 404,
      });
    });

    test("a space is copied, deleted and restored", async () => {
      const ask = await connect(apiVersion, Official);
      const collection = await ask("orgs", "createCollection", { title: "Handbook" });
      const space = await ask("orgs", "createSpace", { title: "Guides", parent: collection["id"] ?? "" });
      const id = space["id"] ?? "";
      const copy = await ask("spaces", "duplicateSpace", id);
      await ask("spaces", "deleteSpaceById", id);
      const inside = async () => ask("collections", "listSpacesInCollectionById", collection["id"] ?? "");
      expect(await inside()).toMatchObject({ items: [{ id: copy["id"] }] });
      expect(await ask("spaces", "restoreSpace", id)).toMatchObject({ id, title: "Guides" });
      expect(await inside()).toMatchObject({ count: 2 });
      await expect(
        ask("spaces", "moveSpace", id, { position: { before: { type: "space", space: copy["id"] ?? "" } } }),
      ).rejects.toMatchObject({ code: 409 });
    });

    test("a specification is added, corrected and read", async () => {
      const ask = await connect(apiVersion, Official);
      await ask("orgs", "createOpenApiSpec", { slug: "petstore", source: { text: "pets" } });
      expect(await ask("orgs", "getOpenApiSpecBySlug", "petstore")).toMatchObject({
        lastProcessErrorCode: "PARSE_ERROR",
      });
      const source = { text: "openapi: 3.1.0\npaths: {}" };
      await ask("orgs", "createOrUpdateOpenApiSpecBySlug", "petstore", { source });
      const { lastVersion = "" } = await ask("orgs", "getOpenApiSpecBySlug", "petstore");
      expect(await ask("orgs", "listOpenApiSpecVersions", "petstore")).toMatchObject({ count: 1 });
      expect(await ask("orgs", "getOpenApiSpecVersionContentById", "petstore", lastVersion)).toMatchObject({
        filesystem: { "openapi.json": { openapi: "3.1.0" } },
      });
    });

    test("a site gets visitor claims, and is published", async () => {
      const ask = await connect(apiVersion, Official);
      const space = await ask("orgs", "createSpace", { title: "Guides" });
      const { id = "" } = await ask("orgs", "createSite", { title: "Docs", spaces: [space["id"] ?? ""] });
      const jsonSchema = {
        type: "object",
        properties: { beta: { type: "boolean", description: "Takes part in the beta" } },
        additionalProperties: false,
      };
      await ask("orgs", "updateSiteAdaptiveSchema", id, { jsonSchema });
      expect(await ask("orgs", "listSiteAdaptiveTemplateConditions", id)).toMatchObject({
        items: [{ condition: "visitor.claims.beta" }],
      });
      await ask("orgs", "publishSite", id);
      expect(await ask("orgs", "getPublishedContentSite", id)).toMatchObject({
        site: { id, published: true },
        structure: { structure: [{ space: { id: space["id"] } }] },
      });
    });

    test("a space is translated with the agent's instructions", async () => {
      const ask = await connect(apiVersion, Official);
      const instructions = emptyRichText;
      await ask("orgs", "updateOrganizationAgentInstructions", { instructions });
      expect(await ask("orgs", "getOrganizationAgentInstructions")).toMatchObject({ instructions });
      const space = await ask("orgs", "createSpace", { title: "Guides" });
      const source = { space: space["id"] ?? "", language: "en" };
      const { id = "" } = await ask("orgs", "createTranslation", { source, language: "fr", instructions });
      await ask("orgs", "runTranslation", id);
      await ask("orgs", "runTranslation", id);
      const done = await ask("orgs", "getTranslation", id);
      expect(done).toMatchObject({ status: "completed", stats: { runs: 2 } });
      expect(await ask("orgs", "listSpacesInOrganizationById")).toMatchObject({
        items: [{ id: space["id"] }, { language: "fr" }],
      });
    });
  },
);

test("the official client of the classic API version ingests conversations, and reads their issues", async () => {
  const ask = await connect("classic", ClassicAPI);
  const printed = (body: string) => [{ type: "message", role: "user", body }];
  const metadata = { attributes: { topic: "sign-in" } };
  await ask("orgs", "ingestConversation", [
    { id: "c1", subject: "Signing in", parts: printed("How do I sign in?"), metadata },
    { id: "c2", parts: printed("I cannot sign in."), metadata },
    { id: "c3", parts: printed("Thank you!") },
  ]);
  expect(await ask("orgs", "listConversations")).toMatchObject({ count: 3 });
  const clusters = await ask("orgs", "listConversationsIssuesClusters");
  expect(clusters).toMatchObject({ items: [{ label: "sign-in", stats: { issues: 2, conversations: 2 } }] });
  const [cluster] = clusters["items"] as readonly JsonObject[];
  expect(await ask("orgs", "listConversationsIssues", { cluster: cluster?.["id"] ?? "" })).toMatchObject({
    items: [{ issue: { title: "Signing in" } }, { issue: { title: "I cannot sign in." } }],
  });
});

async function connect(
  apiVersion: ApiVersion,
  Official: typeof ClassicAPI | typeof CurrentAPI,
): Promise<Ask> {
  server = await startTestServer({ token: testToken, apiVersion });
  const groups = new Official({ endpoint: server.url, authToken: testToken }) as unknown as Groups;
  return async (group, operation, ...given) => {
    const call = groups[group][operation];
    if (call === undefined) throw new Error(`The official client has no ${group}.${operation}`);
    const { data } = group === "orgs" ? await call(organizationId, ...given) : await call(...given);
    return data;
  };
}

function service(): RunningEmulator["emulator"]["service"] {
  if (server === undefined) throw new Error("The emulator is not running yet");
  return server.emulator.service;
}
