import { typeOfAddress } from "../../../../model/address.ts";
import { keyOf } from "../../../../model/object-key.ts";
import type { Draft } from "../draft-node.ts";
import type { EdgeRule } from "./edge-rule.ts";

/**
 * Objects at a root are deleted before siblings of another kind are created there. Otherwise the service may put the old ones into a new
 * one.
 */
export const otherKindsLast: EdgeRule = function* ({ context, nodes, find }) {
  for (const { desired, toDelete, isWanted } of context.structureChanges()) {
    const isCreatedHere = (draft: Draft) =>
      draft.kind === "create" &&
      draft.scope === desired.address &&
      (draft.container ?? null) === null &&
      isWanted(typeOfAddress(draft.address));
    const deleted = toDelete.flatMap((live) => context.decisions.deleted.get(keyOf(live)) ?? []);
    for (const draft of nodes.values())
      if (isCreatedHere(draft))
        for (const each of deleted) yield { node: draft.id, after: find.deleting(each) };
  }
};
