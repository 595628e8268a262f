import type { Address } from "../../model/address.ts";
import { writerOf } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import type { Deleted } from "../decide/decisions.ts";
import type { NodeId } from "../plan.ts";
import type { Draft } from "./draft.ts";
import { nodeId } from "./node-id.ts";

/** The nodes that do something to an object. */
export interface NodeFinder {
  /** After which it exists; undefined when it does already. */
  creating(address: Address): NodeId | undefined;
  /** After which it is where it is to be; undefined when it is there already. */
  placing(address: Address): NodeId | undefined;
  /** Which writes an attribute of it. */
  writing(type: string, address: Address, attribute: string): NodeId | undefined;
  /** Which makes it disappear: its own, or that of what takes it along. */
  deleting(deleted: Deleted): NodeId;
}

export function findNodes({ types, decisions }: PlanContext, nodes: ReadonlyMap<NodeId, Draft>): NodeFinder {
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
      const taker =
        deleted.deletedWith === undefined ? undefined : decisions.deleted.get(deleted.deletedWith);
      return nodeId.delete((taker ?? deleted).address);
    },
  };
}
