import { type Address, typeOfAddress } from "../../../../model/address.ts";
import type { NodeId } from "../../../../model/plan/plan.ts";
import { present } from "../../../../util/present.ts";
import { hiddenFirst } from "../../decide/hidden-first.ts";
import { nodeId } from "../node-id.ts";
import type { Drafted, EdgeRule } from "./edge-rule.ts";

/** A hidden object becomes visible to readers after all other writes of it and of the child that is created with it. */
export const shownLast: EdgeRule = function* (drafted) {
  const { context, nodes } = drafted;
  for (const draft of nodes.values()) {
    if (draft.kind !== "create" || draft.shownBy === undefined) continue;
    const { attribute } =
      hiddenFirst(context.types.get(typeOfAddress(draft.address)), context.live.world.apiVersion) ?? {};
    const why = { kind: "hard", ...present({ attribute }) } as const;
    for (const address of [
      draft.address,
      ...(draft.firstChild === undefined ? [] : [draft.firstChild.address]),
    ])
      for (const after of writesOf(drafted, address)) yield { node: draft.shownBy, after, why };
  }
};

/** The writes of an object that do not wait until another object is deleted. */
export function writesOf({ context, nodes }: Drafted, address: Address): readonly NodeId[] {
  const type = context.types.get(typeOfAddress(address));
  return type.writers.map(({ name }) => nodeId.write(address, name)).filter((id) => nodes.has(id));
}
