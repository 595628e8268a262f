import type { Call } from "../../src/model/endpoint.ts";
import type { Json } from "../../src/model/json.ts";
import { callAt } from "../../src/model/resource-type/call-at.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { writerOf, writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";

/** A live object that another user changes, by the calls of its type. */
export interface ForeignObject {
  readonly type: ResourceType;
  readonly id: string;
  readonly context: CallContext;
}

/** Changes one value of an attribute. No call: it keeps its first value. */
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

/** Moves it from one container to another. No call: it stays in its first one. */
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
