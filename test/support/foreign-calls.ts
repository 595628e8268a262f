import type { Call } from "../../src/model/endpoint.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { writerOf, writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { Json } from "../../src/util/json.ts";

/** A live object that another user changes with the calls of its type. */
export interface ForeignObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly context: CallContext;
}

/** Calls that change one attribute. Empty: the attribute cannot be changed. */
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

/** Calls that move the object from one container to another. Empty: it cannot be moved. */
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
