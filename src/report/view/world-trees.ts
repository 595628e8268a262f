import type { Doing } from "../../engine/plan/audience/planned-worlds.ts";
import { simulate } from "../../engine/plan/audience/simulate.ts";
import { secretTextsOf, withoutIn } from "../../engine/plan/world/secret-texts.ts";
import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import { type Address, typeOfAddress } from "../../model/address.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";
import { stepAddress } from "../../model/plan/plan.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { plainText } from "../text/plain-text.ts";
import { navigationTitle, type TreeChange, type TreeNode, treeChanges } from "./tree-view.ts";

/** The navigation of the organization before a plan and after it. */
export function worldTrees(
  planned: Pick<PlannedRun, "live" | "desired"> &
    Partial<Pick<PlannedRun, "state">> & { readonly plan: Doing },
  types: TypeIndex,
): readonly TreeChange[] {
  const { plan, live } = planned;
  const texts = secretTextsOf({ ...planned, types: types.all });
  const addresses = addressesOf(plan);
  return treeChanges(live, simulate(plan, live, types.all), {
    types,
    addressOf: (key) => addresses.get(key),
    titleOf: (object, objects) => {
      const title = navigationTitle(types, object, objects);
      return plainText(withoutIn({ title }, ["title"], texts).title);
    },
  });
}

/** The addresses of existing objects, and of objects that the plan creates. */
function addressesOf({ nodes, existing }: Doing): ReadonlyMap<ObjectKey, Address> {
  const addresses = new Map<ObjectKey, Address>();
  const made = nodes.flatMap((node) => (node.kind === "create" ? [node, node.firstChild ?? node] : []));
  for (const { address } of made) addresses.set(objectKey(typeOfAddress(address), address), address);
  for (const [address, { type, id }] of Object.entries(existing))
    addresses.set(objectKey(type, id), stepAddress(address));
  return addresses;
}

/** The title of each address's tree. */
export function treeTitles(trees: readonly TreeChange[]): ReadonlyMap<Address, string> {
  const titles = new Map<Address, string>();
  const walk = (node: TreeNode | undefined, top: string): void => {
    if (node === undefined) return;
    if (node.address !== undefined) titles.set(node.address, top);
    for (const child of node.children) walk(child, top);
  };
  for (const { before, after, title } of trees) {
    walk(before, title);
    walk(after, title);
  }
  return titles;
}

export function changedTrees(
  trees: readonly TreeChange[],
  items: readonly { readonly address: Address }[],
): readonly TreeChange[] {
  const changed = new Set(items.map(({ address }) => address));
  const contains = (node: TreeNode | undefined): boolean =>
    node !== undefined &&
    ((node.address !== undefined && changed.has(node.address)) || node.children.some(contains));
  return trees.filter(({ before, after }) => contains(before) || contains(after));
}
