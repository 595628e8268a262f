import { ApiError } from "../../contract/http/api-error.ts";
import type { Address } from "../../model/address.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { failCheck } from "../../model/codes/fail.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { Call } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import { bulkCall, type Writer, writingCall } from "../../model/resource-type/writes.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { canonicalJson, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import {
  type Access,
  askUntilConsistent,
  type CallSubject,
  contextFor,
  describeCause,
  readLiveObject,
  withDetails,
} from "./access.ts";

/** Attributes to write to an object. */
export interface AttributeWrite {
  readonly address: Address;
  readonly writer: Writer;
  /** Resolved: ids for references, text for secrets. */
  readonly values: JsonObject;
  /** The live values before the write, as far as known. */
  readonly before: JsonObject;
  /** Attributes whose values must not appear in a message. */
  readonly secret: ReadonlySet<string>;
}

/**
 * Writes attributes, and checks with the response that the service accepted the values. Returns the object in the response; undefined: the
 * response does not show it.
 */
export async function writeObject(
  access: Access,
  subject: CallSubject,
  change: AttributeWrite,
): Promise<FoundObject | undefined> {
  const { writer, values } = change;
  const call = await callOf(access, subject, change);
  const body = await callWithKnownOutcome(access, call, change.address, async () => {
    const live = await readLiveObject(access, subject, Object.keys(values));
    return (
      live !== undefined &&
      isReadable(subject.type, values) &&
      differences(subject.type, values, live.attributes, access.currentUser).length === 0
    );
  });
  if (body === undefined) return undefined;
  if (call.endpoint.bulk !== undefined) {
    const id = subject.type.bulk?.idIn(body) ?? subject.id;
    if (id !== subject.id) throw fail("apply/other-object", { case: "written", address: change.address, id });
    return undefined;
  }
  const refusal = writer.rejected?.(body);
  if (refusal !== undefined) throw failCheck(change.address, refusal);
  const shown = writer.fromResponse?.(body);
  if (shown === undefined) return undefined;
  const different = differences(subject.type, values, shown.attributes, access.currentUser).filter(
    (each) => each.attribute in shown.attributes,
  );
  if (different.length > 0) throw notApplied(change.address, different, change.secret);
  return shown;
}

async function callOf(access: Access, subject: CallSubject, change: AttributeWrite): Promise<Call> {
  const context = contextFor(access, subject.scopeId);
  const { bulk } = subject.type;
  if (access.commonCall !== undefined && bulk !== undefined) {
    const live = await readLiveObject(access, subject);
    if (live === undefined) throw fail("apply/other-object", { case: "gone", address: change.address });
    return bulkCall(bulk, context, bulk.item({ ...live.attributes, ...change.values }));
  }
  const before = await valuesBefore(access, subject, change);
  return writingCall(change.writer, context, subject.id, { values: change.values, before });
}

async function valuesBefore(
  access: Access,
  subject: CallSubject,
  { writer, before }: AttributeWrite,
): Promise<JsonObject> {
  if (writer.replacesAll !== true) return before;
  const { id, type } = subject;
  const object = { type: type.name, id, container: null, attributes: before };
  return (await withDetails(access, subject, object, writer.attributes)).attributes;
}

/** Whether reads show all of these values. */
function isReadable(type: ResourceType, values: JsonObject): boolean {
  return Object.entries(values).every(([name, value]) => type.attributes[name]?.unreadable?.(value) !== true);
}

/** A declared value that differs from the live one. */
export interface ReadBackDifference {
  readonly attribute: string;
  readonly declared: Json;
  readonly live: Json;
}

/** Declared values that the live ones do not satisfy. Values that the service never shows are omitted. */
export function differences(
  type: ResourceType,
  declared: JsonObject,
  live: JsonObject,
  currentUser: Access["currentUser"],
): readonly ReadBackDifference[] {
  const different: ReadBackDifference[] = [];
  for (const name of Object.keys(declared)) {
    const attribute = type.attributes[name];
    const value = declared[name] as Json;
    if (attribute === undefined || attribute.unreadable?.(value) === true) continue;
    if (!satisfiesDeclared(attribute, value, live[name], currentUser))
      different.push({ attribute: name, declared: value, live: live[name] ?? null });
  }
  return different;
}

/** The error for a write that the service accepted, but whose value it does not show. */
export function notApplied(
  address: Address,
  different: readonly ReadBackDifference[],
  secret: ReadonlySet<string>,
): DocsformError {
  const parts = different.map(({ attribute, declared, live }) =>
    secret.has(attribute)
      ? `${attribute} does not have the declared value`
      : `${attribute} is ${canonicalJson(live)}, not ${canonicalJson(declared)}`,
  );
  return fail("apply/not-applied", { case: "value", address, differences: parts });
}

/**
 * Sends a call that is safe to repeat but must have a known outcome. If the outcome is unknown, it asks `isDone` until the consistency
 * window ends. Returns the body of the response; undefined: there is none to compare.
 */
export async function callWithKnownOutcome(
  access: Access,
  call: Call,
  address: Address,
  isDone: () => Promise<boolean>,
): Promise<Json | undefined> {
  try {
    const response = await access.client.call(call, present({ signal: access.signal }));
    return response.alreadyDone ? undefined : response.body;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.outcome === "committed") return undefined;
    if (error.outcome !== "unknown") throw error;
    await awaitDone(access, address, isDone, error);
    return undefined;
  }
}

async function awaitDone(
  access: Access,
  address: Address,
  isDone: () => Promise<boolean>,
  cause: ApiError,
): Promise<void> {
  try {
    if (await askUntilConsistent(access, async () => ((await isDone()) ? true : undefined))) return;
  } catch {
    // The error below also reports that the reads failed. Its cause is the error of the write.
  }
  const failure = describeCause(cause);
  throw fail("apply/unknown-outcome", { case: "write", address, failure }, { cause });
}
