import { type Address, typeOfAddress } from "../../../../model/address.ts";
import type { NodeId } from "../../../../model/plan/plan.ts";
import { opensMore } from "../../../../model/resource-type/opens.ts";
import { append } from "../../../../util/groups.ts";
import type { Json } from "../../../../util/json.ts";
import type { Draft } from "../draft-node.ts";
import { nodeId } from "../node-id.ts";
import type { Drafted, EdgeRule } from "./edge-rule.ts";

/**
 * Publication comes after everything else in its scope, except late writes. Those wait until a replaced object is deleted, and it stays
 * published until then. To end a publication, nothing else is necessary.
 */
export const lastWriters: EdgeRule = function* (drafted) {
  const last = [...drafted.nodes.values()].filter((draft) => isLast(drafted, draft));
  if (last.length === 0) return;
  const lastIds = new Set<NodeId>([
    ...last.map(({ id }) => id),
    ...last.flatMap(({ address }) =>
      drafted.context.types
        .get(typeOfAddress(address))
        .writers.map(({ name }) => nodeId.lateWrite(address, name)),
    ),
  ]);
  const byScope = new Map<Address, NodeId[]>();
  for (const draft of drafted.nodes.values()) append(byScope, draft.scope ?? draft.address, draft.id);
  for (const { id, address } of last)
    for (const other of byScope.get(address) ?? []) if (!lastIds.has(other)) yield { node: id, after: other };
};

function isLast({ context }: Drafted, draft: Draft): boolean {
  if (draft.kind !== "write") return false;
  const { writers, attributes } = context.types.get(typeOfAddress(draft.address));
  if (writers.find(({ name }) => name === draft.writer)?.stage !== "last") return false;
  const closes = ([name, value]: [string, Json]) =>
    opensMore(attributes[name]?.opens, value, draft.before[name] ?? null);
  return !Object.entries(draft.values).some(closes);
}
