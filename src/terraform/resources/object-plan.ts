import type { ApiVersion } from "../../model/endpoint.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { type CtyType, cty } from "../plugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  isUnknown,
  isWhollyKnown,
  unknown,
  unknownNotNull,
} from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import type { Path } from "../plugin/values/path.ts";
import { isLacking } from "./api-version.ts";
import { isPlaceholder, meansSame, shownPart } from "./object-state.ts";
import { ctyTypeOf } from "./shape.ts";
import { plannedComputed } from "./unknown-values.ts";

export interface ObjectPlan {
  readonly planned: CtyObject;
  readonly requiresReplace: readonly Path[];
  /** The fields that change on an existing object, by their names in Terraform. */
  readonly changed: readonly string[];
}

/** The plan of a configured object. Pure. `apiVersion`: undefined while it is not settled. */
export function planObject(
  schema: TerraformSchema,
  prior: CtyObject | null,
  proposed: CtyObject,
  config: CtyObject,
  apiVersion: ApiVersion | undefined,
): ObjectPlan {
  const planned: Record<string, CtyValue> = {
    ...proposed,
    ...Object.fromEntries(schema.deletionFlags.map((name) => [name, config[name] ?? false])),
  };
  const planning: Planning = { schema, prior, config, apiVersion, planned, changed: [] };
  for (const field of [...schema.values, ...(schema.firstChild?.values ?? [])]) planValue(planning, field);
  planPlace(planning);
  planRest(planning);
  return {
    planned,
    changed: planning.changed,
    requiresReplace:
      prior === null ? [] : planning.changed.filter((name) => replaces(planning, name)).map((name) => [name]),
  };
}

interface Planning {
  readonly schema: TerraformSchema;
  readonly prior: CtyObject | null;
  readonly config: CtyObject;
  readonly apiVersion: ApiVersion | undefined;
  readonly planned: Record<string, CtyValue>;
  /** Names of the fields that change, in the order of the schema. */
  readonly changed: string[];
}

function planValue(planning: Planning, field: ValueField): void {
  const { config, planned, prior } = planning;
  const configured = config[field.name] ?? null;
  const before = prior?.[field.name] ?? null;
  if (field.rule.onlyAtCreate === true && before !== null) {
    // Only the creation uses this field, and the object exists. Without its prior value, Terraform would plan a change without effect.
    planned[field.name] = before;
    return;
  }
  planned[field.name] =
    configured === null ? unsetValue(planning, field) : keptIfSame(field, configured, before);
  const { shown } = field.rule.terraform ?? {};
  if (shown !== undefined) planned[shown.name] = shownPart(field, planned[field.name] ?? null);
  if (field.writeOnly !== undefined) {
    planned[field.writeOnly.name] = null;
    noteChange(planning, field.writeOnly.version, () => cty.number);
  }
  if (field.rule.onlyAtCreate !== true) noteChange(planning, field.name, () => ctyTypeOf(field.shape));
}

/** Keeps the prior value if the configured one means the same. */
function keptIfSame(field: ValueField, configured: CtyValue, before: CtyValue): CtyValue {
  if (configured === before) return before;
  if (before === null || !isWhollyKnown(configured) || !isWhollyKnown(before)) return configured;
  return isPlaceholder(field, configured) || meansSame(field, configured, before) ? before : configured;
}

function unsetValue(planning: Planning, field: ValueField): CtyValue {
  const { config, prior, apiVersion } = planning;
  const { rule, writeOnly } = field;
  if (isClearedWhenUnset(planning, field)) return null;
  if (writeOnly !== undefined && (config[writeOnly.name] ?? null) !== null) return null;
  if (prior !== null) return prior[field.name] ?? null;
  // The provider does not read undeclared details and secrets, and some API versions lack the field: the plan already contains null.
  if (field.isDetail || rule.sensitive === true) return null;
  if (isLacking(rule, apiVersion)) return null;
  return unknown;
}

/** Whether omitting the value clears it. Omitting the whole nested attribute leaves it, unless the service clears it. */
function isClearedWhenUnset(planning: Planning, { mode, part, rule }: ValueField): boolean {
  if (mode === "derived") return false;
  const isPartOmitted = part !== undefined && (planning.config[part] ?? null) === null;
  return !isPartOmitted || isClearedByService(planning, rule);
}

/** Whether the service clears a value because the one that it belongs to changes. */
function isClearedByService({ schema, changed }: Planning, { belongsTo }: ValueField["rule"]): boolean {
  const fields = [...schema.values, ...(schema.firstChild?.values ?? [])];
  return fields.some(({ attribute, name }) => attribute === belongsTo && changed.includes(name));
}

function planPlace(planning: Planning): void {
  const { schema, planned, prior, config } = planning;
  for (const name of [schema.scopeField, schema.containerField])
    if (name !== undefined) noteChange(planning, name, () => cty.string);
  const { defaultField } = schema;
  if (defaultField === undefined) return;
  const before = prior?.[defaultField] ?? null;
  const configured = config[defaultField] ?? null;
  // The provider cannot apply false: an object loses the role only when a sibling gets it. So false counts as absent.
  if (configured === null) planned[defaultField] = prior === null ? unknown : before;
  else if (configured === false && before !== null) planned[defaultField] = before;
  noteChange(planning, defaultField, () => cty.bool);
}

function noteChange({ prior, planned, changed }: Planning, name: string, type: () => CtyType): void {
  if (prior === null) return;
  const [before, after] = [prior[name] ?? null, planned[name] ?? null];
  // Most fields do not change. Then the type, which is costly to create, is not needed.
  if (before !== after && !sameValue(before, after, type())) changed.push(name);
}

/** Plans ids and computed fields. They keep their values unless another field changes. */
function planRest(planning: Planning): void {
  const { schema, prior, planned, changed } = planning;
  if (prior === null) {
    planNewObject(planning);
    return;
  }
  for (const field of schema.computed)
    planned[field.name] = plannedComputed(field, prior[field.name] ?? null, changed);
  if (schema.firstChild === undefined) return;
  const firstChildId = prior[schema.firstChild.idField] ?? null;
  planned[schema.firstChild.idField] = firstChildId === null && changed.length > 0 ? unknown : firstChildId;
}

function planNewObject({ schema, planned }: Planning): void {
  const { idAttribute } = schema.type.identity;
  const idHolder = schema.values.find((field) => field.attribute === idAttribute);
  planned["id"] = idHolder === undefined ? unknownNotNull : idFrom(planned[idHolder.name]);
  for (const field of schema.computed) planned[field.name] = unknown;
  if (schema.firstChild !== undefined) planned[schema.firstChild.idField] = unknownNotNull;
}

function idFrom(value: CtyValue | undefined): CtyValue {
  return value === undefined || value === null || isUnknown(value) ? unknownNotNull : value;
}

function replaces({ schema, apiVersion }: Planning, name: string): boolean {
  if (name === schema.scopeField) return true;
  if (name === schema.containerField) return replacesOnMove(schema, apiVersion);
  const field = [...schema.values, ...(schema.firstChild?.values ?? [])].find((each) => each.name === name);
  return field !== undefined && field.writer === undefined;
}

/** Whether a move to another container replaces the object. False if that depends on the API version and it is not settled. */
function replacesOnMove({ type }: TerraformSchema, apiVersion: ApiVersion | undefined): boolean {
  const changes = type.container?.change;
  if (changes === undefined) return false;
  return apiVersion === undefined
    ? Object.values(changes).every((change) => change === "replace")
    : changes[apiVersion] === "replace";
}
