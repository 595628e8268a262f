import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { Call } from "../../../model/endpoint.ts";
import type {
  CreateNode,
  Plan,
  PlanNode,
  PlanValue,
  ReorderNode,
  ReparentNode,
  SetDefaultNode,
  WriteNode,
} from "../../../model/plan/plan.ts";
import { callAt } from "../../../model/resource-type/call-at.ts";
import type { CallContext } from "../../../model/resource-type/call-context.ts";
import { creatingCall } from "../../../model/resource-type/creation.ts";
import { writingCall } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";

/** The parts of a plan that decide what its nodes call. */
type Called = Pick<Plan, "organizationId" | "apiVersion" | "existing">;

/**
 * Describes the calls of a node in the plan's API version, before ids exist and secrets are read. An address replaces the id of its object,
 * and the plan's JSON for a secret replaces its text.
 */
export function callsOfNode(index: TypeIndex, plan: Called, node: PlanNode): readonly Call[] {
  const context = contextOf(plan, node);
  if (node.kind !== "reparent") return [callOf(index, context, node)].filter((call) => call !== undefined);
  const { container } = typeAt(index, node.address);
  return container?.moveInto?.(context, node.address, node.from, node.to) ?? [];
}

function callOf(
  index: TypeIndex,
  context: CallContext,
  node: Exclude<PlanNode, ReparentNode>,
): Call | undefined {
  const { address } = node;
  const type = typeAt(index, address);
  switch (node.kind) {
    case "create":
      return createCall(type, context, node);
    case "write":
      return writeCall(type, context, node);
    case "reorder":
      return type.order?.sort(context, itemAt(index, address), positionOf(index, node));
    case "set-default":
      return type.defaultRole?.setDefault(context, address, containerOf(index, node));
    case "delete":
      return type.deletion && callAt(type.deletion.endpoint, context, [address]);
  }
}

function contextOf({ organizationId, apiVersion, existing }: Called, node: PlanNode): CallContext {
  const scopeId = node.scope ?? existing[node.address]?.scopeId;
  return { organizationId, apiVersion, ...present({ scopeId }) };
}

function createCall(type: ResourceType, context: CallContext, node: CreateNode): Call | undefined {
  return type.creation && creatingCall(type.creation, context, inputOf(node));
}

function writeCall(type: ResourceType, context: CallContext, node: WriteNode): Call | undefined {
  const writer = type.writers.find(({ name }) => name === node.writer);
  if (writer === undefined) return undefined;
  return writingCall(writer, context, node.address, {
    values: describedValues(node.values),
    before: describedValues(node.before),
  });
}

function inputOf({ attributes, container = null, firstChild }: CreateNode) {
  return {
    attributes: describedValues(attributes),
    containerId: container,
    ...(firstChild !== undefined && { firstChild: describedValues(firstChild.attributes) }),
  };
}

function positionOf(index: TypeIndex, { position }: ReorderNode) {
  return "before" in position
    ? { before: itemAt(index, position.before) }
    : { after: itemAt(index, position.after) };
}

function containerOf(index: TypeIndex, { container }: SetDefaultNode) {
  return container === null ? null : itemAt(index, container);
}

function itemAt(index: TypeIndex, address: Address) {
  return { type: typeAt(index, address).name, id: address };
}

function typeAt(index: TypeIndex, address: Address): ResourceType {
  return index.get(typeOfAddress(address));
}

function describedValues(values: Readonly<Record<string, PlanValue>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textInstead(value)]));
}

/** Replaces references and secrets by text, so that they fit into a request. */
function textInstead(value: PlanValue): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(textInstead);
  if (!isJsonObject(value)) return value;
  if (typeof value["$ref"] === "string") return value["$ref"];
  if ("$secret" in value || "$hash" in value) return canonicalJson(value);
  return describedValues(value);
}
