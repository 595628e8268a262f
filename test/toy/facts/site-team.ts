import * as z from "zod";
import type { AssociationFacts } from "../../../src/model/plain/facts.ts";
import { roles, widerRole } from "../../../src/model/role.ts";

export const siteTeam = {
  kind: "association",
  type: "site_team",
  label: { one: "team in a site", many: "teams in sites" },
  description: "What the members of a team may do in a site.",
  apiVersions: ["current"],
  within: "site",
  path: "/orgs/{organizationId}/sites/{siteId}/permissions/teams",
  createPath: "/orgs/{organizationId}/sites/{siteId}/permissions",
  idParam: "teamId",
  operations: {
    list: "listTeamPermissionsInSite",
    create: "inviteToSite",
    update: "updateTeamPermissionInSite",
    delete: "removeTeamFromSite",
  },
  other: {
    type: "team",
    description: "The team.",
    sentIn: "teams",
    shownIn: "team",
    nameIn: "title",
    read: "getTeamInOrganizationById",
  },
  fields: {
    role: {
      description: "What its members may do.",
      schema: z.enum(roles),
      shownAt: ["permission"],
      opens: { as: "grant", isWider: widerRole },
      samples: ["read", "edit"],
    },
  },
  layout: { list: "permissions", item: "team" },
} as const satisfies AssociationFacts;
