import { type Address, typeOfAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { objectKey } from "../../../model/object-key.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNode, PlanNote } from "../../../model/plan/plan.ts";
import { givesRights, opensMore } from "../../../model/resource-type/opens.ts";
import { groupBy } from "../../../util/groups.ts";
import type { Json } from "../../../util/json.ts";
import { isOpen } from "../../audience/audience.ts";
import type { PlannedWorlds } from "../audience/planned-worlds.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/**
 * Notes about existing content that more people can see between two calls, because the API version can neither create its place with all
 * limits nor as a draft.
 */
export function openMeanwhileNotes(
  { types, apiVersion }: { readonly types: PlanContext["types"]; readonly apiVersion: string },
  nodes: readonly PlanNode[],
  worldsOf: () => PlannedWorlds | undefined,
): readonly PlanNote[] {
  const writes = groupBy(
    nodes.flatMap((node) => (node.kind === "write" ? [node] : [])),
    ({ address }) => address,
  );
  const limitsLater = (address: Address) => {
    const { attributes } = types.get(typeOfAddress(address));
    return (writes.get(address) ?? []).some(({ values }) =>
      Object.entries(values).some(([name, value]) => {
        const { opens, default: usual = null } = attributes[name] ?? {};
        return !givesRights(opens) && opensMore(opens, value as Json, usual);
      }),
    );
  };
  return nodes.flatMap((node): readonly PlanNote[] => {
    if (node.kind !== "create" || node.shownBy !== undefined) return [];
    const made = [node.address, ...(node.firstChild === undefined ? [] : [node.firstChild.address])];
    const worlds = made.some(limitsLater) ? worldsOf() : undefined;
    if (worlds === undefined) return [];
    const { live, planned } = worlds;
    const around = planned.around(objectKey(typeOfAddress(node.address), node.address));
    const isSeen = around !== undefined && isOpen(planned.limitsOf(around));
    const shown = made.flatMap((address) => planned.placesAt(objectKey(typeOfAddress(address), address)));
    const isFilled = shown.some(({ content }) => live.get(content) !== undefined);
    const { address } = node;
    return isSeen && isFilled
      ? [noteOf(wordsOf("plan/open-meanwhile", { address, apiVersion }), address)]
      : [];
  });
}
