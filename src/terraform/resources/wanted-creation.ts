import type { Access } from "../../engine/live/access.ts";
import {
  type CallKeys,
  type CreateInput,
  callKeys,
  copySourceId,
  type Likeness,
  likenessOf,
} from "../../engine/live/create/create-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Session } from "../session/session.ts";

/** An object to create, as a request carries it. */
export interface WantedObject {
  readonly type: ResourceType;
  /** Its name in messages. */
  readonly address: string;
  readonly scopeId: string | undefined;
  readonly input: CreateInput;
  /** All declared values, also those that a later call writes. */
  readonly declared: JsonObject;
  readonly containerId: string | null;
}

/** A creating call, and how to find its object if the response is lost. */
export interface Creation extends WantedObject, CallKeys {
  /** Equal for objects that the values of the creating call cannot tell apart. */
  readonly likeness: Likeness;
  /** Id of the object that it copies. */
  readonly source: string | undefined;
}

/** The creating call of an object. */
export function creationOf({ index }: Session, wanted: WantedObject): Creation {
  const { type, scopeId, input } = wanted;
  const keys = callKeys(index, type, input);
  const likeness = likenessOf(type, scopeId, keys.key);
  return { ...wanted, ...keys, likeness, source: copySourceId(type, input) };
}

/** The key in a call, hashed as attempts of a run have it. */
export function hashKey({ host }: Session, { organizationId }: Access): (key: string, run: string) => string {
  return (key, run) => host.hash(key, `${organizationId} ${run}`);
}
