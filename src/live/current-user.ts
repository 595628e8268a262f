import type { LiveWorld } from "../model/live-world.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { ServiceClient } from "./service-client.ts";

/** Who the token acts for, where a type declares how to ask: what is told about members must not take this one away. */
export async function readCurrentUser(
  client: ServiceClient,
  types: readonly ResourceType[],
  signal?: AbortSignal,
): Promise<LiveWorld["currentUser"]> {
  const endpoint = types
    .flatMap((type) => type.endpoints)
    .find((each) => each.method === "GET" && each.path === "/user");
  if (endpoint === undefined) return undefined;
  const options = signal === undefined ? {} : { signal };
  const { body } = await client.call({ endpoint, params: {} }, options);
  const user = body as { readonly id: string; readonly email?: string | null };
  return { id: user.id, ...(typeof user.email === "string" ? { email: user.email } : {}) };
}
