import * as z from "zod";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { get, patch, put, remove } from "../operation.ts";
import { teamMemberObject, teamObject } from "./teams.objects.ts";

const all = "/orgs/{organizationId}/teams";
const one = `${all}/{teamId}`;
const title = z.string().min(1).max(64);

export const teams = {
  list: get(all, {
    id: "listTeamsInOrganizationById",
    summary: "Lists an organization's teams.",
    query: z.object({ owner: z.string().optional(), title: z.string().optional() }),
    items: teamObject,
  }),
  get: get(one, { id: "getTeamInOrganizationById", summary: "Reads a team.", answer: teamObject }),
  create: put(all, {
    id: "createOrganizationTeam",
    summary: "Makes a team, with members of the organization in it.",
    errors: { 400: "Another team has that title, or it is not of the form that the service takes." },
    body: z.object({ title, members: z.array(z.string()).optional() }),
    answer: teamObject,
    success: [201],
    // A PUT that creates: the same title again is refused, so an unknown outcome is looked up and not repeated.
    repeatable: false,
  }),
  update: patch(one, {
    id: "updateTeamInOrganizationById",
    summary: "Changes a team's title.",
    body: z.object({ title }),
    answer: teamObject,
  }),
  delete: remove(one, {
    id: "removeTeamFromOrganizationById",
    summary: "Deletes a team; its people stay in the organization.",
    errors: { 400: "A SAML provider puts people into the team." },
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
    summary: "Adds people to a team, takes people out of it, or changes their roles in it.",
    // User ids or e-mail addresses; who is in both lists is removed.
    body: z.object({
      add: z.array(z.string()).optional(),
      remove: z.array(z.string()).optional(),
      memberships: z.record(z.string(), z.object({ role: z.enum(["owner", "member"]) })).optional(),
    }),
    success: [204],
  }),
};
