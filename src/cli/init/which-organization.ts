import type { Client } from "../../contract/http/http-client.ts";
import { organizationName, visibleOrganizations } from "../../engine/live/visible-organizations.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { Context } from "../command-context.ts";
import { choose } from "./choose.ts";

/** The token's organization. If there are several, the user chooses one. */
export async function whichOrganization(context: Context, client: Client): Promise<string> {
  const organizations = (await visibleOrganizations(context.types, client, context.io.signal)) ?? [];
  const [only, ...others] = organizations;
  if (only !== undefined && others.length === 0) return only.id;
  const { ask } = context.io;
  if (organizations.length === 0) {
    throw fail("cli/no-organization", { case: "none" });
  }
  if (ask === undefined) {
    throw fail("cli/no-organization", {
      case: "several",
      count: organizations.length,
      organizations: organizations.map(organizationName),
    });
  }
  return choose(
    ask,
    "Which organization?",
    organizations.map((each) => ({ value: each.id, text: organizationName(each) })),
  );
}
