import { type Address, typeOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type Call, isServed } from "../../model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { present } from "../../model/present.ts";
import type { CallContext } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import { positionOf } from "../decide/failures.ts";
import type { Draft } from "../order/draft.ts";
import type { PlanValue } from "../plan.ts";

/** What is to be done and takes an operation that this service does not have: known before anything is written. */
export function checkServed(context: PlanContext, nodes: Iterable<Draft>): readonly Diagnostic[] {
  const { generation } = context.live.world;
  return [...nodes].flatMap((node) => {
    const missing = callsOf(context, node).find(
      (call) => call !== undefined && !isServed(call.endpoint, generation),
    );
    return missing === undefined ? [] : [notServed(context, node, missing)];
  });
}

/** The calls of a node, with addresses in place of ids that nobody knows yet. */
function callsOf(context: PlanContext, node: Draft): readonly (Call | undefined)[] {
  const type = context.types.get(typeOfAddress(node.address));
  const { generation, organization } = context.live.world;
  const call: CallContext = {
    organizationId: organization.id,
    generation,
    ...present({ scopeId: node.scope }),
  };
  const id = node.address;
  switch (node.kind) {
    case "create":
      return [
        type.creation?.call(call, {
          attributes: asText(node.attributes),
          containerId: node.container ?? null,
          ...(node.born && { firstChild: asText(node.born.attributes) }),
        }),
      ];
    case "write": {
      const writer = type.writers.find(({ name }) => name === node.writer);
      return [writer?.call(call, id, { values: asText(node.values), before: asText(node.before) })];
    }
    case "enter":
      return type.container?.moveInto?.(call, id, node.from, node.to) ?? [];
    case "sort":
      return [type.order?.sort(call, itemAt(id), besideItem(node.position))];
    case "point":
      return [type.defaultRole?.setDefault(call, id, node.container ? itemAt(node.container) : null)];
    case "delete":
      return [type.deletion?.call(call, id)];
  }
}

function itemAt(address: Address): { readonly type: string; readonly id: string } {
  return { type: typeOfAddress(address), id: address };
}

function besideItem(position: Extract<Draft, { kind: "sort" }>["position"]) {
  return "before" in position ? { before: itemAt(position.before) } : { after: itemAt(position.after) };
}

/** Values as a request could carry them: an address for an id, a word for a secret. */
function asText(values: Readonly<Record<string, PlanValue>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}

function plain(value: PlanValue): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  if (typeof value["$ref"] === "string") return value["$ref"];
  return "$secret" in value || "$hash" in value ? "secret" : asText(value);
}

function notServed(context: PlanContext, node: Draft, { endpoint }: Call): Diagnostic {
  const desired = context.desired.get(node.address);
  const { what, remedy } = words(context, node);
  return {
    severity: "error",
    code: "plan/not-served",
    message: `${what}: this service speaks ${context.live.world.generation}, which has no ${endpoint.operation}.`,
    remedy,
    ...(desired && positionOf(desired, node.kind === "write" ? Object.keys(node.values)[0] : undefined)),
  };
}

function words(context: PlanContext, node: Draft): { readonly what: string; readonly remedy: string } {
  const { label } = context.types.get(typeOfAddress(node.address));
  switch (node.kind) {
    case "create":
      return {
        what: `${node.address} does not exist, and cannot be created`,
        remedy: `Make the ${label.one} in the app, and pin it with \`id:\` where its key does not tell it.`,
      };
    case "write": {
      const names = Object.keys(node.values).join(", ");
      return {
        what: `${names} of ${node.address} cannot become what is declared`,
        remedy: `Change it in the app, or leave ${names} out.`,
      };
    }
    case "delete":
      return {
        what: `${node.address} cannot be deleted`,
        remedy: `Delete it in the app, or declare it as it is.`,
      };
    case "sort":
    case "enter":
    case "point":
      return {
        what: `${node.address} cannot be put into its place`,
        remedy: "Put it there in the app, or declare the place that it has.",
      };
  }
}
