import * as z from "zod";
import { get, patch, post, remove } from "../operation.ts";
import { organizationChanges, organizationObject } from "./organizations.objects.ts";

const one = "/orgs/{organizationId}";

export const organizations = {
  list: get("/orgs", {
    id: "listOrganizationsForAuthenticatedUser",
    summary: "Lists the organizations that the token's user is in.",
    items: organizationObject,
  }),
  get: get(one, {
    id: "getOrganizationById",
    summary: "Reads an organization.",
    errors: { 404: "There is no such organization." },
    response: organizationObject,
  }),
  update: patch(one, {
    id: "updateOrganizationById",
    summary: "Changes settings of an organization.",
    errors: { 400: "The default content does not exist." },
    body: organizationChanges,
    response: organizationObject,
  }),
  deleteInvite: remove(`${one}/link-invites/{inviteId}`, {
    id: "deleteOrganizationInviteById",
    summary: "Deletes an invite link.",
  }),
  /** The e-mail address of the token's user must be verified. */
  join: post(`${one}/join`, {
    id: "joinOrganization",
    summary:
      "Makes the token's user a member, if the domain of their e-mail address belongs to the organization.",
    errors: {
      400: "The e-mail domain does not belong to the organization.",
      404: "There is no such organization.",
    },
    success: [204],
    repeatable: true,
  }),
  /** The claims in the response are optional. The caller attaches them to the user. */
  ping: post(`${one}/ping`, {
    id: "updateOrganizationMemberLastSeenAt",
    summary: "Records that the token's user was active.",
    response: z.looseObject({
      serviceVisitorClaims: z.string().optional(),
      gitbookVisitorClaims: z.string().optional(),
    }),
    success: [200],
    repeatable: true,
  }),
  listByEmailDomain: get("/email-domains/{emailDomain}/orgs", {
    id: "getOrganizationsForEmailDomain",
    params: { emailDomain: z.string().describe("The e-mail domain, such as acme.example.") },
    summary: "Lists the organizations that people of an e-mail domain can join.",
    response: z.looseObject({ organizations: z.array(organizationObject) }),
  }),
};
