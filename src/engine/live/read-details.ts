import { keyOf } from "../../model/object-key.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { type DetailRead, readingCall } from "../../model/resource-type/reads.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { groupBy } from "../../util/groups.ts";
import type { Json } from "../../util/json.ts";
import { readDetailValue } from "./read-detail.ts";
import type { ServiceClient } from "./service-client.ts";

export interface WantedDetail {
  readonly type: string;
  readonly id: string;
  readonly attribute: string;
}

export function detailRead(types: TypeIndex, { type, attribute }: WantedDetail): DetailRead {
  const detail = types.find(type)?.details?.find((each) => each.attribute === attribute);
  if (detail === undefined) throw new Error(`${type} has no read of its own for ${attribute}.`);
  return detail;
}

export interface ReadDetail {
  readonly key: string;
  readonly attribute: string;
  readonly value: Json;
}

interface DetailReading {
  readonly client: ServiceClient;
  readonly types: TypeIndex;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly signal?: AbortSignal;
}

export async function readDetail(
  { client, types, limit, signal }: DetailReading,
  context: CallContext,
  wanted: WantedDetail,
): Promise<ReadDetail> {
  const detail = detailRead(types, wanted);
  const call = readingCall(detail, context, wanted.id);
  const value = await limit(() => readDetailValue(client, detail, call, signal));
  return { key: keyOf(wanted), attribute: wanted.attribute, value };
}

/** The objects with the attributes that separate reads returned. */
export function withDetailAttributes(
  objects: readonly LiveObject[],
  details: readonly ReadDetail[],
): readonly LiveObject[] {
  if (details.length === 0) return objects;
  const byObject = groupBy(details, (detail) => detail.key);
  return objects.map((object) => {
    const read = byObject.get(keyOf(object));
    if (read === undefined) return object;
    const { unreadAttributes = [], ...rest } = object;
    const still = unreadAttributes.filter(
      (attribute) => !read.some((detail) => detail.attribute === attribute),
    );
    const attributes = { ...object.attributes };
    for (const detail of read) attributes[detail.attribute] = detail.value;
    return { ...rest, attributes, ...(still.length === 0 ? {} : { unreadAttributes: still }) };
  });
}
