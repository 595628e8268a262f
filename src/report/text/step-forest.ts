import type { Address } from "../../model/address.ts";
import { append } from "../../model/groups.ts";
import type { LayoutPlaces } from "../view/layout-places.ts";
import type { StepView } from "../view/step-view.ts";

/** An object with its own steps and with the objects inside it that have steps. */
export interface StepBranch {
  readonly address: Address;
  readonly steps: readonly StepView[];
  readonly branches: readonly StepBranch[];
}

/** The steps of a plan in the structure of the organization. */
export interface StepForest {
  /** Scopes, such as sites, with all steps inside them. */
  readonly trees: readonly StepBranch[];
  /** The other steps, by type. */
  readonly rest: ReadonlyMap<string, readonly StepView[]>;
}

/** Arranges steps by their places. */
export function forestOf(steps: readonly StepView[], places: LayoutPlaces): StepForest {
  const tree = new Map<Address, StepView[]>();
  const rest = new Map<string, StepView[]>();
  for (const step of steps) {
    const isInTree = places.has(step.address);
    append(isInTree ? tree : rest, isInTree ? step.address : step.type, step);
  }
  return { trees: treesOf(tree, places), rest };
}

interface Growing extends StepBranch {
  readonly branches: Growing[];
}

function treesOf(
  tree: ReadonlyMap<Address, readonly StepView[]>,
  places: LayoutPlaces,
): readonly StepBranch[] {
  const grown = new Map<Address, Growing>();
  const trees: Growing[] = [];
  const grow = (address: Address): Growing => {
    const known = grown.get(address);
    if (known !== undefined) return known;
    const branch: Growing = { address, steps: tree.get(address) ?? [], branches: [] };
    grown.set(address, branch);
    const parent = places.get(address)?.parent;
    (parent === undefined ? trees : grow(parent).branches).push(branch);
    return branch;
  };
  for (const address of tree.keys()) grow(address);
  const rank = ({ address }: StepBranch) => places.get(address)?.rank ?? Number.MAX_SAFE_INTEGER;
  for (const { branches } of grown.values()) branches.sort((a, b) => rank(a) - rank(b));
  return trees;
}
