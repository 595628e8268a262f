import { typeOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type Call, isServed } from "../../model/endpoint.ts";
import { copyAttribute } from "../../model/resource-type.ts";
import { callsOfNode } from "../calls-of-node.ts";
import type { PlanContext } from "../context.ts";
import { positionOf } from "../decide/failures.ts";
import type { Plan, PlanNode } from "../plan.ts";

/** What is to be done and takes an operation that this service does not have: known before anything is written. */
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
    message: `${what}: this service speaks ${context.live.world.apiVersion}, which has no ${endpoint.operation}.`,
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
      const further = copy === undefined ? "" : ` Or make it as a copy of another one, with \`${copy}:\`.`;
      return {
        what: `${node.address} does not exist, and cannot be created`,
        remedy: `Make the ${label.one} in the app, and pin it with \`id:\` where its key does not tell it.${further}`,
      };
    }
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
    case "reparent":
    case "set-default":
      return {
        what: `${node.address} cannot be put into its place`,
        remedy: "Put it there in the app, or declare the place that it has.",
      };
  }
}
