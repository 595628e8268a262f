import type { Address } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import type { AttributeChange, CreateStep, MoveStep, ReplaceStep } from "../../model/plan/plan.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { secretChange, type ValueView, valueView } from "./value-view.ts";

/** One attribute of an object. */
export interface FieldView {
  readonly name: string;
  /** Absent: the object is new. */
  readonly before?: ValueView;
  readonly after: ValueView;
  /** What comes and goes, if both values are lists whose other items stay in their order. */
  readonly items?: readonly ItemChange[];
  readonly remark?: string;
}

/** An item of a list that leaves it (`-`) or joins it (`+`), or the number of further ones (`…`). */
export interface ItemChange {
  readonly sign: "-" | "+" | "…";
  readonly value: ValueView;
}

/** The most items of one change that are shown. */
const mostItems = 100;

/** Where an object will stand. Absent parts stay as they are. */
export interface PlaceView {
  /** The former parent. null: the top level. Absent: the object is new. */
  readonly from?: Address | null;
  /** The parent. null: the top level. */
  readonly to?: Address | null;
  /** The sibling before it. null: it will be the first. */
  readonly after?: Address | null;
  readonly isDefault?: true;
}

/** The remark on a step or a field that undoes what another user did. */
export function changeOnService(
  undoes: true | undefined,
  change: string,
  parts: readonly string[] = [],
): readonly string[] {
  const which = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  return undoes === true ? [`was ${change} on the service${which}`] : [];
}

/** The fields of a new object, except those that its line contains. */
export function newFields(
  { attributes, shown = {} }: Pick<CreateStep, "attributes" | "shown">,
  said: ReadonlySet<string>,
): readonly FieldView[] {
  return Object.entries(attributes)
    .filter(([name]) => !said.has(name))
    .map(([name, value]) => ({ name, after: withShown(valueView(value), shown[name]) }));
}

export function changedFields(changes: readonly AttributeChange[]): readonly FieldView[] {
  return changes.map((change) => ({
    name: change.attribute,
    ...changedValues(change),
    ...present({ remark: changeOnService(change.undoes, "changed", change.undoneParts)[0] }),
  }));
}

/** The values of a change, without secrets. */
export function changedValues({
  before,
  after,
  namesById,
  sensitive,
  shown,
}: Omit<AttributeChange, "attribute">): ChangedValues {
  const plain =
    sensitive === true
      ? secretChange
      : { before: valueView(before, namesById), after: valueView(after, namesById) };
  const values = {
    before: withShown(plain.before, shown?.before),
    after: withShown(plain.after, shown?.after),
  };
  return { ...values, ...present({ items: changedItems(values) }) };
}

export type ChangedValues = Required<Pick<FieldView, "before" | "after">> & Pick<FieldView, "items">;

/** Undefined: one of the values is no list, the items that stay change their order, or the items are the same to people. */
function changedItems({ before, after }: ChangedValues): readonly ItemChange[] | undefined {
  if (!("items" in before && "items" in after)) return undefined;
  const partsOf = (items: readonly ValueView[], others: readonly ValueView[]) => {
    const keys = new Set(others.map((item) => JSON.stringify(item)));
    return groupBy(items, (item) => keys.has(JSON.stringify(item)));
  };
  const [was, willBe] = [partsOf(before.items, after.items), partsOf(after.items, before.items)];
  if (JSON.stringify(was.get(true)) !== JSON.stringify(willBe.get(true))) return undefined;
  const signed = (sign: ItemChange["sign"], items: readonly ValueView[] = []) =>
    items.map((value) => ({ sign, value }));
  const all = [...signed("-", was.get(false)), ...signed("+", willBe.get(false))];
  if (all.length === 0) return undefined;
  const more = all.length - mostItems;
  return more <= 0 ? all : [...all.slice(0, mostItems), ...signed("…", [{ words: `and ${more} more` }])];
}

/** A value that is secret or long, with what people see of it. */
function withShown(value: ValueView, shown: string | undefined): ValueView {
  if (shown === undefined) return value;
  return { words: "words" in value ? `${value.words}: ${shown}` : shown };
}

/** The place of a new object, as far as the step contains it. */
export function newPlace({ container, isDefault }: CreateStep | ReplaceStep): PlaceView {
  const to = isReference(container) ? container.$ref : (container as Address | null | undefined);
  return { ...present({ to, isDefault }) };
}

export function movedPlace({ from, to, after }: MoveStep): PlaceView {
  return { from, to, ...present({ after }) };
}
