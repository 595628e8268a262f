import { ApiError } from "../../contract/http/api-error.ts";
import { type ApiVersion, isServed } from "../../model/endpoint.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { readingCall } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject, Snapshot } from "../../model/snapshot.ts";
import { consistencyPauses } from "../../model/time-limits.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { Clock } from "../../util/clock.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { type BulkResult, expectWhole, readInBulk } from "./bulk-read.ts";
import type { CommonCall } from "./common-call.ts";
import { unlessForbidden } from "./forbidden-reads.ts";
import { readDetailValue } from "./read-detail.ts";
import type { ServiceClient } from "./service-client.ts";

/** What docsform needs to act on objects of the service. */
export interface Access {
  readonly client: ServiceClient;
  readonly index: TypeIndex;
  readonly clock: Clock;
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  readonly currentUser?: Snapshot["currentUser"];
  /** How long a read may still show the values from before a write, in milliseconds. */
  readonly consistencyWindowMs: number;
  /** Once it aborts, nothing new starts. Calls that were sent finish. */
  readonly signal?: AbortSignal;
  /** The object's work is an item of this call, whose client is `client`. Absent: it has calls of its own. */
  readonly commonCall?: Pick<CommonCall, "share">;
}

/** A live object, as calls name it. */
export interface CallSubject {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId?: string | undefined;
}

/** The error of a call as a sentence, in the words of the service. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof ApiError)) return "docsform cannot read the service's response.";
  return `${cause.message.replace(/[.]$/, "")}.`;
}

export function contextFor(
  access: Pick<Access, "organizationId" | "apiVersion" | "currentUser">,
  scopeId: string | undefined,
): CallContext {
  const { organizationId, apiVersion, currentUser } = access;
  return {
    organizationId,
    apiVersion,
    ...present({ scopeId, currentUser }),
  };
}

/** Returns everything that the bulk read of a type finds now, objects of other types included. */
export async function readSiblings(
  access: Access,
  type: string,
  scopeId: string | undefined,
): Promise<BulkResult> {
  const read = access.index.readOf(type, access.apiVersion);
  if (read === undefined) throw new Error(`No bulk read finds ${type}.`);
  const context = contextFor(access, scopeId);
  const readNow = () => readInBulk(access.client, read, context, scopeId ?? access.organizationId);
  return await (access.commonCall?.share(read.name, readNow) ?? readNow());
}

/**
 * Returns the object as it is now, with these attributes if they need a separate read. Undefined: it does not exist. Throws if that is
 * unknown.
 */
export async function readLiveObject(
  access: Access,
  subject: CallSubject,
  attributes: readonly string[] = [],
): Promise<FoundObject | undefined> {
  const { type, id, scopeId } = subject;
  const siblings = await readSiblings(access, type.name, scopeId);
  const found = siblings.found.find((each) => each.type === type.name && each.id === id);
  if (found === undefined) {
    expectWhole(siblings, `the ${type.label.one} ${id}`);
    return undefined;
  }
  return await withDetails(access, subject, found, attributes);
}

/**
 * Adds to a found object these attributes if they need a separate read that the service has. With `onForbidden`, a read that the token may
 * not make is no error.
 */
export async function withDetails(
  access: Access,
  { type, id, scopeId }: CallSubject,
  found: FoundObject,
  attributes: readonly string[],
  onForbidden?: (attribute: string) => void,
): Promise<FoundObject> {
  const details = (type.details ?? []).filter(
    ({ attribute, endpoint }) => attributes.includes(attribute) && isServed(endpoint, access.apiVersion),
  );
  if (details.length === 0) return found;
  const context = contextFor(access, scopeId);
  const read: Record<string, Json> = { ...found.attributes };
  for (const detail of details) {
    const value = await unlessForbidden({ skipsForbidden: onForbidden !== undefined }, () =>
      readDetailValue(access.client, detail, readingCall(detail, context, id)),
    );
    if (value === undefined) onForbidden?.(detail.attribute);
    else read[detail.attribute] = value;
  }
  return { ...found, attributes: read };
}

/**
 * Repeats a read until it returns a value or the consistency window is over. `undefined` means: not yet. At the end it throws the error
 * of the last attempt, if that failed.
 */
export async function askUntilConsistent<T>(
  access: Access,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = access.clock.now() + access.consistencyWindowMs;
  const { firstMs, longestMs } = consistencyPauses;
  for (let pauseMs: number = firstMs; ; pauseMs = Math.min(pauseMs * 2, longestMs)) {
    const attempted = await attempt(ask);
    if (attempted.value !== undefined) return attempted.value;
    const leftMs = deadline - access.clock.now();
    if (leftMs <= 0 || access.signal?.aborted === true) {
      if ("error" in attempted) throw attempted.error;
      return undefined;
    }
    await access.clock.sleep(Math.min(pauseMs, leftMs));
  }
}

async function attempt<T>(
  ask: () => Promise<T | undefined>,
): Promise<{ value?: T | undefined; error?: unknown }> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error };
  }
}
