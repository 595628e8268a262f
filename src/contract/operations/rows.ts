import { adaptiveContent } from "./adaptive-content/adaptive-content.operations.ts";
import { agentInstructions } from "./agent-instructions/agent-instructions.operations.ts";
import { changeRequests } from "./change-requests/change-requests.operations.ts";
import { collections } from "./collections/collections.operations.ts";
import { changeRequestComments, comments } from "./comments/comments.operations.ts";
import { changeRequestContent, content } from "./content/content.operations.ts";
import { conversations } from "./conversations/conversations.operations.ts";
import { rowsOfFacts } from "./from-facts/rows-of-facts.ts";
import { git } from "./git/git.operations.ts";
import { members } from "./members/members.operations.ts";
import { openapi } from "./openapi/openapi.operations.ts";
import { organizations } from "./organizations/organizations.operations.ts";
import { publishedContent } from "./published-content/published-content.operations.ts";
import { siteStructure } from "./site-structure/site-structure.operations.ts";
import { sites } from "./sites/sites.operations.ts";
import { spaces } from "./spaces/spaces.operations.ts";
import { sso } from "./sso/sso.operations.ts";
import { teams } from "./teams/teams.operations.ts";
import { translations } from "./translations/translations.operations.ts";
import { users } from "./users/users.operations.ts";

/** Every operation that docsform declares, by system, with its types. Clients are derived from it. */
export const rows = {
  ...rowsOfFacts,
  adaptiveContent,
  agentInstructions,
  changeRequestComments,
  changeRequestContent,
  changeRequests,
  collections,
  comments,
  content,
  conversations,
  git,
  members,
  openapi,
  organizations,
  publishedContent,
  siteStructure,
  sites,
  spaces,
  sso,
  teams,
  translations,
  users,
};
