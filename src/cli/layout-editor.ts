import { addressesAfter } from "../layout/edit/addresses-after.ts";
import type { NotMade } from "../layout/edit/changing-layout.ts";
import { editLayout } from "../layout/edit/edit-layout.ts";
import type { WhichIds } from "../layout/write-layout.ts";
import type { SourceText } from "../layout/yaml-source.ts";
import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { DocsformError } from "../model/errors.ts";
import type { Lock } from "../model/lock.ts";
import type { Difference, LeftAlone } from "../plan/take/asked.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import type { TakingOver } from "../reconcile/take-over.ts";
import type { Context } from "./context.ts";
import { LayoutError } from "./layout-error.ts";
import type { EditableLayout, LoadedLayout } from "./load-layout.ts";

/** A layout that takes something over: what, and its files before and after. */
export interface LayoutChange {
  readonly taken: readonly Difference[];
  readonly left: readonly LeftAlone[];
  readonly notes: readonly string[];
  readonly before: readonly SourceText[];
  readonly after: readonly SourceText[];
  readonly lock: Lock | undefined;
}

/** Changes the layout in place, and checks that it then says what it took over and nothing else. Writes nothing. */
export function changeLayout(
  { types }: Pick<Context, "types">,
  reconciler: Reconciler,
  { desired, files }: Pick<LoadedLayout, "desired" | "files">,
  editable: EditableLayout,
  taking: TakingOver,
): LayoutChange {
  const { takeOver: changes, ids, taken = [], left = [] } = taking;
  if (changes === undefined || ids === undefined) throw new LayoutError(taking.diagnostics, files);
  const { sources, variables } = editable;
  const { live } = taking;
  const keepsLock = taking.inputs.remembered.keepsLock;
  const newIds: WhichIds = keepsLock ? "ambiguous" : "lasting";
  const edited = editLayout({ types, sources, desired, variables, live, ids, changes, newIds });
  const read = editable.read(edited.sources);
  if (read.desired === undefined) throw unreadable(read.diagnostics.map(({ message }) => message));
  const addresses = addressesAfter({ ...edited, before: desired, after: read.desired, ids });
  const lock = reconciler.checkTakenOver(taking, { desired: read.desired, made: edited.made, addresses });
  return {
    ...withoutNotMade({ taken, left }, desired, {
      notMade: edited.notMade,
      areListsMade: changes.lists.length === edited.made.lists.length,
    }),
    notes: edited.notes,
    before: sources,
    after: edited.sources,
    lock,
  };
}

function unreadable(messages: readonly string[]): DocsformError {
  const message = `The layout would not read any more: ${messages.join(" ")} Nothing was written.`;
  return new DocsformError("accept/unreadable", message, {
    remedy: "This is a fault of docsform: please report it, and change the layout by hand.",
  });
}

interface Made {
  readonly notMade: readonly NotMade[];
  readonly areListsMade: boolean;
}

/** What could not be made in place is left alone after all, and what is gone together with it. */
function withoutNotMade(
  { taken, left }: Pick<LayoutChange, "taken" | "left">,
  desired: DesiredWorld,
  { notMade, areListsMade }: Made,
): Pick<LayoutChange, "taken" | "left"> {
  const scopes = new Map(desired.objects.map(({ address, scope }) => [address, scope]));
  const stays = (address: Address | undefined): string | undefined =>
    address === undefined
      ? undefined
      : (left.find((found) => found.what === "removed" && found.address === address)?.why ??
        notMade.find((found) => found.attribute === undefined && found.address === address)?.why ??
        stays(scopes.get(address)));
  const whyNot = (found: Difference) =>
    notMade.find(({ address, attribute }) => address === found.address && attribute === found.attribute)
      ?.why ??
    (found.what === "removed" ? stays(scopes.get(found.address)) : undefined) ??
    (areListsMade || !isOfList(found)
      ? undefined
      : notMade.find(({ attribute }) => attribute === undefined)?.why);
  return {
    taken: taken.filter((found) => whyNot(found) === undefined),
    left: [
      ...left,
      ...taken.flatMap((found) => {
        const why = whyNot(found);
        return why === undefined ? [] : [{ ...found, why }];
      }),
    ],
  };
}

function isOfList({ what }: Difference): boolean {
  return what !== "changed";
}
