import { canonicalValue, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { type Json, jsonEquals } from "../../model/json.ts";
import type { FoundObject, Snapshot } from "../../model/snapshot.ts";
import { protectionField, type TerraformSchema, type ValueField } from "../../model/terraform-schema.ts";
import { type CtyObject, type CtyValue, ctyObject, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import { isLacking } from "./api-version.ts";
import { toCty, toJson } from "./shape.ts";

/** An object and the child that was made with it, as the service has them. */
export interface LiveResource {
  readonly object: FoundObject;
  /** The scope's id, where the type has one. */
  readonly scopeId: string | undefined;
  readonly firstChild: Pick<FoundObject, "id" | "attributes"> | undefined;
}

/** What decides how live values are written down. */
export interface StateOptions {
  /** How values were written before: a live value that means the same stays as it was written. */
  readonly before: CtyObject | null;
  readonly user: Snapshot["currentUser"];
  /** Fields whose values are write-only here: they are in no state. */
  readonly hidden: ReadonlySet<string>;
  /** The service's, where it decides which values there are. */
  readonly apiVersion: ApiVersion | undefined;
}

/** The state of an object as it is. */
export function stateOf(schema: TerraformSchema, live: LiveResource, options: StateOptions): CtyObject {
  const { object, firstChild } = live;
  const before = options.before ?? {};
  const computed = schema.computed.map(
    (field) => [field.name, toCty(field.shape, object.computed?.[field.key])] as const,
  );
  const firstChildFields: StateField[] =
    schema.firstChild === undefined
      ? []
      : [
          [schema.firstChild.idField, firstChild?.id ?? null],
          ...schema.firstChild.values.flatMap((field) =>
            entriesOf(field, firstChild ?? { attributes: {} }, options),
          ),
        ];
  return ctyObject([
    ["id", object.id],
    ...placeEntries(schema, live, before),
    [protectionField, before[protectionField] === true],
    ...schema.values.flatMap((field) => entriesOf(field, object, options)),
    ...computed,
    ...firstChildFields,
    ["timeouts", before["timeouts"] ?? null],
  ]);
}

type StateField = readonly [string, CtyValue];

function placeEntries(
  schema: TerraformSchema,
  { object, scopeId }: LiveResource,
  before: CtyObject,
): readonly StateField[] {
  const entries: StateField[] = [];
  if (schema.scopeField !== undefined) entries.push([schema.scopeField, scopeId ?? null]);
  if (schema.containerField !== undefined)
    entries.push([schema.containerField, object.container?.id ?? null]);
  if (schema.defaultField !== undefined)
    entries.push([schema.defaultField, defaultIn(object, before[schema.defaultField] ?? null)]);
  return entries;
}

/** Whether it is the default. Where that was said before it is said again, so that a configuration's false is no change. */
function defaultIn({ isDefault }: FoundObject, before: CtyValue): CtyValue {
  if (isDefault === true) return true;
  return typeof before === "boolean" ? false : null;
}

/** A field and, where it has them, the arguments of its write-only form. */
function entriesOf(field: ValueField, live: Live, options: StateOptions): readonly StateField[] {
  const own: StateField = [field.name, stateValue(field, live, options)];
  if (field.writeOnly === undefined) return [own];
  const { name, version } = field.writeOnly;
  return [own, [name, null], [version, options.before?.[version] ?? null]];
}

type Live = Pick<FoundObject, "attributes" | "inherited">;

function stateValue(field: ValueField, { attributes, inherited }: Live, options: StateOptions): CtyValue {
  const { rule, shape } = field;
  if (options.hidden.has(field.name) || isLacking(rule, options.apiVersion)) return null;
  const written = options.before?.[field.name] ?? null;
  const value = attributes[field.attribute];
  if (written !== null && isWhollyKnown(written) && isStillCurrent(field, written, value, options.user))
    return written;
  // Nobody has set it: a configuration that is written from this state leaves it out.
  if (inherited?.includes(field.attribute) === true) return null;
  return toCty(shape, value === undefined ? value : asDeclared(rule, value));
}

function asDeclared({ toLayout }: ValueField["rule"], value: Json): Json {
  return value === null || toLayout === undefined ? value : toLayout(value);
}

/** Whether what was written still says what is live, as far as that can be read. */
function isStillCurrent(
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

/** The child that was made with an object: the one that is known, or else one that shows the same. */
export function firstChildAmong(
  schema: TerraformSchema,
  id: string,
  found: readonly FoundObject[],
  before: CtyObject | null,
): FoundObject | undefined {
  const { firstChild } = schema;
  if (firstChild === undefined) return undefined;
  const children = found.filter((child) => child.type === firstChild.type.name && child.container?.id === id);
  if (before === null) return children[0];
  const known = before[firstChild.idField] ?? null;
  return (
    children.find((child) => child.id === known) ??
    children.find((child) =>
      firstChild.values.every(
        (field) => (child.attributes[field.attribute] ?? null) === (before[field.name] as Json),
      ),
    )
  );
}
