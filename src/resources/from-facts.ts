import * as z from "zod";
import type {
  AssociationFacts,
  Facts,
  FieldFacts,
  ListFacts,
  SingletonFacts,
} from "../contract/facts/facts.ts";
import { fromWire, onWire, valueAt } from "../contract/facts/on-wire.ts";
import { isRequired } from "../contract/operations/from-facts/rows-from-facts.ts";
import { only } from "../model/api-version-marks.ts";
import { canonicalValue } from "../model/attribute-value.ts";
import { type Endpoint, publishedApiVersions } from "../model/endpoint.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import type { Computed } from "../model/resource-type/computed-attribute.ts";
import type { LayoutSyntax } from "../model/resource-type/layout-syntax.ts";
import { defineResource, type ResourceType } from "../model/resource-type.ts";
import type { FoundObject } from "../model/snapshot.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";

type Rows<Name extends string> = Readonly<Record<Name, Endpoint>>;
type Listed = "list" | "create" | "update" | "delete";

/** The types, those of facts, and the settings that facts add to them, sorted by name. */
export function withTypesOf<Name extends string>(
  types: readonly ResourceType[],
  table: Readonly<Record<Name, Facts>>,
  rows: Readonly<Record<Name, Rows<string>>>,
): readonly ResourceType[] {
  const all = Object.values<Facts>(table).map((facts, at) => ({
    facts,
    rows: Object.values(rows)[at] as never,
  }));
  const made = all.flatMap((each) => plainType(each) ?? []);
  const extended = types.map((type) =>
    all.reduce(
      (scope, { facts, rows }) =>
        facts.kind === "singleton" && facts.within === scope.name ? withSettings(scope, facts, rows) : scope,
      type,
    ),
  );
  return [...extended, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function plainType({
  facts,
  rows,
}: {
  readonly facts: Facts;
  readonly rows: never;
}): ResourceType | undefined {
  if (facts.kind === "list") return listType(facts, rows);
  return facts.kind === "association" ? associationType(facts, rows) : undefined;
}

/** The type of a list of objects with ids of their own. */
function listType(facts: ListFacts, rows: Rows<Listed>): ResourceType {
  const { type, key, keyIsUnique, fields, computed = {}, within } = facts;
  const found = (response: Json): FoundObject => ({
    type,
    id: valueAt(response, ["id"]) as string,
    container: null,
    attributes: fromWire(fields, response),
    computed: Object.fromEntries(
      Object.entries(computed).map(([name, { shownAt = [name] }]) => [name, valueAt(response, shownAt)]),
    ),
  });
  return defineResource({
    ...listedParts(facts, rows, key),
    attributes: attributesOf(fields),
    computed: computedOf(facts),
    identity: { key: [key], createKey: [key], keyIsUnique },
    ...(keyIsUnique
      ? { unique: [{ attribute: key, within: within === undefined ? "organization" : "scope" }] }
      : {}),
    creation: {
      endpoint: rows.create,
      body: ({ attributes }) => onWire(fields, attributes),
      created: (response) => ({ object: found(response), children: [] }),
    },
    writers: [{ ...settingsWriter(facts, rows.update), fromResponse: found }],
    reads: [readOf(facts, rows.list, (item) => found(item))],
  });
}

/** The type of objects that say what another object is in their scope. */
function associationType(facts: AssociationFacts, rows: Rows<Listed>): ResourceType {
  const { type, other, fields } = facts;
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
    ...listedParts(facts, rows, other.type),
    attributes: { [other.type]: reference, ...attributesOf(fields) },
    identity: { key: [other.type], createKey: [other.type], keyIsUnique: true },
    unique: [{ attribute: other.type, within: "scope" }],
    creation: {
      endpoint: rows.create,
      body: ({ attributes }) => ({
        ...onWire(fields, attributes),
        [other.sentIn]: [attributes[other.type] ?? null],
      }),
      created: (_, { scopeId = "", attributes }) => ({
        object: found(scopeId, attributes[other.type] ?? null, fromWire({}, attributes)),
        children: [],
      }),
    },
    writers: [settingsWriter(facts, rows.update)],
    reads: [
      readOf(facts, rows.list, (item, scopeId) =>
        found(scopeId, valueAt(item, [other.shownIn, "id"]), fromWire(fields, item)),
      ),
    ],
  });
}

/** The type of the scope with the settings as an attribute of it. */
function withSettings(
  scope: ResourceType,
  facts: SingletonFacts,
  rows: Rows<"get" | "update">,
): ResourceType {
  const { attribute, fields, isWritten, description, apiVersions = publishedApiVersions } = facts;
  const sample = (at: 0 | 1): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([name, { samples }]) => [name, samples[at] ?? null]));
  const settings: Attribute = {
    description,
    schema: only(
      apiVersions,
      z.strictObject(
        Object.fromEntries(
          Object.entries(fields).map(([name, { schema, nullable, description }]) => [
            name,
            (nullable === true ? schema.nullable() : schema).optional().describe(description),
          ]),
        ),
      ),
    ),
    atCreate: "no",
    derived: true,
    isPartial: true,
    normalize: (value) => mapFields(value, (name, inner) => canonicalValue(fields[name] ?? {}, inner)),
    samples: [sample(0), sample(1)],
  };
  return {
    ...scope,
    attributes: { ...scope.attributes, [attribute]: settings },
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

function mapFields(value: Json, change: (name: string, inner: Json) => Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(name, inner)]));
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What both kinds of listed objects have. `key`: the attribute that names one in a layout. */
function listedParts(facts: ListFacts | AssociationFacts, rows: Rows<Listed>, key: string) {
  const { type: name, label, description, within } = facts;
  return {
    name,
    label,
    description,
    ...(within === undefined ? {} : { scope: within }),
    deletion: { endpoint: rows.delete, contents: "first" as const },
    layout: syntaxOf(facts, key),
  };
}

function syntaxOf(
  { within, layout: { list, item } }: ListFacts | AssociationFacts,
  key: string,
): LayoutSyntax {
  if (within === undefined) return { kind: "map", field: list, addressBy: ["$key"] };
  const writtenIn = { field: list, owned: true };
  return { kind: "item", field: item, attribute: key, addressBy: [key], writtenIn };
}

function readOf(
  { type, label, within }: ListFacts | AssociationFacts,
  endpoint: Endpoint,
  found: (item: Json, scopeId: string) => FoundObject,
) {
  return {
    name: label.many,
    endpoint,
    ...(within === undefined ? {} : { of: within }),
    finds: [type],
    found: (item: Json, scopeId: string) => [found(item, scopeId)],
  };
}

function settingsWriter({ fields }: Facts, endpoint: Endpoint) {
  return {
    name: "settings",
    attributes: Object.keys(fields).filter((name) => fields[name]?.only !== "create"),
    endpoint,
    body: ({ values }: { readonly values: JsonObject }) => onWire(fields, values),
  };
}

function attributesOf(fields: ListFacts["fields"]): Readonly<Record<string, Attribute>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { only, at, shownAt, beside, mayBeAbsent, unset, wire, ...attribute } = field;
      return [name, { ...attribute, atCreate: atCreateOf(field) }];
    }),
  );
}

function atCreateOf(field: FieldFacts): Attribute["atCreate"] {
  if (field.only === "update") return "no";
  return isRequired(field) ? "required" : "accepted";
}

function computedOf({ computed = {} }: ListFacts): NonNullable<Computed["computed"]> {
  return Object.fromEntries(
    Object.entries(computed).map(([name, { make, shownAt, mayBeAbsent, ...attribute }]) => [name, attribute]),
  ) as NonNullable<Computed["computed"]>;
}
