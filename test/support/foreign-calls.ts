import type { Call } from "../../src/model/endpoint.ts";
import type { Json } from "../../src/model/json.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { writerOf, writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";

/** An object on the service that somebody else does something to, by the calls that its type declares. */
export interface ForeignObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly context: CallContext;
}

/** Gives it another value of an attribute; no call where it keeps the one that it was made with. */
export function changingCalls(
  { type, id, context }: ForeignObject,
  attribute: string,
  value: Json,
): readonly Call[] {
  const writer = writerOf(type, attribute);
  return writer === undefined
    ? []
    : [writingCall(writer, context, id, { values: { [attribute]: value }, before: {} })];
}

/** Brings it from one container to another; no call where it stays in the one that it was made in. */
export function movingCalls(
  { type, id, context }: ForeignObject,
  from: string | null,
  to: string | null,
): readonly Call[] {
  return type.container?.moveInto?.(context, id, from, to) ?? [];
}

export function deletingCalls({ type, id, context }: ForeignObject): readonly Call[] {
  return type.deletion === undefined ? [] : [callAt(type.deletion.endpoint, context, [id])];
}
