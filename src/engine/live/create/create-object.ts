import { ApiError } from "../../../contract/http/api-error.ts";
import { bothWindows, type CallWindow } from "../../../contract/http/service-clock.ts";
import type { Address } from "../../../model/address.ts";
import { fail } from "../../../model/codes/service-words.ts";
import type { Call } from "../../../model/endpoint.ts";
import type { DocsformError } from "../../../model/errors.ts";
import { withoutScope } from "../../../model/resource-type/call-at.ts";
import {
  type CreatedObjects,
  type CreationRule,
  creatingCall,
} from "../../../model/resource-type/creation.ts";
import { bulkCall } from "../../../model/resource-type/writes.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { Json } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { type Access, contextFor, describeCause, readSiblings } from "../access.ts";
import { callKeys, keysOfFound } from "./create-key.ts";
import { findLostCreate, type LostCreate } from "./find-lost-create.ts";
import type { FoundOrigin } from "./resolve.ts";

/** An object to create, and how to find it if the response is lost. */
export interface Wanted extends LostCreate {
  readonly address: Address;
}

export interface CreatedObject {
  readonly object: FoundObject;
  readonly children: readonly FoundObject[];
  /** The response was lost, and docsform found the object: its origin. */
  readonly recoveredAs?: FoundOrigin;
}

/**
 * Maximum number of times that a lost create is sent again. Each time, the consistency window has shown before that the object does not
 * exist.
 */
const maxResends = 2;

/**
 * Creates an object exactly once. If the response is lost, it looks for the object before it sends the call again. `onAttempt` runs just
 * before each attempt.
 */
export async function createObject(
  access: Access,
  wanted: Wanted,
  onAttempt: (window: CallWindow | undefined) => void = () => undefined,
): Promise<CreatedObject> {
  const creation = wanted.type.creation;
  if (creation === undefined) throw new Error(`${wanted.type.label.many} cannot be created.`);
  const { serviceClock } = access.client;
  let calls: { readonly window: CallWindow | undefined } | undefined;
  const onSend = () => {
    const window = serviceClock.window();
    calls = { window: calls === undefined ? window : bothWindows(calls.window, window) };
    onAttempt(window);
  };
  if (access.commonCall !== undefined || creation.writesOver === true) await refuseTaken(access, wanted);
  for (let resends = 0; ; resends++) {
    const sent = await send(access, creation, wanted, { onAttempt: onSend, wasLost: resends > 0 });
    if (sent.created !== undefined) return sent.created;
    const found = await recover(access, wanted, sent, () =>
      serviceClock.isUsable ? calls?.window : undefined,
    );
    if (found !== undefined) return found;
    if (sent.isCommitted || resends === maxResends) throw unknownOutcome("unlisted", wanted, sent.error);
  }
}

/** Throws if another user has created an object with the key, because the call would write over it. The call is not recorded as sent. */
async function refuseTaken(
  access: Access,
  { address, type, scopeId, input, isKnown }: Wanted,
): Promise<void> {
  const { found } = await readSiblings(access, type.name, scopeId);
  const { fields, key } = callKeys(access.index, type, input);
  const keyOf = keysOfFound(access.index, type, fields, found);
  const taken = found.find(
    (each) => each.type === type.name && !isKnown(type.name, each.id) && keyOf(each) === key,
  );
  if (taken !== undefined)
    throw fail("apply/other-object", { case: "taken", address, object: type.label.one, id: taken.id });
}

/** What is known after one attempt. Without `created`, the object may exist all the same. */
interface Sent {
  readonly created?: { readonly object: FoundObject; readonly children: readonly FoundObject[] };
  readonly error?: unknown;
  /** The service created the object, but docsform cannot read the response. The call must not be sent again. */
  readonly isCommitted: boolean;
  /** The service refused the call, perhaps only because an earlier attempt succeeded. */
  readonly isRefused?: boolean;
}

interface Sending {
  readonly onAttempt: () => void;
  /** The response of an earlier attempt was lost. */
  readonly wasLost: boolean;
}

async function send(
  access: Access,
  creation: CreationRule,
  wanted: Wanted,
  { onAttempt, wasLost }: Sending,
): Promise<Sent> {
  const call = callOf(access, creation, wanted);
  let body: Json;
  try {
    const { signal } = access;
    ({ body } = await access.client.call(call, {
      ...(signal && { signal }),
      onAttempt,
    }));
  } catch (error) {
    return sentOrThrow(error, wanted, wasLost);
  }
  try {
    const created = createdIn(body, access, creation, wanted);
    return isPlausible(created.object, wanted)
      ? { created, isCommitted: true }
      : { error: otherId(wanted, created.object.id), isCommitted: true };
  } catch (error) {
    return { error, isCommitted: true };
  }
}

/**
 * Whether the response can be about an object that the call made. Otherwise the object is looked for, as without a response. An id that the
 * call itself gives may be that of an object that was deleted before.
 */
function isPlausible({ type, id }: FoundObject, { isKnown, input, scopeId }: Wanted): boolean {
  return (
    id !== "" && (!isKnown(type, id) || Object.values(input.attributes).includes(withoutScope(id, scopeId)))
  );
}

function otherId({ address }: Wanted, id: string): DocsformError {
  return fail("apply/other-id", { address, id: JSON.stringify(id) });
}

function createdIn(
  body: Json,
  { commonCall }: Access,
  creation: CreationRule,
  { type: { name: type, bulk }, scopeId, input: { attributes } }: Wanted,
): CreatedObjects {
  if (commonCall === undefined || bulk === undefined) return creation.created(body, { scopeId, attributes });
  return { object: { type, id: bulk.idIn(body), container: null, attributes }, children: [] };
}

function callOf(access: Access, creation: CreationRule, { type: { bulk }, scopeId, input }: Wanted): Call {
  const context = contextFor(access, scopeId);
  const { attributes, containerId = null, firstChild } = input;
  if (access.commonCall !== undefined && bulk !== undefined)
    return bulkCall(bulk, context, bulk.item(attributes));
  return creatingCall(creation, context, { attributes, containerId, ...present({ firstChild }) });
}

function sentOrThrow(error: unknown, wanted: Wanted, wasLost: boolean): Sent {
  if (!(error instanceof ApiError)) throw error;
  switch (error.outcome) {
    case "unknown":
      return { error, isCommitted: false };
    case "committed":
      return { error, isCommitted: true };
    case "refused":
      if (wasLost && isNameInUse(error)) return { error, isCommitted: false, isRefused: true };
      throw error;
    case "not-sent":
      // This attempt was not sent, but an earlier one may have arrived.
      if (wasLost) throw unknownOutcome("earlierAttempt", wanted, error);
      throw error;
  }
}

// If a repeated call fails because the name is in use, the first call may have succeeded.
function isNameInUse(error: ApiError): boolean {
  return error.status === 400 || error.status === 409;
}

/**
 * Whether a failed create created nothing: the service refused the call, or it was not sent. After any other failure the object may exist.
 */
export function createdNothing(error: unknown): boolean {
  if (!(error instanceof Error) || !("outcome" in error)) return false;
  return error.outcome === "refused" || error.outcome === "not-sent";
}

async function recover(
  access: Access,
  wanted: Wanted,
  sent: Sent,
  window: () => CallWindow | undefined,
): Promise<CreatedObject | undefined> {
  const search = await findLostCreate(access, wanted, window);
  switch (search.kind) {
    case "found":
      // The service has confirmed that its object exists, and there is no other candidate.
      return {
        object: search.object,
        children: search.children,
        recoveredAs: sent.isCommitted ? "created" : search.origin,
      };
    case "several":
    case "unclaimed":
      throw ambiguousCreate(wanted.address, wanted.type.label, search.ids);
    case "unreadable":
      throw unknownOutcome("unreadable", wanted, sent.error);
    case "none":
      if (sent.isRefused === true) throw sent.error;
      return undefined;
  }
}

function unknownOutcome(
  reason: "unlisted" | "earlierAttempt" | "unreadable",
  { address }: Wanted,
  cause: unknown,
): DocsformError {
  return fail("apply/unknown-outcome", { case: reason, address, failure: describeCause(cause) }, { cause });
}

/** The error for a lost create that these objects could come from. A person must choose. */
export function ambiguousCreate(
  address: Address,
  label: { readonly one: string; readonly many: string },
  ids: readonly string[],
): DocsformError {
  const [first = ""] = ids;
  return ids.length === 1
    ? fail("apply/ambiguous-create", { case: "unproven", address, object: label.one, id: first })
    : fail("apply/ambiguous-create", {
        case: "lost",
        address,
        count: ids.length,
        objects: label.many,
        ids,
        first,
      });
}
