import { facts } from "../facts/all.ts";
import { adaptiveContentSystem } from "./adaptive-content/adaptive-content.emulator.ts";
import { agentInstructionsSystem } from "./agent-instructions/agent-instructions.emulator.ts";
import { changeRequestsSystem } from "./change-requests/change-requests.emulator.ts";
import { collectionsSystem } from "./collections/collections.emulator.ts";
import { changeRequestCommentsSystem, commentsSystem } from "./comments/comments.emulator.ts";
import { changeRequestContentSystem, contentSystem } from "./content/content.emulator.ts";
import { conversationsSystem } from "./conversations/conversations.emulator.ts";
import { rowsOfFacts } from "./from-facts/rows-of-facts.ts";
import { systemsOf } from "./from-facts/system-from-facts.ts";
import { gitSystem } from "./git/git.emulator.ts";
import { membersSystem } from "./members/members.emulator.ts";
import { openapiSystem } from "./openapi/openapi.emulator.ts";
import { organizationsSystem } from "./organizations/organizations.emulator.ts";
import { publishedContentSystem } from "./published-content/published-content.emulator.ts";
import type { rows } from "./rows.ts";
import { siteStructureSystem } from "./site-structure/site-structure.emulator.ts";
import { sitesSystem } from "./sites/sites.emulator.ts";
import { spacesSystem } from "./spaces/spaces.emulator.ts";
import { ssoSystem } from "./sso/sso.emulator.ts";
import type { OperationTable, System } from "./system.ts";
import { teamsSystem } from "./teams/teams.emulator.ts";
import { translationsSystem } from "./translations/translations.emulator.ts";
import { usersSystem } from "./users/users.emulator.ts";

/**
 * Every system of `rows`, with the emulator's side of it. The list stands here again, because the executable and the client load the
 * rows without the emulator (docs/decisions/001-bundled-executable.md).
 */
export const operations: OperationTable = {
  ...systemsOf(facts, rowsOfFacts),
  adaptiveContent: adaptiveContentSystem,
  agentInstructions: agentInstructionsSystem,
  changeRequestComments: changeRequestCommentsSystem,
  changeRequestContent: changeRequestContentSystem,
  changeRequests: changeRequestsSystem,
  collections: collectionsSystem,
  comments: commentsSystem,
  content: contentSystem,
  conversations: conversationsSystem,
  git: gitSystem,
  members: membersSystem,
  openapi: openapiSystem,
  organizations: organizationsSystem,
  publishedContent: publishedContentSystem,
  siteStructure: siteStructureSystem,
  sites: sitesSystem,
  spaces: spacesSystem,
  sso: ssoSystem,
  teams: teamsSystem,
  translations: translationsSystem,
  users: usersSystem,
} satisfies Readonly<Record<keyof typeof rows, System>>;
