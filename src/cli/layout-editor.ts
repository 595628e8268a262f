import type { AcceptedDifference, NotAccepted } from "../engine/plan/accept/accept-request.ts";
import type { AcceptPlan } from "../engine/reconcile/accept-edits.ts";
import type { Reconciler } from "../engine/reconcile/reconciler.ts";
import { addressesAfter } from "../layout/edit/addresses-after.ts";
import { type EditedLayout, editLayout } from "../layout/edit/edit-layout.ts";
import type { WhichIds } from "../layout/write-layout.ts";
import type { SourceText } from "../layout/yaml-source.ts";
import type { AcceptedEdits } from "../model/accepted-edits.ts";
import type { Address } from "../model/address.ts";
import { fail } from "../model/codes/command-words.ts";
import { type DesiredObject, ownerOf } from "../model/desired-world.ts";
import type { DocsformError } from "../model/errors.ts";
import type { State } from "../model/state.ts";
import { acceptWhatFits } from "./accept-what-fits.ts";
import type { Context } from "./command-context.ts";
import { LayoutError } from "./layout-error.ts";
import type { EditableLayout, LoadedLayout } from "./load-layout.ts";

/** A change of a layout: the accepted and the remaining differences, and its files before and after. */
export interface LayoutChange {
  readonly accepted: readonly AcceptedDifference[];
  readonly remaining: readonly NotAccepted[];
  readonly notes: readonly string[];
  readonly before: readonly SourceText[];
  readonly after: readonly SourceText[];
  /** The same texts without secrets, for people. */
  readonly shown: { readonly before: readonly SourceText[]; readonly after: readonly SourceText[] };
  readonly state: State | undefined;
}

/** Edits the layout in place, and checks that the result declares the accepted changes and nothing else. Writes nothing. */
export function changeLayout(
  { types }: Pick<Context, "types">,
  reconciler: Reconciler,
  { desired, files }: Pick<LoadedLayout, "desired" | "files">,
  editable: EditableLayout,
  accepting: AcceptPlan,
): LayoutChange {
  const { edits: changes, ids, accepted = [], remaining = [], remembered = [] } = accepting;
  if (changes === undefined || ids === undefined) throw new LayoutError(accepting.diagnostics, files);
  const { sources, variables } = editable;
  const { live } = accepting;
  const keepsState = accepting.inputs.remembered.keepsState;
  const newIds: WhichIds = keepsState ? "ambiguous" : "each";
  const { edited, state } = acceptWhatFits(changes, (some) => {
    const made = editLayout({ types, sources, desired, variables, live, ids, changes: some, newIds });
    const read = editable.read(made.sources);
    if (read.desired === undefined) throw unreadable(read.diagnostics.map(({ message }) => message));
    const addresses = addressesAfter({ ...made, before: desired, after: read.desired, ids });
    const checked = { desired: read.desired, made: made.made, addresses };
    return { edited: made, state: reconciler.checkAccepted(accepting, checked) };
  });
  return {
    ...withoutNotMade(accepted, remaining, reasons({ types }, desired, { ...edited, changes, remaining })),
    notes: [...edited.notes, ...remembered],
    before: sources,
    after: edited.sources,
    shown: { before: editable.read(sources).sources, after: editable.read(edited.sources).sources },
    state,
  };
}

function unreadable(messages: readonly string[]): DocsformError {
  return fail("accept/unreadable", { problems: messages.join(" ") });
}

/** Moves changes that could not be made in place from the accepted to the remaining ones. */
function withoutNotMade(
  accepted: readonly AcceptedDifference[],
  remaining: readonly NotAccepted[],
  whyNot: (found: AcceptedDifference) => string | undefined,
): Pick<LayoutChange, "accepted" | "remaining"> {
  return {
    accepted: accepted.filter((found) => whyNot(found) === undefined),
    remaining: [
      ...remaining,
      ...accepted.flatMap((found) => {
        const why = whyNot(found);
        return why === undefined ? [] : [{ ...found, reason: why }];
      }),
    ],
  };
}

/** The requested changes, those that were made, and those that remained before. */
interface Tried extends Pick<EditedLayout, "made" | "notMade"> {
  readonly changes: AcceptedEdits;
  readonly remaining: readonly NotAccepted[];
}

/**
 * The reason why a difference was not made. It may be its own, its parent may stay, or it belongs to lists that change together or not at
 * all.
 */
function reasons(
  { types }: Pick<Context, "types">,
  { objects }: LoadedLayout["desired"],
  { changes, remaining, made, notMade }: Tried,
): (found: AcceptedDifference) => string | undefined {
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const isMade = (root: Address) => made.lists.some((list) => list.root === root);
  const whyOf = new Map(
    changes.lists
      .filter(({ root }) => !isMade(root))
      .map(({ root }) => [root, notMade.find((each) => each.address === root && !each.attribute)?.reason]),
  );
  const scoped = new Set(types.flatMap(({ name, scope }) => (scope === undefined ? [] : [name])));
  const ofLists = ({ address, type, change }: AcceptedDifference) => {
    if (change === "changed" || (change !== "reordered" && !scoped.has(type))) return undefined;
    const object = byAddress.get(address);
    // An object that is new in the layout has no place in it yet.
    return object === undefined ? [...whyOf.values()][0] : whyOf.get(rootOf(byAddress, object));
  };
  const staying = new Set([
    ...remaining.filter(({ change }) => change === "removed").map(({ address }) => address),
    ...notMade.flatMap(({ address, attribute }) =>
      !attribute && changes.removed.includes(address) ? [address] : [],
    ),
  ]);
  const stayingOuter = ({ address }: AcceptedDifference): Address | undefined => {
    const scope = byAddress.get(address)?.scope;
    for (let outer = scope; outer !== undefined; outer = byAddress.get(outer)?.scope)
      if (staying.has(outer)) return outer;
    return undefined;
  };
  // An entry that stays keeps its contents.
  const ofOuter = (found: AcceptedDifference) => {
    const outer = found.change === "removed" ? stayingOuter(found) : undefined;
    return outer === undefined ? undefined : `${outer}, its parent, stays`;
  };
  return (found) =>
    notMade.find(({ address, attribute }) => address === found.address && attribute === found.attribute)
      ?.reason ??
    ofOuter(found) ??
    ofLists(found);
}

/** The outermost object whose entry contains another one. */
function rootOf(byAddress: ReadonlyMap<Address, DesiredObject>, object: DesiredObject): Address {
  const outer = byAddress.get(ownerOf(object) ?? "");
  return outer === undefined ? object.address : rootOf(byAddress, outer);
}
