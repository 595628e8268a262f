import * as z from "zod";
import { type ApiVersion, type Endpoint, publishedApiVersions } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { publishedResponse } from "./response-fields.ts";

/** A field that rows declare for responses. */
export interface DeclaredField {
  /** The object that declares it, by the first operation with it and the place in its response. */
  readonly place: string;
  readonly name: string;
  readonly schema: z.ZodType;
  /** Whether every published document that describes the object requires the field, wherever a response has the object. */
  readonly isRequired: boolean;
}

/** One of the forms that a document describes for a value. */
interface Form {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly items: Json | undefined;
  readonly values: Json | undefined;
}

type Resolve = (schema: Json | undefined) => JsonObject;
/** The forms of a value in one document. */
interface Described {
  readonly apiVersion: ApiVersion;
  readonly resolve: Resolve;
  readonly forms: readonly Form[];
}
interface Counted {
  readonly place: string;
  readonly schema: z.ZodType;
  required: boolean;
  described: boolean;
}
interface Walk {
  readonly objects: Map<z.ZodObject, Map<string, Counted>>;
  /** The forms with which each object was compared. */
  readonly seen: Map<z.ZodObject, Set<string>>;
}

/** The fields of all responses of these operations that a published document describes. */
export function declaredResponseFields(endpoints: readonly Endpoint[]): readonly DeclaredField[] {
  const walk: Walk = { objects: new Map(), seen: new Map() };
  for (const endpoint of endpoints) {
    const described = publishedApiVersions.flatMap((apiVersion): readonly Described[] => {
      const response = publishedResponse(endpoint, apiVersion);
      if (response === undefined) return [];
      const { schema, resolve } = response;
      return [{ apiVersion, resolve, forms: formsOf(schema, resolve) }];
    });
    if (endpoint.response !== undefined) visit(walk, endpoint.response, described, endpoint.operation);
  }
  return [...walk.objects.values()].flatMap((fields) =>
    [...fields].flatMap(([name, { place, schema, required, described }]) =>
      described ? [{ place, name, schema, isRequired: required }] : [],
    ),
  );
}

const known = new WeakMap<JsonObject, readonly Form[]>();

function formsOf(given: Json | undefined, resolve: Resolve): readonly Form[] {
  const schema = resolve(given);
  const cached = known.get(schema);
  if (cached !== undefined) return cached;
  // A schema inside itself has no further form there.
  known.set(schema, []);
  const { properties, required, items, additionalProperties } = schema;
  const own: Form = {
    properties: isJsonObject(properties) ? properties : {},
    required: (required ?? []) as readonly string[],
    items,
    values: additionalProperties,
  };
  const parts = listOf(schema["allOf"]).map((part) => formsOf(part, resolve));
  const choices = ["oneOf", "anyOf"].flatMap((word) => {
    const forms = listOf(schema[word]).flatMap((choice) => formsOf(choice, resolve));
    return forms.length === 0 ? [] : [forms];
  });
  const forms = [...parts, ...choices].reduce<readonly Form[]>(
    (before, more) => before.flatMap((form) => more.map((other) => joined(form, other))),
    [own],
  );
  known.set(schema, forms);
  return forms;
}

function joined(form: Form, other: Form): Form {
  return {
    properties: { ...form.properties, ...other.properties },
    required: [...form.required, ...other.required],
    items: form.items ?? other.items,
    values: form.values ?? other.values,
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The forms of a part of the value. */
function partsOf(
  described: readonly Described[],
  partOf: (form: Form) => Json | undefined,
): readonly Described[] {
  return described.map((each) => {
    const forms = each.forms.flatMap((form) => {
      const part = partOf(form);
      return isJsonObject(part) ? formsOf(part, each.resolve) : [];
    });
    return { ...each, forms: [...new Set(forms)] };
  });
}

function visit(walk: Walk, schema: z.ZodType, described: readonly Described[], place: string): void {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    visit(walk, schema.unwrap() as z.ZodType, described, place);
  else if (schema instanceof z.ZodArray)
    visit(
      walk,
      schema.element as z.ZodType,
      partsOf(described, ({ items }) => items),
      `${place}[]`,
    );
  else if (schema instanceof z.ZodRecord)
    visit(
      walk,
      schema.valueType as z.ZodType,
      partsOf(described, ({ values }) => values),
      `${place}{}`,
    );
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options as readonly z.ZodType[])
      visit(walk, option, described.map(fitting(option)), place);
  else if (schema instanceof z.ZodObject) visitObject(walk, schema, described, place);
}

/** Keeps the forms that an option of a union can have, by its fields with a single value. */
function fitting(option: z.ZodType): (described: Described) => Described {
  const literals = option instanceof z.ZodObject ? Object.entries(option.shape) : [];
  const fixed = literals.filter((entry): entry is [string, z.ZodLiteral] => entry[1] instanceof z.ZodLiteral);
  return (described) => ({
    ...described,
    forms: described.forms.filter(({ properties }) =>
      fixed.every(([name, { values }]) => {
        if (properties[name] === undefined) return false;
        const { enum: allowed, const: only } = described.resolve(properties[name]);
        const given = only === undefined ? allowed : [only];
        return !Array.isArray(given) || given.some((value: Json) => values.has(value as string));
      }),
    ),
  });
}

const ids = new WeakMap<Form, number>();
let lastId = 0;

function idOf(form: Form): number {
  const id = ids.get(form) ?? (lastId += 1);
  ids.set(form, id);
  return id;
}

function visitObject(walk: Walk, schema: z.ZodObject, described: readonly Described[], place: string): void {
  const usable = described
    .map((each) => ({
      ...each,
      forms: each.forms.filter(({ properties }) => Object.keys(properties).length > 0),
    }))
    .filter(({ forms }) => forms.length > 0);
  const key = usable
    .map(
      ({ apiVersion, forms }) =>
        `${apiVersion} ${forms
          .map(idOf)
          .sort((one, other) => one - other)
          .join()}`,
    )
    .join(";");
  const seen = walk.seen.get(schema) ?? new Set<string>();
  walk.seen.set(schema, seen);
  if (seen.has(key)) return;
  seen.add(key);
  const fields = walk.objects.get(schema) ?? new Map<string, Counted>();
  walk.objects.set(schema, fields);
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const counted = fields.get(name) ?? { place, schema: field, required: true, described: false };
    fields.set(name, counted);
    counted.described ||= usable.length > 0;
    counted.required &&= usable.every(({ forms }) => forms.every(({ required }) => required.includes(name)));
    visit(
      walk,
      field,
      partsOf(usable, ({ properties }) => properties[name]),
      `${place}.${name}`,
    );
  }
}
