import type { ServiceClient } from "../../engine/live/service-client.ts";
import { visibleOrganizations } from "../../engine/live/visible-organizations.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { TypeIndex } from "../../model/type-index.ts";

/** The only organization that the token has access to. */
export async function findOrganization(index: TypeIndex, client: ServiceClient): Promise<string> {
  const found = await visibleOrganizations(index.all, client);
  if (found === undefined) throw fail("terraform/which-organization", { case: "unset" });
  const ids = found.map(({ id }) => id);
  const [first] = ids;
  if (first !== undefined && ids.length === 1) return first;
  throw fail(
    "terraform/which-organization",
    ids.length === 0 ? { case: "none" } : { case: "several", count: ids.length, ids },
  );
}
