import { isKnownTo } from "../../model/api-version-marks.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { type ApiVersion, isServed } from "../../model/endpoint.ts";
import { givesRights } from "../../model/resource-type/opens.ts";
import { defaultValue } from "../../model/resource-type/writes.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { Json } from "../../util/json.ts";

/** The values of an object that its resource declares, in the form of a configuration. */
export interface LiveValues {
  readonly given: readonly { readonly field: ValueField; readonly value: Json }[];
  /** Values that a configuration cannot declare, and that omitting the attribute would clear. */
  readonly ignored: readonly ValueField[];
  /** Required attributes without a value. With one of them, the object cannot have a resource. */
  readonly missing: readonly ValueField[];
  /** Why values are omitted, one phrase each. */
  readonly omitted: readonly OmittedValue[];
}

export interface OmittedValue {
  readonly field: ValueField;
  readonly why: "forbidden" | "unserved" | "unreadable" | "clashing" | "invalid";
}

/** Sorts the values of an object by what a configuration can say about them. */
export function liveValues(
  { type }: TerraformSchema,
  fields: readonly ValueField[],
  object: LiveObject,
  apiVersion: ApiVersion,
): LiveValues {
  const given: { field: ValueField; value: Json }[] = [];
  const ignored: ValueField[] = [];
  const missing: ValueField[] = [];
  const omitted: OmittedValue[] = [];
  const clashing = new Set(type.check?.(object.attributes).map(({ attribute }) => attribute));
  for (const field of fields) {
    const found = liveValue({ type, object, apiVersion, clashing }, field);
    if ("value" in found) given.push({ field, value: found.value });
    else if (field.mode === "required") missing.push(field);
    if ("value" in found || found.why === undefined) continue;
    omitted.push({ field, why: found.why });
    const isSet = (object.attributes[field.attribute] ?? null) !== null;
    if (isSet && field.mode === "optional" && found.why !== "forbidden") ignored.push(field);
  }
  return { given, ignored, missing, omitted };
}

interface Reading {
  readonly type: TerraformSchema["type"];
  readonly object: LiveObject;
  readonly apiVersion: ApiVersion;
  /** Attributes that the service shows together and a configuration cannot declare together. */
  readonly clashing: ReadonlySet<string | undefined>;
}

/** A value in the form of a configuration, or why there is none. No reason: the configuration need not say it. */
type LiveValue = { readonly value: Json } | { readonly why?: OmittedValue["why"] };

function whyUnread({ type, apiVersion }: Reading, attribute: string): OmittedValue["why"] {
  const detail = type.details?.find((each) => each.attribute === attribute);
  return detail === undefined || isServed(detail.endpoint, apiVersion) ? "forbidden" : "unserved";
}

function liveValue(reading: Reading, field: ValueField): LiveValue {
  const { object } = reading;
  const { rule, attribute } = field;
  if (isOfOthers(reading, field)) return {};
  if (object.unreadAttributes?.includes(attribute)) return { why: whyUnread(reading, attribute) };
  const live = object.attributes[attribute] ?? null;
  if (live === null && rule.unreadable !== undefined) return { why: "unreadable" };
  if (isUsual(reading, field, live)) return {};
  // An absent value says nothing, and only access may be absent on purpose.
  if (live === null)
    return rule.terraform?.nullAs !== undefined && givesRights(rule.opens) ? { value: null } : {};
  return declarable(reading, field, live);
}

/** Whether the service, its API version or another object decides the value. */
function isOfOthers({ object, apiVersion }: Reading, { rule, attribute }: ValueField): boolean {
  const isInherited = object.inherited?.includes(attribute) === true;
  return isInherited || rule.onlyAtCreate === true || !isKnownTo(rule.schema, apiVersion);
}

function declarable({ clashing }: Reading, { rule, attribute }: ValueField, live: Json): LiveValue {
  if (clashing.has(attribute)) return { why: "clashing" };
  const value = rule.toLayout === undefined ? live : rule.toLayout(live);
  if (value === null) return {};
  return rule.schema.safeParse(value).success ? { value } : { why: "invalid" };
}

/** Whether a configuration that omits the attribute means this value too. */
function isUsual({ type }: Reading, { rule, mode, attribute }: ValueField, live: Json): boolean {
  const usual = defaultValue(type, attribute);
  return usual !== undefined && mode === "derived" && satisfiesDeclared(rule, usual, live);
}
