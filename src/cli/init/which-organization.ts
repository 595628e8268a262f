import type { Client } from "../../contract/http/client.ts";
import { isJsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../context.ts";
import { fail } from "../fail.ts";
import { choose } from "./choose.ts";

/** An organization that the token has access to. */
interface VisibleOrganization {
  readonly id: string;
  readonly title?: string;
}

/** The organizations that the token has access to. */
export async function visibleOrganizations(
  { types, io }: Context,
  client: Client,
): Promise<readonly VisibleOrganization[]> {
  const endpoint = types.find((type) => type.listForToken !== undefined)?.listForToken;
  if (endpoint === undefined) return [];
  const items = await client.list({ endpoint, params: {} }, { signal: io.signal });
  return items.filter(isJsonObject).flatMap(({ id, title }) => {
    if (typeof id !== "string") return [];
    return [{ id, ...present({ title: typeof title === "string" ? title : undefined }) }];
  });
}

/** The token's organization. If there are several, the user chooses one. */
export async function whichOrganization(context: Context, client: Client): Promise<string> {
  const organizations = await visibleOrganizations(context, client);
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

function organizationName({ id, title }: VisibleOrganization): string {
  return title === undefined ? id : `${title} (${id})`;
}
