import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import type { Danger } from "../../model/plan/plan.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import type { EntryView } from "./entries.ts";
import type { LayoutPlaces } from "./layout-places.ts";
import type { StepView } from "./step-view.ts";

/** The delete or the replacement of an object. */
export interface DeleteView {
  readonly rule: Code;
  readonly meaning: string;
  readonly step: StepView;
  /** URL where readers find the object now. */
  readonly url?: string;
}

export const deleteKinds = {
  delete: { rule: "danger/delete", meaning: "deleted" },
  replace: { rule: "danger/replace", meaning: "deleted and created again" },
} as const;

/** The deletes among the dangers of a plan, the worst first. `steps`: those of the plan. */
export function deleteViews(dangers: readonly Danger[], steps: readonly StepView[]): readonly DeleteView[] {
  return dangers.flatMap(({ kind, steps: [at = 0], url }) => {
    const step = steps[at];
    if ((kind !== "delete" && kind !== "replace") || step === undefined) return [];
    return [{ ...deleteKinds[kind], step, ...present({ url }) }];
  });
}

/** Deletes and replacements of objects, each after that of the object around it. `depth`: the number of those around it. */
export function nestedEntries(
  entries: readonly EntryView[],
  places: LayoutPlaces,
): readonly { readonly entry: EntryView; readonly depth: number }[] {
  const own = new Set(entries.map(({ address }) => address));
  const around = (address: Address): Address | undefined => {
    const parent = places.get(address)?.parent;
    return parent === undefined || own.has(parent) ? parent : around(parent);
  };
  const inside = groupBy(entries, ({ address }) => around(address));
  const nestedIn = (parent: Address | undefined, depth: number): ReturnType<typeof nestedEntries> =>
    (inside.get(parent) ?? []).flatMap((entry) => [{ entry, depth }, ...nestedIn(entry.address, depth + 1)]);
  return nestedIn(undefined, 0);
}

/** The URL where readers find a deleted object now, by its address. */
export function formerUrls(deletes: readonly DeleteView[]): ReadonlyMap<Address, string> {
  return new Map(
    deletes.flatMap(({ step, url }) => (url === undefined ? [] : [[step.address, url] as const])),
  );
}
