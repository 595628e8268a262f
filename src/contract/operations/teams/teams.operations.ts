import * as z from "zod";
import { publishedApiVersions } from "../../../model/endpoint.ts";
import { get, patch, put, remove } from "../operation.ts";
import { teamMemberObject, teamObject } from "./teams.objects.ts";

const all = "/orgs/{organizationId}/teams";
const one = `${all}/{teamId}`;
const title = z
  .string()
  .min(1)
  .max(64)
  .describe("Title of the team. Each team of an organization has a different title.");

export const teams = {
  list: get(all, {
    id: "listTeamsInOrganizationById",
    summary: "Lists an organization's teams.",
    query: z.object({
      owner: z.string().optional().describe("User id of an owner of the listed teams."),
      title: z.string().optional().describe("Part of the title of the listed teams, in any case."),
    }),
    items: teamObject,
  }),
  get: get(one, { id: "getTeamInOrganizationById", summary: "Reads a team.", response: teamObject }),
  create: put(all, {
    id: "createOrganizationTeam",
    summary: "Creates a team with members of the organization.",
    errors: { 400: "Another team has this title, or the request is not valid." },
    body: z.object({ title, members: z.array(z.string()).optional().describe("User ids of the members.") }),
    response: teamObject,
    success: [201],
    // This PUT creates a team. The service refuses the same title again, so docsform looks up an unknown outcome and does not
    // repeat the call.
    repeatable: false,
  }),
  update: patch(one, {
    id: "updateTeamInOrganizationById",
    summary: "Changes a team's title.",
    body: z.object({ title }),
    response: teamObject,
  }),
  delete: remove(one, {
    id: "removeTeamFromOrganizationById",
    summary: "Deletes a team. Its people stay in the organization.",
    errors: { 400: "A SAML provider adds people to the team." },
  }),
  listMembers: get(`${one}/members`, {
    id: "listTeamMembersInOrganizationById",
    apiVersions: publishedApiVersions,
    summary: "Lists a team's people, with their roles in it.",
    items: teamMemberObject,
  }),
  updateMembers: put(`${one}/members`, {
    id: "updateMembersInOrganizationTeam",
    apiVersions: publishedApiVersions,
    summary: "Adds people to a team, removes people from it, or changes their roles in it.",
    body: z.object({
      add: z.array(z.string()).optional().describe("People to add: user ids or e-mail addresses."),
      remove: z
        .array(z.string())
        .optional()
        .describe(
          "People to remove: user ids or e-mail addresses. The call removes people who are in both lists.",
        ),
      memberships: z
        .record(z.string(), z.object({ role: z.enum(["owner", "member"]) }))
        .optional()
        .describe("Roles in the team, by user id: an object whose `role` is `owner` or `member`."),
    }),
    success: [204],
  }),
};
