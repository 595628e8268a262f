import { requireRecord, textOf, withoutNulls } from "../../model/emulator-answers.ts";
import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRules,
} from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";

/**
 * The service's side of the organization and its people. Records: `organization` `{ id, title }`; `organization_member`
 * `{ id, user: { id, displayName, email }, role }`, where `id` is the user's id. The token's own user is the member with
 * `currentUser: true`, or else the one whose id is `currentUser`.
 */
export const organizationEmulator: EmulatorRules = {
  listOrganizationsForAuthenticatedUser: (_request, service) => ({
    status: 200,
    items: [wireOrganization(service)],
  }),

  getOrganizationById: (_request, service) => {
    return { status: 200, body: wireOrganization(service) };
  },

  getAuthenticatedUser: (_request, service) => {
    const members = service.list("organization_member");
    const own = members.find((member) => member["currentUser"] === true);
    // Nobody was seeded: even so a token has a user.
    const somebody = members.length === 0 ? { id: "currentUser" } : undefined;
    const member = own ?? service.get("organization_member", "currentUser") ?? somebody;
    if (member === undefined) throw new EmulatorRefusal(404, "The token acts for no user");
    return { status: 200, body: wireUser(member) };
  },

  listMembersInOrganizationById: (request, service) => {
    const { role, search, sort, order } = request.query;
    const found = service
      .list("organization_member")
      .filter((member) => role === undefined || (member["role"] ?? "guest") === role)
      .filter((member) => search === undefined || matches(wireUser(member), search))
      .filter((member) => sort !== "lastSeenAt" || member["lastSeenAt"] != null)
      .map((member) => wireMember(member, service));
    const key = sort ?? "joinedAt";
    const sorted = [...found].sort((a, b) => compare(sortValue(a, key), sortValue(b, key)));
    return { status: 200, items: order === "asc" ? sorted : sorted.reverse() };
  },

  getMemberInOrganizationById: (request, service) => {
    const member = requireRecord(service, "organization_member", request.params["userId"]);
    return { status: 200, body: wireMember(member, service) };
  },
};

const longAgo = "2026-01-01T00:00:00.000Z";

function wireOrganization(service: EmulatedService): JsonObject {
  const id = service.organizationId;
  const record = service.get("organization", id);
  const access = service.generation === "current" ? { access: true } : { ingestConversations: true };
  return {
    object: "organization",
    id,
    plan: "pro_2024",
    title: record?.["title"] ?? "Organization",
    createdAt: record?.["createdAt"] ?? longAgo,
    inviteLinks: false,
    type: "business",
    emailDomains: [],
    mergeRules: { type: "none" },
    urls: { location: `https://api.docs.example/v1/orgs/${id}`, app: `https://app.docs.example/o/${id}` },
    trial: { status: "notapplicable", count: 0 },
    permissions: {
      view: true,
      ...access,
      admin: true,
      ownTeam: true,
      createContent: true,
      createOpenAPISpec: true,
      viewBilling: true,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
      listInstallations: true,
      installIntegration: true,
    },
  };
}

function wireMember(member: EmulatorRecord, service: EmulatedService): JsonObject {
  const teams = service
    .list("team")
    .filter((team) => isJsonObject(team["memberships"]) && member.id in team["memberships"]);
  return {
    ...withoutNulls({ lastSeenAt: member["lastSeenAt"] }),
    object: "member",
    id: member.id,
    role: member["role"] === undefined ? "read" : member["role"],
    user: wireUser(member),
    disabled: false,
    joinedAt: member["joinedAt"] ?? longAgo,
    sso: false,
    spaces: 0,
    teams: teams.length,
    ...(service.generation === "current" ? { sites: 0 } : {}),
  };
}

function wireUser(member: EmulatorRecord): JsonObject {
  const user = isJsonObject(member["user"]) ? member["user"] : member;
  return {
    ...withoutNulls({ email: user["email"], photoURL: user["photoURL"] }),
    object: "user",
    id: member.id,
    displayName: user["displayName"] ?? user["email"] ?? member.id,
    urls: { location: `https://api.docs.example/v1/users/${member.id}` },
  };
}

function matches(user: JsonObject, search: string): boolean {
  const text = `${textOf(user["displayName"])} ${textOf(user["email"])}`;
  return text.toLowerCase().includes(search.toLowerCase());
}

function sortValue(member: JsonObject, key: string): string {
  const user = member["user"];
  const value: Json | undefined = key === "name" && isJsonObject(user) ? user["displayName"] : member[key];
  return textOf(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
