import { typeOfAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { type Call, isServed } from "../../../model/endpoint.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNode } from "../../../model/plan/plan.ts";
import { copyAttribute } from "../../../model/resource-type/creation.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { WholeLayout } from "../steps/order-layout.ts";
import { callsOfNode } from "../world/calls-of-node.ts";

/** Errors for steps that need an operation that this service does not have. They come before the first write. */
export function checkServed({ context, nodes, existing, apiVersion }: WholeLayout): readonly Diagnostic[] {
  const { organizationId } = context.desired.world;
  return nodes.flatMap((node) => {
    const calls = callsOfNode(context.types, { organizationId, apiVersion, existing }, node);
    const missing = calls.find(({ endpoint }) => !isServed(endpoint, apiVersion));
    return missing === undefined ? [] : [notServed(context, node, missing)];
  });
}

function notServed(context: PlanContext, node: PlanNode, { endpoint }: Call): Diagnostic {
  const words = wordsOf("plan/not-served", {
    ...factsOf(context, node),
    address: node.address,
    apiVersion: context.live.world.apiVersion,
    operation: endpoint.operation,
  });
  const attribute = node.kind === "write" ? Object.keys(node.values)[0] : undefined;
  return errorOf(words, context.desired.get(node.address), attribute);
}

function factsOf(context: PlanContext, node: PlanNode) {
  switch (node.kind) {
    case "create": {
      const type = context.types.get(typeOfAddress(node.address));
      const copy = copyAttribute(type, context.live.world.apiVersion);
      const object = type.label.one;
      return copy === undefined
        ? ({ case: "create", object } as const)
        : ({ case: "createOrCopy", object, copy } as const);
    }
    case "write":
      return { case: "write", attributes: Object.keys(node.values) } as const;
    case "delete":
      return { case: "delete" } as const;
    case "reorder":
    case "reparent":
    case "set-default":
      return { case: "move" } as const;
  }
}
