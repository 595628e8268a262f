import type { Generation } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import type { FoundObject } from "../model/live-world.ts";
import type { BulkRead, CallContext } from "../model/resource-type.ts";
import type { ServiceClient } from "./service-client.ts";

/** What one bulk read found, in the order of the answer; objects in the trash and repetitions are left out. */
export interface BulkAnswer {
  readonly found: readonly FoundObject[];
  /** The generation that the answer betrays. */
  readonly generation: Generation | undefined;
}

/** Makes a bulk read for its owner: the organization, or an object of the read's type. */
export async function readInBulk(
  client: ServiceClient,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
  signal?: AbortSignal,
): Promise<BulkAnswer> {
  const answers = await answersOf(client, read, context, ownerId, signal);
  const found: FoundObject[] = [];
  const seen = new Set<string>();
  let generation: Generation | undefined;
  for (const answer of answers) {
    generation ??= read.betrays?.(answer);
    for (const object of read.found(answer)) {
      const key = `${object.type}\n${object.id}`;
      if (object.deleted === true || seen.has(key)) continue;
      seen.add(key);
      found.push(object);
    }
  }
  return { found, generation };
}

async function answersOf(
  client: ServiceClient,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
  signal: AbortSignal | undefined,
): Promise<readonly Json[]> {
  const call = read.call(context, ownerId);
  const options = signal === undefined ? {} : { signal };
  if (read.endpoint.paged === true) return await client.list(call, options);
  return [(await client.call(call, options)).body];
}
