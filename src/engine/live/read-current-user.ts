import { type ApiVersion, isServed } from "../../model/endpoint.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { statusOf } from "./ask-by-id.ts";
import type { ServiceClient } from "./service-client.ts";

/** Returns the token's own user, if a type declares how to read it. A plan must not delete that user. */
export async function readCurrentUser(
  client: ServiceClient,
  types: readonly ResourceType[],
  apiVersion: ApiVersion,
  signal?: AbortSignal,
): Promise<Snapshot["currentUser"]> {
  const read = types.find((type) => type.currentUser !== undefined)?.currentUser;
  if (read === undefined || !isServed(read.endpoint, apiVersion)) return undefined;
  const options = present({ signal });
  try {
    const { body } = await client.call({ endpoint: read.endpoint, params: {} }, options);
    return read.user(body);
  } catch (error) {
    // Some tokens belong to no user.
    if (statusOf(error) !== 404) throw error;
    return undefined;
  }
}
