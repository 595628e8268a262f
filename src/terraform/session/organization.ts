import type { ServiceClient } from "../../engine/live/service-client.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { isJsonObject } from "../../util/json.ts";
import { fail } from "../fail.ts";

/** The only organization that the token has access to. */
export async function findOrganization(index: TypeIndex, client: ServiceClient): Promise<string> {
  const endpoint = index.all.find((type) => type.listForToken !== undefined)?.listForToken;
  if (endpoint === undefined) throw fail("terraform/which-organization", { case: "unset" });
  const items = await client.list({ endpoint, params: {} });
  const ids = items.filter(isJsonObject).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return first;
  throw fail(
    "terraform/which-organization",
    ids.length === 0 ? { case: "none" } : { case: "several", count: ids.length, ids },
  );
}
