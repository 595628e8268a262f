import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { only } from "../api-version-marks.ts";
import { canonicalValue } from "../attribute-value.ts";
import { type Call, type Endpoint, publishedApiVersions } from "../endpoint.ts";
import type { Attribute } from "../resource-type/attribute.ts";
import type { Computed, ComputedAttribute } from "../resource-type/computed-attribute.ts";
import type { LayoutSyntax } from "../resource-type/layout-syntax.ts";
import type { BulkRule, Writer } from "../resource-type/writes.ts";
import { defineResource, type ResourceType } from "../resource-type.ts";
import type { FoundObject } from "../snapshot.ts";
import {
  type AssociationFacts,
  atCreateOf,
  type ComputedFacts,
  type Facts,
  type FieldFacts,
  isCarried,
  type ListFacts,
  type Path,
  type SingletonFacts,
} from "./facts.ts";
import { fromWire, onWire, valueAt } from "./on-wire.ts";

type Fields = Readonly<Record<string, FieldFacts>>;
type ComputedFields = Readonly<
  Record<string, Omit<ComputedFacts, "make"> & { readonly make?: ComputedFacts["make"] }>
>;
type Rows<Name extends string> = Readonly<Record<Name, Endpoint>>;
type Listed = "list" | "create" | "update" | "delete";

/** The types, those of facts, and the settings that facts add to them, sorted by name. */
export function withTypesOf<Name extends string>(
  types: readonly ResourceType[],
  table: Readonly<Record<Name, Facts>>,
  rows: Readonly<Record<Name, Rows<string>>>,
): readonly ResourceType[] {
  const names = Object.keys(table) as Name[];
  const made = names.flatMap((name) => typeOf(table[name], rows[name] as never) ?? []);
  const extended = types.map((type) =>
    names.reduce((scope, name) => withSettings(scope, table[name], rows[name] as never), type),
  );
  return [...extended, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function typeOf(facts: Facts, rows: Rows<Listed>): ResourceType | undefined {
  if (facts.kind === "list") return listType(facts, rows);
  return facts.kind === "association" ? associationType(facts, rows) : undefined;
}

function listType(facts: ListFacts, rows: Rows<Listed> & Partial<Rows<"bulk">>): ResourceType {
  const { key, keyIsUnique, fields, computed = {}, within } = facts;
  return plainType({
    ...listedParts(facts, key),
    fields,
    computed,
    rows,
    identity: { key: [key], createKey: [key], keyIsUnique },
    ...present({ bulk: bulkOf(facts, rows.bulk) }),
    ...(keyIsUnique
      ? { unique: [{ attribute: key, within: within === undefined ? "organization" : "scope" }] }
      : {}),
  });
}

/** How one call writes several objects. */
function bulkOf({ bulk, key, fields }: ListFacts, endpoint: Endpoint | undefined): BulkRule | undefined {
  if (bulk === undefined || endpoint === undefined) return undefined;
  const { nullDeletes } = bulk;
  const carried = Object.fromEntries(
    Object.entries(fields).filter(([, field]) => isCarried(field, "create")),
  );
  const defaults = mapValues(carried, (field) => field.default ?? null);
  const keyIn = (attributes: JsonObject) => onWire(fields, { [key]: attributes[key] ?? null });
  return {
    endpoint,
    key,
    writer: patchName,
    item: (attributes) => onWire(carried, { ...defaults, ...attributes }),
    ...(nullDeletes !== undefined && {
      removal: (attributes: JsonObject) => ({ ...keyIn(attributes), [nullDeletes]: null }),
    }),
    idIn: (result) => textAt("result", result, ["id"]),
  };
}

/** A type whose values are in the responses of its operations as its fields say. What else is true of it comes beside that. */
export function plainType({
  fields,
  computed = {},
  rows,
  idShownAt = ["id"],
  query,
  also = () => ({}),
  writers = [],
  creation,
  ...type
}: Pick<ResourceType, "name" | "label" | "description" | "identity" | "layout"> &
  Partial<Omit<ResourceType, "attributes" | "computed" | "creation" | "reads">> & {
    readonly fields: Fields;
    readonly computed?: ComputedFields;
    /** Without `create`, objects are only imported. With `get`, an object is read by its id. */
    readonly rows: Rows<"list" | "update" | "delete"> & Partial<Rows<"create" | "get">>;
    /** Where a response has the id of the object. */
    readonly idShownAt?: Path;
    /** Query parameters of the list. */
    readonly query?: NonNullable<Call["query"]>;
    /** What else a response shows, such as the parent. */
    readonly also?: (response: JsonObject) => Partial<FoundObject>;
    readonly creation?: Partial<NonNullable<ResourceType["creation"]>>;
  }): ResourceType {
  const { name, label, scope, details = [] } = type;
  // Other fields have reads of their own.
  const shown = without(
    fields,
    details.map(({ attribute }) => attribute),
  );
  const found = (response: Json): FoundObject => ({
    type: name,
    id: textAt(name, response, idShownAt),
    container: null,
    attributes: fromWire(shown, response),
    ...(Object.keys(computed).length > 0 && { computed: shownValues(computed, response) }),
    ...also(response as JsonObject),
  });
  const { list, create, update, get } = rows;
  return defineResource({
    deletion: { endpoint: rows.delete, contents: "first" },
    ...type,
    attributes: attributesOf(fields),
    computed: computedOf(computed),
    ...(create && {
      creation: {
        endpoint: create,
        body: ({ attributes }) => onWire(fields, attributes),
        created: (response) => ({ object: found(response), children: [] }),
        ...creation,
      },
    }),
    writers: [
      {
        ...patchWriter(
          without(
            fields,
            writers.flatMap(({ attributes }) => attributes),
          ),
          update,
        ),
        fromResponse: found,
      },
      ...writers.map((writer) => (hasResponse(writer) ? { fromResponse: found, ...writer } : writer)),
    ],
    reads: [
      {
        name: label.many,
        endpoint: list,
        ...(scope === undefined ? {} : { of: scope }),
        ...(query && { query }),
        finds: [name],
        found: (item) => [found(item)],
      },
    ],
    ...(get && { readById: { endpoint: get, found } }),
  });
}

function textAt(type: string, response: Json, place: Path): string {
  const text = valueAt(response, place);
  if (typeof text !== "string") throw new Error(`A response has no id of a ${type}.`);
  return text;
}

function shownValues(computed: ComputedFields, response: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(computed).map(([name, { shownAt = [name] as Path, schema }]) => [
      name,
      shaped(schema, valueAt(response, shownAt)),
    ]),
  );
}

/** The fields of a schema that a value has, at any depth, with null for each missing one. */
function shaped(schema: z.ZodType, value: Json): Json {
  if (schema instanceof z.ZodArray) {
    const items = Array.isArray(value) ? (value as readonly Json[]) : [];
    return items.map((item) => shaped(schema.element as z.ZodType, item));
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const fields = Object.entries<z.ZodType>(schema.shape);
  return Object.fromEntries(fields.map(([name, inner]) => [name, shaped(inner, valueAt(value, [name]))]));
}

function hasResponse({ endpoint }: Writer): boolean {
  return typeof endpoint !== "function" && endpoint.response !== undefined;
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const patchName = "patch";

/** The writer of the fields that the update call can contain. */
function patchWriter(fields: Fields, endpoint: Endpoint): Writer {
  return {
    name: patchName,
    attributes: Object.keys(fields).filter((name) => isCarried(fields[name] as FieldFacts, "update")),
    endpoint,
    body: ({ values }) => onWire(fields, values),
  };
}

/** What a fact says of calls and responses. The type does not have it. */
const ofCalls = new Set(["isFixed", "at", "shownAt", "beside", "mayBeAbsent", "unset", "wire", "make"]);

function attributesOf(fields: Fields): Readonly<Record<string, Attribute>> {
  return mapValues(fields, (field, name) => {
    const { oneOf } = field;
    const others = Object.keys(fields).filter((each) => each !== name && fields[each]?.oneOf === oneOf);
    const union = oneOf === undefined ? {} : { nullable: true, clears: others };
    return { ...(ofType(field) as FieldFacts), ...union, atCreate: atCreateOf(field) };
  });
}

function computedOf(computed: ComputedFields): NonNullable<Computed["computed"]> {
  return mapValues(computed, (value) => ofType(value) as ComputedAttribute);
}

function ofType(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !ofCalls.has(name)));
}

/** The type of objects that say what another object is in their scope. */
function associationType(facts: AssociationFacts, rows: Rows<Listed>): ResourceType {
  const { type, other, fields, within, label } = facts;
  const found = (scopeId: string, otherId: Json, values: JsonObject): FoundObject => ({
    type,
    id: `${scopeId}/${otherId as string}`,
    container: null,
    attributes: { ...values, [other.type]: otherId },
  });
  const reference: Attribute = {
    description: other.description,
    schema: z.string().min(1),
    atCreate: "required",
    reference: { type: other.type },
    samples: [],
  };
  return defineResource({
    ...listedParts(facts, other.type),
    deletion: { endpoint: rows.delete, contents: "first" },
    attributes: { [other.type]: reference, ...attributesOf(fields) },
    identity: { key: [other.type], createKey: [other.type], keyIsUnique: true },
    unique: [{ attribute: other.type, within: "scope" }],
    creation: {
      endpoint: rows.create,
      writesOver: true,
      body: ({ attributes }) => ({
        ...onWire(fields, attributes),
        [other.sentIn]: [attributes[other.type] ?? null],
      }),
      created: (_, { scopeId = "", attributes }) => ({
        object: found(scopeId, attributes[other.type] ?? null, attributes),
        children: [],
      }),
    },
    writers: [patchWriter(fields, rows.update)],
    reads: [
      {
        name: label.many,
        endpoint: rows.list,
        ...(within === undefined ? {} : { of: within }),
        finds: [type],
        found: (item, scopeId) => {
          const object = found(scopeId, valueAt(item, [other.shownIn, "id"]), fromWire(fields, item));
          // People know it by the name of the other object.
          return [{ ...object, computed: { title: valueAt(item, [other.shownIn, other.nameIn]) } }];
        },
      },
    ],
  });
}

/** What both kinds of listed objects have. `key`: the attribute that names one in a layout. */
function listedParts(
  { type: name, label, description, within, layout }: ListFacts | AssociationFacts,
  key: string,
) {
  const scope = within === undefined ? {} : { scope: within };
  return { name, label, description, ...scope, layout: syntaxOf(within, layout, key) };
}

function syntaxOf(
  within: string | undefined,
  { list, item }: ListFacts["layout"],
  key: string,
): LayoutSyntax {
  if (within === undefined) return { kind: "map", field: list, addressBy: ["$key"] };
  const writtenIn = { field: list, owned: false };
  return { kind: "item", field: item, attribute: key, addressBy: [key], writtenIn };
}

/** The type, if it is the scope of the settings, with these as an attribute. */
function withSettings(scope: ResourceType, facts: Facts, rows: Rows<"get" | "update">): ResourceType {
  if (facts.kind !== "singleton" || facts.within !== scope.name) return scope;
  const { attribute, fields, isWritten } = facts;
  return {
    ...scope,
    attributes: { ...scope.attributes, [attribute]: settingsOf(facts) },
    writers: [
      ...scope.writers,
      {
        name: attribute,
        attributes: [attribute],
        endpoint: rows.update,
        ...(isWritten === "whole" ? { replacesAll: true } : {}),
        body: ({ values, before }) =>
          onWire(fields, { ...objectIn(before[attribute]), ...objectIn(values[attribute]) }),
      },
    ],
    details: [
      ...(scope.details ?? []),
      { attribute, endpoint: rows.get, value: ([response = null]) => fromWire(fields, response) },
    ],
  };
}

function settingsOf({ description, fields, apiVersions = publishedApiVersions }: SingletonFacts): Attribute {
  const schemas = mapValues(fields, ({ schema, nullable, description }) =>
    (nullable === true ? schema.nullable() : schema).optional().describe(description),
  );
  const defaults = mapValues(fields, (field) => field.default ?? null);
  const sample = (which: 0 | 1) => mapValues(fields, ({ samples }) => samples[which] ?? null);
  return {
    description,
    schema: only(apiVersions, z.strictObject(schemas)),
    atCreate: "no",
    derived: true,
    default: defaults,
    isPartial: true,
    normalize: (value) =>
      mapValues(objectIn(value), (inner, name) => canonicalValue(fields[name] ?? {}, inner)),
    samples: [sample(0), sample(1)],
  };
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
