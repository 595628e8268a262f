import * as z from "zod";
import { canonicalValue } from "../../../model/attribute-value.ts";
import { type Endpoint, publishedApiVersions } from "../../../model/endpoint.ts";
import type {
  AssociationFacts,
  BulkFacts,
  Facts,
  FieldFacts,
  ListFacts,
  Path,
  SingletonFacts,
} from "../../../model/plain/facts.ts";
import { atCreateOf, isCarried } from "../../../model/plain/facts.ts";
import { placeInBody, valueAt } from "../../../model/plain/on-wire.ts";
import { groupBy } from "../../../util/groups.ts";
import { canonicalJson, type JsonObject } from "../../../util/json.ts";
import { get, patch, post, put, remove } from "../operation.ts";
import { promised } from "../promised.ts";

type Fields = Readonly<Record<string, FieldFacts>>;

/** The fields of the body of a call, as the client's types show them. Those inside other objects are checked, and have no types. */
type Body<F extends Fields, Call extends "create" | "update"> = {
  [Name in keyof F as IsPlain<F[Name], Call> extends true ? Name : never]: Call extends "update"
    ? z.ZodOptional<SentSchema<F[Name]>>
    : F[Name] extends { default: unknown } | { nullable: true } | { derived: true } | { atCreate: "accepted" }
      ? z.ZodOptional<SentSchema<F[Name]>>
      : SentSchema<F[Name]>;
};

type IsPlain<Field, Call> = Field extends { at: Path }
  ? false
  : Field extends { create: { atCreate: "no" }; update: { isFixed: true } }[Extract<
        Call,
        "create" | "update"
      >]
    ? false
    : true;

type SentSchema<Field> = Field extends { wire: { schema: infer Schema extends z.ZodType } }
  ? Schema
  : Field extends { schema: infer Schema extends z.ZodType }
    ? Field extends { nullable: true }
      ? z.ZodNullable<Schema>
      : Schema
    : never;

type RowsOf<F> = F extends ListFacts
  ? ReturnType<typeof listRows<F>>
  : F extends AssociationFacts
    ? ReturnType<typeof associationRows<F>>
    : F extends SingletonFacts
      ? ReturnType<typeof singletonRows<F>>
      : never;

/** The operations of plain types, with the types of their facts. */
export function rowsOfEach<const Table extends Readonly<Record<string, Facts>>>(
  table: Table,
): { readonly [Name in keyof Table]: RowsOf<Table[Name]> } {
  return Object.fromEntries(Object.entries(table).map(([name, facts]) => [name, rowsOf(facts)])) as never;
}

function rowsOf(facts: Facts): Readonly<Record<string, Endpoint>> {
  switch (facts.kind) {
    case "list":
      return listRows(facts);
    case "association":
      return associationRows(facts);
    case "singleton":
      return singletonRows(facts);
  }
}

/** The operations of a list of objects with ids of their own. */
function listRows<const F extends ListFacts>(facts: F) {
  const { operations, label } = facts;
  const response = responseOf(facts, [
    { place: ["id"], schema: z.string(), isOptional: false },
    ...shownBeside(facts),
  ]);
  return {
    ...listedRows(facts, response),
    create: post(facts.path as F["path"], {
      id: operations.create as F["operations"]["create"],
      summary: `Creates a ${label.one}.`,
      apiVersions: apiVersionsOf(facts),
      body: bodyOf(facts, "create"),
      response,
    }),
    ...bulkRow(facts),
  };
}

type BulkListFacts = ListFacts & { readonly bulk: BulkFacts };

function bulkRow<F extends ListFacts>(facts: F) {
  const rows = facts.bulk === undefined ? {} : { bulk: bulkRowOf(facts as BulkListFacts) };
  return rows as F extends BulkListFacts ? { readonly bulk: ReturnType<typeof bulkRowOf<F>> } : object;
}

/** The call that writes several objects. */
function bulkRowOf<const F extends BulkListFacts>(facts: F) {
  const { label, key, fields, computed = {} } = facts;
  const { operation, items, results, mostItems, nullDeletes, shown = [] } = facts.bulk;
  const single: z.ZodObject = bodyOf(facts, "create");
  const nullable = Object.fromEntries(
    Object.entries<z.ZodType>(single.shape)
      .filter(([name]) => name === nullDeletes)
      .map(([name, schema]) => [name, schema.nullable()]),
  );
  const item = single.extend(nullable) as z.ZodType<JsonObject>;
  const place = placeInBody(key, fields[key] ?? {});
  const result = responseOf({ fields: {} }, [
    { place, schema: z.string(), isOptional: false },
    { place: ["status"], schema: z.string(), isOptional: true, isPromised: true },
    ...["id", "error"].map((name) => ({ place: [name] as const, schema: z.string(), isOptional: true })),
    ...shown.map((name) => {
      const schema = computed[name]?.schema ?? z.unknown();
      return { place: [name] as const, schema, isOptional: true, isPromised: true };
    }),
  ]);
  const body = { [items]: z.array(item).min(1).max(mostItems) };
  const response = { [results]: z.array(result) };
  return put(facts.path as F["path"], {
    id: operation as F["bulk"]["operation"],
    summary: `Creates, changes and deletes several ${label.many}.`,
    apiVersions: apiVersionsOf(facts),
    body: z.strictObject(body as Record<F["bulk"]["items"], z.ZodArray<z.ZodType<JsonObject>>>),
    response: z.looseObject(response as Record<F["bulk"]["results"], z.ZodArray<z.ZodObject>>),
    bulk: {
      items,
      results,
      mostItems,
      keyOf: (value) => canonicalJson(canonicalValue(fields[key] ?? {}, valueAt(value, place))),
      refusal: "error",
    },
  });
}

/** The operations of associations. */
function associationRows<const F extends AssociationFacts>(facts: F) {
  const { operations, label, other } = facts;
  const response = responseOf(facts, [
    { place: [other.shownIn, "id"], schema: z.string(), isOptional: false },
  ]);
  const others = z.array(z.string()).min(1).describe(`Ids of the ${other.sentIn}.`);
  const body = bodyOf(facts, "create").extend({ [other.sentIn]: others });
  return {
    ...listedRows(facts, response),
    create: post(facts.createPath as F["createPath"], {
      id: operations.create as F["operations"]["create"],
      summary: `Creates ${label.many}.`,
      apiVersions: apiVersionsOf(facts),
      body,
      success: [204],
    }),
  };
}

/** The operations of the settings of a scope. */
function singletonRows<const F extends SingletonFacts>(facts: F) {
  const { operations, label, isWritten, path } = facts;
  const apiVersions = apiVersionsOf(facts);
  const response = responseOf(facts, shownBeside(facts));
  const shared = { apiVersions, response };
  const change = isWritten === "whole" ? put : patch;
  return {
    get: get(path as F["path"], {
      ...shared,
      id: operations.get as F["operations"]["get"],
      summary: `Reads the ${label.many}.`,
    }),
    update: change(path as F["path"], {
      ...shared,
      id: operations.update as F["operations"]["update"],
      summary: `Changes the ${label.many}.`,
      body: bodyOf(facts, isWritten === "whole" ? "create" : "update"),
    }),
  };
}

/** What objects with a list have in common. */
function listedRows<const F extends ListFacts | AssociationFacts, const Item extends z.ZodType>(
  facts: F,
  response: Item,
) {
  const { operations, label, path, idParam } = facts;
  const apiVersions = apiVersionsOf(facts);
  const one = `${path}/{${idParam}}` as `${F["path"]}/{${F["idParam"]}}`;
  const change = {
    id: operations.update as F["operations"]["update"],
    summary: `Changes a ${label.one}.`,
    apiVersions,
    body: bodyOf(facts, "update"),
  };
  return {
    list: get(path as F["path"], {
      id: operations.list as F["operations"]["list"],
      summary: `Lists ${label.many}.`,
      apiVersions,
      items: response,
    }),
    update:
      facts.kind === "list" ? patch(one, { ...change, response }) : patch(one, { ...change, success: [204] }),
    delete: remove(one, {
      id: operations.delete as F["operations"]["delete"],
      summary: `Deletes a ${label.one}.`,
      apiVersions,
    }),
  };
}

function shownBeside({ object, computed = {} }: ListFacts | SingletonFacts): readonly Placed[] {
  const added = Object.entries(computed).map(([name, { shownAt = [name] as Path, schema, mayBeAbsent }]) => {
    return { place: shownAt, schema, isOptional: true, isPromised: mayBeAbsent !== true };
  });
  return [{ place: ["object"], schema: z.literal(object), isOptional: true, isPromised: true }, ...added];
}

function apiVersionsOf({ apiVersions = publishedApiVersions }: Pick<Facts, "apiVersions">) {
  return apiVersions;
}

function bodyOf<F extends Facts, Call extends "create" | "update">(
  { fields }: F,
  call: Call,
): z.ZodObject<Body<F["fields"], Call>> {
  const sent = Object.entries(fields).filter(([, field]) => isCarried(field, call));
  const placed = sent.map(([name, field]) => ({
    place: placeInBody(name, field),
    schema: wireSchema(field),
    isOptional: call === "update" || (atCreateOf(field) !== "required" && field.oneOf === undefined),
    beside: field.beside,
  }));
  return objectOf(placed, z.strictObject) as never;
}

function wireSchema({ description, schema, nullable, wire }: FieldFacts): z.ZodType {
  const shown = wire === undefined ? schema : wire.schema;
  return (nullable === true && wire === undefined ? shown.nullable() : shown).describe(description);
}

function responseOf({ fields }: Pick<Facts, "fields">, others: readonly Placed[]): z.ZodObject {
  const shown = Object.entries(fields).map(([name, field]) => ({
    place: field.shownAt ?? placeInBody(name, field),
    schema: wireSchema(field),
    isOptional: true,
    isPromised: field.mayBeAbsent !== true,
    beside: field.beside,
  }));
  return objectOf([...others, ...shown], z.looseObject);
}

/** A value at its place in a body or a response. */
interface Placed {
  readonly place: Path;
  readonly schema: z.ZodType;
  readonly isOptional: boolean;
  /** The published contract promises the value, and docsform does without it. */
  readonly isPromised?: boolean;
  readonly beside?: FieldFacts["beside"];
}

type MakeObject = (shape: Readonly<Record<string, z.ZodType>>) => z.ZodObject;

function objectOf(values: readonly Placed[], make: MakeObject): z.ZodObject {
  const byName = groupBy(values, ({ place: [name] }) => name);
  return make(Object.fromEntries([...byName].map(([name, inside]) => [name, fieldOf(inside, make)])));
}

/** The field for these values, which all begin with its name. */
function fieldOf(values: readonly Placed[], make: MakeObject): z.ZodType {
  const inner = values.map((value) => ({ ...value, place: value.place.slice(1) as unknown as Path }));
  const schema = innerSchema(inner, make);
  if (!values.every(({ isOptional }) => isOptional)) return schema;
  // An object is there without the values that it may lack.
  const isAround = make === z.looseObject && inner.every(({ place }) => place.length > 0);
  return isAround || values.every(({ isPromised }) => isPromised) ? promised(schema) : schema.optional();
}

function innerSchema(values: readonly Placed[], make: MakeObject): z.ZodType {
  const [first] = values;
  if (first?.place.length === 0) return first.schema;
  const kinds = [...groupBy(values, ({ beside = {} }) => canonicalJson(beside)).values()];
  const [one, ...others] = kinds.map((each) => objectOf([...each, ...each.flatMap(literalsBeside)], make));
  return others.length === 0 ? (one as z.ZodType) : z.union([one as z.ZodType, ...others]);
}

function literalsBeside({ beside = {} }: Placed): readonly Placed[] {
  return Object.entries(beside).map(([name, text]) => {
    return { place: [name], schema: z.literal(text), isOptional: false };
  });
}
