import type { Address } from "../../../model/address.ts";
import type { NodeId } from "../../../model/plan/plan.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { Deleted } from "../decide/decisions.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { Draft } from "./draft-node.ts";
import { nodeId } from "./node-id.ts";

/** Finds the nodes that act on an object. */
export interface NodeFinder {
  /** The node that creates the object. Undefined: it exists already. */
  creating(address: Address): NodeId | undefined;
  /** The node that brings the object to its parent. Undefined: it is there already. */
  placing(address: Address): NodeId | undefined;
  /** The node that writes an attribute of the object. */
  writing(type: string, address: Address, attribute: string): NodeId | undefined;
  /** The node that deletes the object: its own, or that of the object with which it is deleted. */
  deleting(deleted: Deleted): NodeId;
}

export function findNodes({ types, decisions }: OrderContext, nodes: ReadonlyMap<NodeId, Draft>): NodeFinder {
  const creating: NodeFinder["creating"] = (address) => {
    const created = decisions.created.get(address);
    return created && nodeId.create(created.createdWith ?? address);
  };
  return {
    creating,
    placing(address) {
      const move = nodeId.reparent(address);
      return nodes.has(move) ? move : creating(address);
    },
    writing(type, address, attribute) {
      const writer = writerOf(types.get(type), attribute)?.name;
      if (writer === undefined) return undefined;
      const drafts = [nodeId.write(address, writer), nodeId.lateWrite(address, writer)].map((id) =>
        nodes.get(id),
      );
      return drafts.find((draft) => draft?.kind === "write" && attribute in draft.values)?.id;
    },
    deleting(deleted) {
      const outer =
        deleted.deletedWith === undefined ? undefined : decisions.deleted.get(deleted.deletedWith);
      return nodeId.delete((outer ?? deleted).address);
    },
  };
}
