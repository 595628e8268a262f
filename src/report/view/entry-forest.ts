import type { Address } from "../../model/address.ts";
import { append } from "../../util/groups.ts";
import type { EntryView } from "./entries.ts";
import type { LayoutPlaces } from "./layout-places.ts";

/** An object with its entry, if it has one, and with the objects inside it that have entries. */
export interface EntryBranch {
  readonly address: Address;
  readonly entries: readonly EntryView[];
  readonly branches: readonly EntryBranch[];
}

/** Entries of a plan in the structure of the organization. */
export interface EntryForest {
  /** Scopes, such as sites, with all entries inside them. */
  readonly trees: readonly EntryBranch[];
  /** The other entries, by type. */
  readonly rest: ReadonlyMap<string, readonly EntryView[]>;
}

/** Arranges entries by their places. */
export function forestOf(entries: readonly EntryView[], places: LayoutPlaces): EntryForest {
  const tree = new Map<Address, EntryView[]>();
  const rest = new Map<string, EntryView[]>();
  for (const entry of entries) {
    const isInTree = places.has(entry.address);
    append(isInTree ? tree : rest, isInTree ? entry.address : entry.type, entry);
  }
  return { trees: treesOf(tree, places), rest };
}

/** An entry in a list of the whole forest. */
export interface PlacedEntry {
  readonly entry: EntryView;
  readonly depth: number;
  /** Objects around it without entries, whose place in the list is directly before it. */
  readonly around: readonly { readonly address: Address; readonly depth: number }[];
}

/** The entries in the order of the forest. */
export function placedEntries({ trees, rest }: EntryForest): readonly PlacedEntry[] {
  const placed: PlacedEntry[] = [];
  let around: PlacedEntry["around"] = [];
  const place = ({ address, entries, branches }: EntryBranch, depth: number): void => {
    if (entries.length === 0) around = [...around, { address, depth }];
    for (const entry of entries) {
      placed.push({ entry, depth, around });
      around = [];
    }
    for (const branch of branches) place(branch, depth + 1);
  };
  for (const tree of trees) place(tree, 0);
  const others = [...rest.values()].flat().map((entry) => ({ entry, depth: 0, around: [] }));
  return [...placed, ...others];
}

interface Growing extends EntryBranch {
  readonly branches: Growing[];
}

function treesOf(
  tree: ReadonlyMap<Address, readonly EntryView[]>,
  places: LayoutPlaces,
): readonly EntryBranch[] {
  const grown = new Map<Address, Growing>();
  const trees: Growing[] = [];
  const grow = (address: Address): Growing => {
    const known = grown.get(address);
    if (known !== undefined) return known;
    const branch: Growing = { address, entries: tree.get(address) ?? [], branches: [] };
    grown.set(address, branch);
    const parent = places.get(address)?.parent;
    (parent === undefined ? trees : grow(parent).branches).push(branch);
    return branch;
  };
  for (const address of tree.keys()) grow(address);
  const rank = ({ address }: EntryBranch) => places.get(address)?.rank ?? Number.MAX_SAFE_INTEGER;
  for (const { branches } of grown.values()) branches.sort((a, b) => rank(a) - rank(b));
  return trees;
}
