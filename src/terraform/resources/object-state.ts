import { asDeclared, canonicalValue, managedPart, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { isHidden } from "../../model/secret-value.ts";
import type { FoundObject, ObjectName, Snapshot } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { type Json, jsonEquals } from "../../util/json.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isWhollyKnown,
  unknown,
} from "../plugin/values/cty-value.ts";
import { isLacking } from "./api-version.ts";
import { toCty, toJson } from "./shape.ts";

/** A live object and its first child, which the service created with it. */
export interface LiveResource {
  readonly object: FoundObject;
  /** Undefined for types without a scope. */
  readonly scopeId: string | undefined;
  readonly firstChild: Pick<FoundObject, "id" | "attributes"> | undefined;
}

/** The object of a state, and the first child that came into being with it. */
export function ownObjects(
  { type, firstChild }: TerraformSchema,
  state: CtyObject,
): readonly (ObjectName & { readonly id: string })[] {
  const named = [
    { type: type.name, id: state["id"] },
    ...(firstChild === undefined ? [] : [{ type: firstChild.type.name, id: state[firstChild.idField] }]),
  ];
  return named.flatMap(({ type: of, id }) => (typeof id === "string" ? [{ type: of, id }] : []));
}

/** Options for representing live values in a state. */
export interface StateOptions {
  /** The earlier state or plan: a live value that means the same keeps its form. */
  readonly before: CtyObject | null;
  readonly user: Snapshot["currentUser"];
  /** Fields with a write-only value, which no state contains. */
  readonly hidden: ReadonlySet<string>;
  /** The service's API version, if the values depend on it. */
  readonly apiVersion: ApiVersion | undefined;
}

/** The state of a live object. */
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
    ...schema.deletionFlags.map((name) => [name, before[name] === true] as const),
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

/**
 * Whether the object is the default. The result is false instead of null if the earlier state has the field, so that a configured false is
 * no change.
 */
function defaultIn({ isDefault }: FoundObject, before: CtyValue): CtyValue {
  if (isDefault === true) return true;
  return typeof before === "boolean" ? false : null;
}

/** A field and, if it has them, the arguments of its write-only form. */
function entriesOf(field: ValueField, live: Live, options: StateOptions): readonly StateField[] {
  const own: StateField = [field.name, stateValue(field, live, options)];
  const { shown } = field.rule.terraform ?? {};
  if (shown !== undefined) return [own, [shown.name, shownPart(field, own[1])]];
  if (field.writeOnly === undefined) return [own];
  const { name, version } = field.writeOnly;
  return [own, [name, null], [version, options.before?.[version] ?? null]];
}

/** What plans show of a hidden value. */
export function shownPart({ rule, shape }: ValueField, value: CtyValue): CtyValue {
  if (!isWhollyKnown(value)) return unknown;
  return value === null ? null : (rule.terraform?.shown?.of(toJson(shape, value)) ?? null);
}

type Live = Pick<FoundObject, "attributes" | "inherited">;

function stateValue(field: ValueField, { attributes, inherited }: Live, options: StateOptions): CtyValue {
  const { rule, shape } = field;
  if (options.hidden.has(field.name) || isLacking(rule, options.apiVersion)) return null;
  const written = options.before?.[field.name] ?? null;
  const value = attributes[field.attribute];
  if (written !== null && isWhollyKnown(written) && isStillCurrent(field, written, value, options.user))
    return written;
  // The object inherits the value, so a configuration that is generated from this state omits it.
  if (inherited?.includes(field.attribute) === true) return null;
  // Settings that the configuration omits are no drift.
  const declared = isWhollyKnown(written) ? toJson(shape, written) : null;
  return toCty(
    shape,
    value === undefined ? value : asDeclared(rule, managedPart(rule, declared, value, options.user)),
  );
}

/** Whether a written value still means the live value, as far as the service lets the provider read it. */
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

/** Whether a value is the empty object that Terraform writes for a hidden one in a generated configuration. It leaves the value as it is. */
export function isPlaceholder({ rule, shape }: ValueField, value: CtyValue): boolean {
  return isHidden(rule) && shape.kind === "object" && jsonEquals(toJson(shape, value), {});
}

/** Whether two declared values mean the same. */
export function meansSame({ rule, shape }: ValueField, a: CtyValue, b: CtyValue): boolean {
  const [left, right] = [toJson(shape, a), toJson(shape, b)];
  if (jsonEquals(canonicalValue(rule, left), canonicalValue(rule, right))) return true;
  // If live values have another shape than declared ones, `satisfies` cannot compare two declared values.
  if (rule.satisfies === undefined || rule.toLayout !== undefined || left === null || right === null)
    return false;
  return rule.satisfies(left, right);
}

/**
 * The first child of an object: the one with the known id, otherwise one with the same values. Without an earlier state: the first one
 * found.
 */
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
        (field) =>
          field.part !== undefined ||
          (child.attributes[field.attribute] ?? null) === (before[field.name] as Json),
      ),
    )
  );
}
