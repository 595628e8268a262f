import type { CallOptions } from "../../contract/http/call-options.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { ApiVersion, Call, Endpoint } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { type BulkRead, readingCall } from "../../model/resource-type/reads.ts";
import type { FoundObject, ItemCounts, UnknownObject, UnreadableField } from "../../model/snapshot.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { ServiceClient } from "./service-client.ts";

/** The objects of one bulk read, in the order of the responses, without objects in the trash and without repetitions. */
export interface BulkResult {
  readonly found: readonly FoundObject[];
  readonly byKey: ReadonlyMap<ObjectKey, FoundObject>;
  /** API versions that the responses can be from. Undefined: the responses do not show it. */
  readonly apiVersions: readonly ApiVersion[] | undefined;
  /** Further items in the responses, of kinds that docsform does not know. */
  readonly unknownObjects: readonly UnknownObject[];
  /** Fields that docsform cannot read and treats as absent. */
  readonly unreadable?: readonly UnreadableField[];
  /** The service counts more objects than it returned. So a missing object may still exist. */
  readonly missing?: ItemCounts;
}

/** Reads a list of its owner: of the organization, or of an object of the type in the read's `of`. */
export async function readInBulk(
  client: ServiceClient,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
  signal?: AbortSignal,
): Promise<BulkResult> {
  let missing: ItemCounts | undefined;
  const unreadable: UnreadableField[] = [];
  const options: CallOptions = {
    ...present({ signal }),
    onIncomplete: (counts) => (missing = counts),
    onUnreadable: (field) => unreadable.push(field),
  };
  const responses = await responsesOf(client, read.endpoint, readingCall(read, context, ownerId), options);
  const byKey = new Map<ObjectKey, FoundObject>();
  const unknownObjects: UnknownObject[] = [];
  let revealed: readonly ApiVersion[] | undefined;
  for (const response of responses) {
    revealed ??= read.revealsApiVersion?.(response);
    unknownObjects.push(...unknownIn(read, response, ownerId));
    for (const object of read.found(response, ownerId)) {
      const key = keyOf(object);
      if (object.deleted !== true && !byKey.has(key)) byKey.set(key, object);
    }
  }
  const result = { found: [...byKey.values()], byKey, apiVersions: revealed, unknownObjects };
  return {
    ...result,
    ...present({ missing }),
    ...(unreadable.length > 0 && { unreadable }),
  };
}

function unknownIn(
  { unknownKinds, of = "" }: BulkRead,
  response: Json,
  ownerId: string,
): readonly UnknownObject[] {
  const named = unknownKinds?.(response) ?? [];
  return named.map(({ kind, container }) => ({ kind, container: container ?? { type: of, id: ownerId } }));
}

async function responsesOf(
  client: ServiceClient,
  endpoint: Endpoint,
  call: Call,
  options: CallOptions,
): Promise<readonly Json[]> {
  if (endpoint.paged === true) return await client.list(call, options);
  return [(await client.call(call, options)).body];
}

/** Throws if the list is incomplete, because a missing object may then still exist. `what`: the object that the caller looked for. */
export function expectWhole({ missing }: Pick<BulkResult, "missing">, what: string): void {
  if (missing !== undefined) throw incompleteList(what, missing);
}

/** The error for an object whose existence an incomplete list does not show. */
export function incompleteList(what: string, { expected, received }: ItemCounts): DocsformError {
  return fail("live/incomplete-list", { case: "existence", object: what, expected, received });
}
