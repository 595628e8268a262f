import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";

const title = z.string().min(1).max(64);

/** The fields of a team in an answer that docsform relies on. `members` there is a count. */
export const teamAnswer = z.object({
  id: z.string(),
  title: z.string(),
  members: z.number().optional(),
  spaces: z.number().optional(),
  createdAt: z.string().optional(),
});

/** One item of a team's list of members. */
export const teamMemberAnswer = z.object({
  organization: z.object({
    id: z.string(),
    user: z.object({ id: z.string(), email: z.string().nullish() }),
  }),
  team: z.object({ role: z.string() }).optional(),
});

export const listTeamsInOrganizationById = defineEndpoint({
  operation: "listTeamsInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/teams",
  query: z.object({ owner: z.string().optional(), title: z.string().optional() }),
  response: teamAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getTeamInOrganizationById = defineEndpoint({
  operation: "getTeamInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/teams/{teamId}",
  response: teamAnswer,
  success: [200],
  idempotent: true,
});

export const createOrganizationTeam = defineEndpoint({
  operation: "createOrganizationTeam",
  method: "PUT",
  path: "/orgs/{organizationId}/teams",
  body: z.object({ title, members: z.array(z.string()).optional() }),
  response: teamAnswer,
  success: [201],
  // A PUT that creates: the same title again is refused, so an unknown outcome is looked up and not repeated.
  idempotent: false,
});

export const updateTeamInOrganizationById = defineEndpoint({
  operation: "updateTeamInOrganizationById",
  method: "PATCH",
  path: "/orgs/{organizationId}/teams/{teamId}",
  body: z.object({ title }),
  response: teamAnswer,
  success: [200],
  idempotent: true,
});

export const removeTeamFromOrganizationById = defineEndpoint({
  operation: "removeTeamFromOrganizationById",
  method: "DELETE",
  path: "/orgs/{organizationId}/teams/{teamId}",
  success: [204, 205],
  idempotent: true,
});

export const listTeamMembersInOrganizationById = defineEndpoint({
  operation: "listTeamMembersInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/teams/{teamId}/members",
  response: teamMemberAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const updateMembersInOrganizationTeam = defineEndpoint({
  operation: "updateMembersInOrganizationTeam",
  method: "PUT",
  path: "/orgs/{organizationId}/teams/{teamId}/members",
  // User ids or e-mail addresses; who is in both lists is removed.
  body: z.object({
    add: z.array(z.string()).optional(),
    remove: z.array(z.string()).optional(),
    memberships: z.record(z.string(), z.object({ role: z.enum(["owner", "member"]) })).optional(),
  }),
  success: [204],
  idempotent: true,
});
