import type { Danger, DangerKind } from "../../engine/plan/plan.ts";
import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import type { EntryView } from "./entries.ts";
import type { FieldView } from "./field-view.ts";
import type { LayoutPlaces } from "./layout-places.ts";
import type { StepView } from "./step-view.ts";

/** A kind of danger as people read it. */
export interface DangerKindView {
  readonly name: DangerKind;
  /** What it means for readers and owners. */
  readonly meaning: string;
  readonly rule: Code;
}

const rows = {
  delete: { meaning: "deleted", rule: "danger/delete" },
  replace: { meaning: "deleted and created again", rule: "danger/replace" },
  unpublish: { meaning: "readers can no longer see it", rule: "danger/unpublish" },
  unlist: { meaning: "the navigation omits it, and its URL still works", rule: "danger/unlist" },
  visibility: { meaning: "more people can see it", rule: "danger/visibility" },
  access: { meaning: "more people get access, or some get more rights", rule: "danger/access" },
  address: { meaning: "its URL for readers changes", rule: "danger/address" },
} as const satisfies Record<DangerKind, Omit<DangerKindView, "name">>;

export function dangerKindView(name: DangerKind): DangerKindView {
  return { name, ...rows[name] };
}

/** A danger of a step. */
export interface DangerView {
  readonly kind: DangerKindView;
  readonly step: StepView;
  /** Absent: the danger is about the whole object. */
  readonly attribute?: string;
  /** The attribute's change. Absent: the object is new, or the danger is about all of it. */
  readonly change?: FieldView;
  /** URL where readers find the object now. */
  readonly url?: string;
}

export function dangerView(steps: readonly StepView[], danger: Danger): DangerView {
  const { attribute, url } = danger;
  const step = steps[danger.step] as StepView;
  const change = step.fields.find(({ name, before }) => name === attribute && before !== undefined);
  return { kind: dangerKindView(danger.kind), step, ...present({ attribute, change, url }) };
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
export function formerUrls(dangers: readonly DangerView[]): ReadonlyMap<Address, string> {
  return new Map(
    dangers.flatMap(({ attribute, step, url }) =>
      attribute === undefined && url !== undefined ? [[step.address, url] as const] : [],
    ),
  );
}
