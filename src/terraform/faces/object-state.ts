import { canonicalValue, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { Generation } from "../../model/endpoint.ts";
import { type Json, type JsonObject, jsonEquals } from "../../model/json.ts";
import type { FoundObject, LiveWorld } from "../../model/live-world.ts";
import type { ObjectFace, ValueField } from "../../model/terraform-face.ts";
import { type CtyObject, type CtyValue, ctyObject, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import { isLacking } from "./generation.ts";
import { toCty, toJson } from "./shape.ts";

/** An object and the child that was born with it, as the service has them. */
export interface Shown {
  readonly object: FoundObject;
  /** The scope's id, where the type has one. */
  readonly scopeId: string | undefined;
  readonly born: Pick<FoundObject, "id" | "attributes"> | undefined;
}

/** What decides how live values are written down. */
export interface StateOptions {
  /** How values were written before: a live value that means the same stays as it was written. */
  readonly before: CtyObject | null;
  readonly user: LiveWorld["currentUser"];
  /** Fields whose values are write-only here: they are in no state. */
  readonly hidden: ReadonlySet<string>;
  /** The service's, where it decides which values there are. */
  readonly generation: Generation | undefined;
}

/** The state of an object as it is. */
export function stateOf(face: ObjectFace, shown: Shown, options: StateOptions): CtyObject {
  const { object, born } = shown;
  const before = options.before ?? {};
  const computed = face.computed.map(
    (field) => [field.name, toCty(field.shape, object.computed?.[field.key])] as const,
  );
  const bornFields: Entry[] =
    face.born === undefined
      ? []
      : [
          [face.born.idField, born?.id ?? null],
          ...face.born.values.flatMap((field) => entriesOf(field, born?.attributes ?? {}, options)),
        ];
  return ctyObject([
    ["id", object.id],
    ...placeEntries(face, shown),
    ...face.values.flatMap((field) => entriesOf(field, object.attributes, options)),
    ...computed,
    ...bornFields,
    ["timeouts", before["timeouts"] ?? null],
  ]);
}

type Entry = readonly [string, CtyValue];

function placeEntries(face: ObjectFace, { object, scopeId }: Shown): readonly Entry[] {
  const entries: Entry[] = [];
  if (face.scopeField !== undefined) entries.push([face.scopeField, scopeId ?? null]);
  if (face.containerField !== undefined) entries.push([face.containerField, object.container?.id ?? null]);
  if (face.defaultField !== undefined)
    entries.push([face.defaultField, object.isDefault === true ? true : null]);
  return entries;
}

/** A value, and the arguments beside it that write it unseen. */
function entriesOf(field: ValueField, live: JsonObject, options: StateOptions): readonly Entry[] {
  const own: Entry = [field.name, valueOf(field, live, options)];
  if (field.writeOnly === undefined) return [own];
  const { name, version } = field.writeOnly;
  return [own, [name, null], [version, options.before?.[version] ?? null]];
}

function valueOf(field: ValueField, live: JsonObject, options: StateOptions): CtyValue {
  const { rule, shape } = field;
  if (options.hidden.has(field.name) || isLacking(rule, options.generation)) return null;
  const written = options.before?.[field.name] ?? null;
  const value = live[field.attribute];
  if (written !== null && isWhollyKnown(written) && stillHolds(field, written, value, options.user))
    return written;
  const shown =
    value === undefined || value === null || rule.toLayout === undefined ? value : rule.toLayout(value);
  return toCty(shape, shown);
}

/** Whether what was written still says what is live, as far as that can be read. */
function stillHolds(
  { rule, shape }: ValueField,
  written: CtyValue,
  live: Json | undefined,
  user: StateOptions["user"],
): boolean {
  if (live === undefined) return true;
  const declared = toJson(shape, written);
  if (live === null && rule.unreadable?.(declared) === true) return true;
  return satisfiesDeclared(rule, declared, live, user);
}

/** Whether two declared values mean the same. */
export function meansSame({ rule, shape }: ValueField, a: CtyValue, b: CtyValue): boolean {
  const [left, right] = [toJson(shape, a), toJson(shape, b)];
  if (jsonEquals(canonicalValue(rule, left), canonicalValue(rule, right))) return true;
  // Where live values have another shape than declared ones, the two cannot be held against each other this way.
  if (rule.satisfies === undefined || rule.toLayout !== undefined || left === null || right === null)
    return false;
  return rule.satisfies(left, right);
}

/** The child that was born with an object: the one that is known, or else one that shows the same. */
export function bornAmong(
  face: ObjectFace,
  id: string,
  found: readonly FoundObject[],
  before: CtyObject | null,
): FoundObject | undefined {
  const { born } = face;
  if (born === undefined) return undefined;
  const children = found.filter((child) => child.type === born.type.name && child.container?.id === id);
  if (before === null) return children[0];
  const known = before[born.idField] ?? null;
  return (
    children.find((child) => child.id === known) ??
    children.find((child) =>
      born.values.every(
        (field) => (child.attributes[field.attribute] ?? null) === (before[field.name] as Json),
      ),
    )
  );
}
