import { typeOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type Call, isServed } from "../../model/endpoint.ts";
import { copyAttribute } from "../../model/resource-type/creation.ts";
import { callsOfNode } from "../calls-of-node.ts";
import type { PlanContext } from "../context.ts";
import { positionOf } from "../decide/failures.ts";
import type { Plan, PlanNode } from "../plan.ts";

/** Errors for steps that need an operation that this service does not have. They come before the first write. */
export function checkServed(context: PlanContext, plan: Plan): readonly Diagnostic[] {
  return plan.nodes.flatMap((node) => {
    const calls = callsOfNode(context.types, plan, node);
    const missing = calls.find(({ endpoint }) => !isServed(endpoint, plan.apiVersion));
    return missing === undefined ? [] : [notServed(context, node, missing)];
  });
}

function notServed(context: PlanContext, node: PlanNode, { endpoint }: Call): Diagnostic {
  const desired = context.desired.get(node.address);
  const { what, remedy } = words(context, node);
  return {
    severity: "error",
    code: "plan/not-served",
    message: `${what}: the service's API version ${context.live.world.apiVersion} has no ${endpoint.operation}.`,
    remedy,
    ...(desired && positionOf(desired, node.kind === "write" ? Object.keys(node.values)[0] : undefined)),
  };
}

function words(context: PlanContext, node: PlanNode): { readonly what: string; readonly remedy: string } {
  const type = context.types.get(typeOfAddress(node.address));
  const { label } = type;
  switch (node.kind) {
    case "create": {
      const copy = copyAttribute(type, context.live.world.apiVersion);
      const further = copy === undefined ? "" : ` Or create it as a copy of another one, with \`${copy}:\`.`;
      return {
        what: `docsform cannot create ${node.address}`,
        remedy: `Create the ${label.one} in the app, and pin it with \`id:\` if its key does not identify it.${further}`,
      };
    }
    case "write": {
      const names = Object.keys(node.values).join(", ");
      return {
        what: `docsform cannot change ${names} of ${node.address}`,
        remedy: `Change it in the app, or remove ${names} from the layout.`,
      };
    }
    case "delete":
      return {
        what: `docsform cannot delete ${node.address}`,
        remedy: `Delete it in the app, or declare it.`,
      };
    case "reorder":
    case "reparent":
    case "set-default":
      return {
        what: `docsform cannot move ${node.address}`,
        remedy: "Move it in the app, or declare its live place.",
      };
  }
}
