import type { Address } from "../../../model/address.ts";
import type { NodeId } from "../../../model/plan/plan.ts";

/** Builds the ids of nodes, which are unique in a plan. */
export const nodeId = {
  create: (address: Address): NodeId => `create ${address}`,
  write: (address: Address, writer: string): NodeId => `write ${address} ${writer}`,
  /** A write that waits until the replaced object is deleted. */
  lateWrite: (address: Address, writer: string): NodeId => `write ${address} ${writer} late`,
  /** A write of a unique value, before the other values of the same writer, which have to wait. */
  uniqueWrite: (address: Address, attribute: string): NodeId => `write ${address} ${attribute} first`,
  /** A write that hides an object from readers until the rest of its values is written. */
  hiding: (address: Address, attribute: string): NodeId => `temporary ${address} ${attribute}`,
  temporary: (address: Address, attribute: string): NodeId => `temporary ${address} ${attribute}`,
  reparent: (address: Address): NodeId => `reparent ${address}`,
  reorder: (address: Address): NodeId => `reorder ${address}`,
  setDefault: (address: Address): NodeId => `set-default ${address}`,
  delete: (address: Address): NodeId => `delete ${address}`,
} as const;
