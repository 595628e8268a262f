import type { CallOptions } from "../http/call-context.ts";
import type { ApiVersion, Call, Endpoint } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";
import type { Json } from "../model/json.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import type { BulkRead, CallContext } from "../model/resource-type.ts";
import type { FoundObject, Missing, UnknownObject, UnreadableField } from "../model/snapshot.ts";
import type { ServiceClient } from "./service-client.ts";

/** What one bulk read found, in the order of the answer; objects in the trash and repetitions are left out. */
export interface BulkResult {
  readonly found: readonly FoundObject[];
  readonly byKey: ReadonlyMap<ObjectKey, FoundObject>;
  /** The API versions that the answer can be of; undefined: it does not tell. */
  readonly apiVersions: readonly ApiVersion[] | undefined;
  /** What the answer names beside them, of kinds that docsform does not know. */
  readonly unknownObjects: readonly UnknownObject[];
  /** Fields that count as absent because they cannot be read. */
  readonly unreadable?: readonly UnreadableField[];
  /** Where the service says that there is more: nothing is gone only because it is not among these. */
  readonly missing?: Missing;
}

/** Makes a bulk read for its owner: the organization, or an object of the read's type. */
export async function readInBulk(
  client: ServiceClient,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
  signal?: AbortSignal,
): Promise<BulkResult> {
  let missing: Missing | undefined;
  const unreadable: UnreadableField[] = [];
  const options: CallOptions = {
    ...present({ signal }),
    onIncomplete: (reported) => (missing = reported),
    onUnreadable: (field) => unreadable.push(field),
  };
  const responses = await answersOf(client, read.endpoint, read.call(context, ownerId), options);
  const byKey = new Map<ObjectKey, FoundObject>();
  const unknownObjects: UnknownObject[] = [];
  let revealed: readonly ApiVersion[] | undefined;
  for (const response of responses) {
    revealed ??= read.revealsApiVersion?.(response);
    unknownObjects.push(...unknownIn(read, response, ownerId));
    for (const object of read.found(response)) {
      const key = keyOf(object);
      if (object.deleted !== true && !byKey.has(key)) byKey.set(key, object);
    }
  }
  const response = { found: [...byKey.values()], byKey, apiVersions: revealed, unknownObjects };
  return {
    ...response,
    ...present({ missing }),
    ...(unreadable.length > 0 && { unreadable }),
  };
}

function unknownIn(
  { unknownKinds: unknownObjects, of = "" }: BulkRead,
  response: Json,
  ownerId: string,
): readonly UnknownObject[] {
  const named = unknownObjects?.(response) ?? [];
  return named.map(({ kind, container }) => ({ kind, container: container ?? { type: of, id: ownerId } }));
}

async function answersOf(
  client: ServiceClient,
  endpoint: Endpoint,
  call: Call,
  options: CallOptions,
): Promise<readonly Json[]> {
  if (endpoint.paged === true) return await client.list(call, options);
  return [(await client.call(call, options)).body];
}

/**
 * Refuses to take an object for gone because it is not among what was read, where the service itself says that this was not
 * all. `what` is what was looked for.
 */
export function expectWhole({ missing }: Pick<BulkResult, "missing">, what: string): void {
  if (missing !== undefined) throw incompleteList(what, missing);
}

/** Nobody can say whether something is there. */
export function incompleteList(what: string, { expected, received }: Missing): DocsformError {
  return new DocsformError(
    "live/incomplete-list",
    `docsform does not know whether ${what} exists: the service counts ${expected} objects of its type, but its pages have only ${received} after several reads.`,
    { remedy: "Run the command again. If that does not help, ask the service's support about the count." },
  );
}
