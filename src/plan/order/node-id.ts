import type { Address } from "../../model/address.ts";
import type { NodeId } from "../plan.ts";

/** The names of nodes: unique in a plan, and the only place where one is put together. */
export const nodeId = {
  create: (address: Address): NodeId => `create ${address}`,
  write: (address: Address, writer: string): NodeId => `write ${address} ${writer}`,
  /** A write that waits until what the object replaces is gone. */
  lateWrite: (address: Address, writer: string): NodeId => `write ${address} ${writer} late`,
  /** A write of a unique value, before others of the same writer that have to wait. */
  uniqueWrite: (address: Address, attribute: string): NodeId => `write ${address} ${attribute} first`,
  temporary: (address: Address, attribute: string): NodeId => `temporary ${address} ${attribute}`,
  reparent: (address: Address): NodeId => `reparent ${address}`,
  reorder: (address: Address): NodeId => `reorder ${address}`,
  setDefault: (address: Address): NodeId => `set-default ${address}`,
  delete: (address: Address): NodeId => `delete ${address}`,
} as const;
