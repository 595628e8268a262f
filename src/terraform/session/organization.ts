import type { ServiceClient } from "../../live/service-client.ts";
import { DocsformError } from "../../model/errors.ts";
import { isJsonObject } from "../../model/json.ts";
import type { TypeIndex } from "../../model/type-index.ts";

/** The only organization that the token has access to. */
export async function findOrganization(index: TypeIndex, client: ServiceClient): Promise<string> {
  const endpoint = index.all.find((type) => type.listForToken !== undefined)?.listForToken;
  if (endpoint === undefined) throw noOrganization("No organization is configured.");
  const items = await client.list({ endpoint, params: {} });
  const ids = items.filter(isJsonObject).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return first;
  throw noOrganization(
    ids.length === 0
      ? "The token has access to no organization."
      : `The token has access to ${ids.length} organizations: ${ids.join(", ")}.`,
  );
}

function noOrganization(message: string): DocsformError {
  return new DocsformError("terraform/which-organization", message, {
    remedy:
      "Set `organization` in the provider block, or DOCSFORM_ORGANIZATION, to the id of your organization.",
  });
}
