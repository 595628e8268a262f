import type { ResourceType } from "../../model/resource-type.ts";
import { isJsonObject, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { ServiceClient } from "./service-client.ts";

/** An organization that the token has access to. */
export interface VisibleOrganization {
  readonly id: string;
  readonly title?: string;
  /** As the service describes it. */
  readonly item: JsonObject;
}

/** The organizations that the token has access to. Undefined: no type can list them. */
export async function visibleOrganizations(
  types: readonly ResourceType[],
  client: ServiceClient,
  signal?: AbortSignal,
): Promise<readonly VisibleOrganization[] | undefined> {
  const endpoint = types.find((type) => type.listForToken !== undefined)?.listForToken;
  if (endpoint === undefined) return undefined;
  const items = await client.list({ endpoint, params: {} }, present({ signal }));
  return items.filter(isJsonObject).flatMap((item) => {
    const { id, title } = item;
    if (typeof id !== "string") return [];
    return [{ id, item, ...present({ title: typeof title === "string" ? title : undefined }) }];
  });
}

/** An organization's title and id. */
export function organizationName({ id, title }: VisibleOrganization): string {
  return title === undefined ? id : `${title} (${id})`;
}
