import * as z from "zod";
import { onlyWhere } from "../../../model/api-version-marks.ts";
import { roles } from "../../../model/role.ts";
import { get, patch, post, remove } from "../operation.ts";
import { spaceObject } from "../spaces/spaces.objects.ts";
import { teamObject } from "../teams/teams.objects.ts";
import { memberObject } from "./members.objects.ts";

const all = "/orgs/{organizationId}/members";
const one = `${all}/{userId}`;
const order = z.enum(["asc", "desc"]).optional().describe("Ascending or descending order. Default: desc.");

export const members = {
  list: get(all, {
    id: "listMembersInOrganizationById",
    summary: "Lists the people of an organization.",
    query: z.object({
      order,
      role: z
        .enum([...roles, "guest"])
        .optional()
        .describe("Role of the listed people."),
      search: z.string().optional().describe("Text in the name or the e-mail address of the listed people."),
      sort: onlyWhere(
        "current",
        z
          .enum(["joinedAt", "lastSeenAt", "name"])
          .optional()
          .describe(
            "Value to sort by. With `lastSeenAt`, the list has only people who have been active. Default: joinedAt.",
          ),
        (sort) => sort === "name",
      ),
    }),
    items: memberObject,
  }),
  get: get(one, {
    id: "getMemberInOrganizationById",
    summary: "Reads one person of an organization.",
    response: memberObject,
  }),
  update: patch(one, {
    id: "updateMemberInOrganizationById",
    summary: "Changes a member's role, or makes the member a guest.",
    body: z.strictObject({
      role: z
        .enum(roles)
        .nullable()
        .optional()
        .describe("Role of the member; null makes the member a guest."),
    }),
    response: memberObject,
  }),
  remove: remove(one, {
    id: "removeMemberFromOrganizationById",
    summary: "Removes a person from an organization.",
    errors: { 400: "Users cannot remove themselves." },
    // 202, in the current API version: the service asks the administrators for the removal.
    success: [202, 204, 205],
  }),
  setSso: post(`${one}/sso`, {
    id: "setUserAsSSOMemberForOrganization",
    summary: "Marks a member as one who logs in with single sign-on.",
    response: memberObject,
    success: [200],
    repeatable: true,
  }),
  listSpaces: get(`${one}/spaces`, {
    id: "listSpacesForOrganizationMember",
    summary: "Lists the spaces that a member can see, with the member's access to each.",
    query: z.object({ order }),
    items: z.looseObject({ permission: z.enum(roles), space: spaceObject }),
  }),
  listTeams: get(`${one}/teams`, {
    id: "listTeamsForOrganizationMember",
    summary: "Lists the teams that a member is in.",
    query: z.object({
      title: z.string().optional().describe("Part of the title of the listed teams, in any case."),
    }),
    items: z.looseObject({
      team: teamObject,
      member: z.looseObject({ role: z.enum(["owner", "member"]) }),
    }),
  }),
};
