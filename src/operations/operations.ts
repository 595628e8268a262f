import { changeRequestsSystem } from "./change-requests/change-requests.emulator.ts";
import { collectionsSystem } from "./collections/collections.emulator.ts";
import { changeRequestCommentsSystem, commentsSystem } from "./comments/comments.emulator.ts";
import { changeRequestContentSystem, contentSystem } from "./content/content.emulator.ts";
import { membersSystem } from "./members/members.emulator.ts";
import { openapiSystem } from "./openapi/openapi.emulator.ts";
import { organizationsSystem } from "./organizations/organizations.emulator.ts";
import { siteStructureSystem } from "./site-structure/site-structure.emulator.ts";
import { sitesSystem } from "./sites/sites.emulator.ts";
import { spacesSystem } from "./spaces/spaces.emulator.ts";
import { ssoSystem } from "./sso/sso.emulator.ts";
import type { OperationTable } from "./system.ts";
import { teamsSystem } from "./teams/teams.emulator.ts";
import { usersSystem } from "./users/users.emulator.ts";

/** Every operation that docsform knows, with the service's side of it: an import and a line for each system. */
export const operations: OperationTable = {
  changeRequestComments: changeRequestCommentsSystem,
  changeRequestContent: changeRequestContentSystem,
  changeRequests: changeRequestsSystem,
  collections: collectionsSystem,
  comments: commentsSystem,
  content: contentSystem,
  members: membersSystem,
  openapi: openapiSystem,
  organizations: organizationsSystem,
  siteStructure: siteStructureSystem,
  sites: sitesSystem,
  spaces: spacesSystem,
  sso: ssoSystem,
  teams: teamsSystem,
  users: usersSystem,
};
