import type * as z from "zod";
import { newestApiVersion } from "../../model/endpoint.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import { type BulkRead, readingCall } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { snakeCase } from "../../model/terraform-names.ts";
import { objectResourceName } from "../../model/terraform-schema.ts";
import { jsonSchemaOf } from "../../model/terraform-shape.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { SchemaAttribute } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { cty } from "../plugin/values/cty-type.ts";
import { type CtyObject, ctyObject } from "../plugin/values/cty-value.ts";
import { apiVersionFor } from "../resources/api-version.ts";
import { validateIds } from "../resources/object-validate.ts";
import { textOfField } from "../resources/object-values.ts";
import { parentsOf } from "../resources/resource-names.ts";
import { attribute, partDescription, shapedAttribute, sortedByName } from "../resources/schema-message.ts";
import type { Session } from "../session/session.ts";
import type { DataSource } from "./data-source.ts";
import {
  type DataSourceSchema,
  dataSourceSchema,
  matches,
  scopeArgument,
  shownAttributes,
  shownFields,
} from "./data-source-schema.ts";
import { limitedSource } from "./limited-source.ts";

export function manySourceName(type: ResourceType): string {
  return `${objectResourceName(type)}s`;
}

/** The data source of all objects of a type, or of those that match its filters. */
export function manySource(index: TypeIndex, type: ResourceType): DataSource {
  const data = manySchema(index, type);
  const { schema } = data;
  const filters = filterFields(data);
  const queries = serviceFilters(index, type);
  return limitedSource({
    name: manySourceName(type),
    block: schemaBlock(data, filters, queries),
    validate: (config) => validateIds([schema.scopeField], config),
    read: async (session, config, scope) => {
      const scopeId = textOfField(config, schema.scopeField) ?? undefined;
      const found = await findObjects(session, type, { scopeId, query: queryOf(queries, config) }, scope);
      const names = filters.map((filter) => filter.name);
      const apiVersion = await apiVersionFor(session, data.values, scope);
      const shown = found
        .filter((object) => object.type === type.name)
        .map((object) => ({ id: object.id, fields: shownFields(data, object, apiVersion) }))
        .filter(({ fields }) => matches(fields, config, names));
      return ctyObject([
        ...(schema.scopeField === undefined ? [] : [[schema.scopeField, scopeId ?? null] as const]),
        ...[...names, ...queries.map((query) => snakeCase(query.name))].map(
          (name) => [name, config[name] ?? null] as const,
        ),
        ["ids", shown.map(({ id }) => id)],
        ["items", shown.map(({ fields }) => ctyObject(fields))],
      ]);
    },
  });
}

/** Omits fields that need a separate read for each object. */
function manySchema(index: TypeIndex, type: ResourceType): DataSourceSchema {
  const data = dataSourceSchema(index, type);
  return { ...data, values: data.values.filter((field) => !field.isDetail) };
}

function descriptionOf(type: ResourceType): string {
  return isOrganization(type)
    ? "Lists the provider's organization, or nothing if it does not match every argument that you set."
    : `Lists all ${type.label.many}, or only those that match every argument that you set.`;
}

function schemaBlock(
  data: DataSourceSchema,
  filters: readonly SchemaAttribute[],
  queries: readonly ServiceFilter[],
) {
  const { schema } = data;
  const { type } = schema;
  return {
    description: descriptionOf(type),
    descriptionKind: "markdown" as const,
    attributes: sortedByName([
      ...scopeArgument(data, `${type.label.many} belong to`),
      ...filters,
      ...queries.map((filter) =>
        attribute(snakeCase(filter.name), cty.string, partDescription(filter), {
          optional: true,
        }),
      ),
      attribute("ids", cty.list(cty.string), `Ids of the ${type.label.many}, in the service's order.`, {
        computed: true,
      }),
      {
        name: "items",
        computed: true,
        description: `The ${type.label.many}, in the service's order.`,
        nestedType: {
          nesting: "list" as const,
          attributes: sortedByName(shownAttributes(data, () => false)),
        },
      },
    ]),
  };
}

/** A configuration can filter by plain values: text, numbers and booleans that are not secret. */
function filterFields({ schema, values }: DataSourceSchema): readonly SchemaAttribute[] {
  const plain = values.filter(
    (field) =>
      ["string", "bool", "number"].includes(field.shape.kind) &&
      field.rule.sensitive !== true &&
      field.rule.normalize === undefined,
  );
  return [
    ...(schema.containerField === undefined
      ? []
      : [
          attribute(
            schema.containerField,
            cty.string,
            `Lists only the ${schema.type.label.many} directly inside the ${parentsOf(schema.type)} with this id.`,
            {
              optional: true,
            },
          ),
        ]),
    ...plain.map((field) =>
      shapedAttribute(
        field.name,
        field.shape,
        `Lists only the ${schema.type.label.many} with this value of \`${field.name}\`.`,
        {
          optional: true,
        },
      ),
    ),
  ];
}

/** A query parameter of a list that is not an attribute, so that only the service can apply it. */
interface ServiceFilter {
  readonly name: string;
  readonly schema: JsonObject;
}

function serviceFilters(index: TypeIndex, type: ResourceType): readonly ServiceFilter[] {
  const read = index.readOf(type.name, newestApiVersion);
  if (read === undefined || read.of !== undefined) return [];
  const fixed = read.query ?? {};
  return Object.entries(read.endpoint.query?.shape ?? {})
    .filter(([name]) => !(name in type.attributes) && !(name in fixed))
    .map(([name, schema]) => ({ name, schema: jsonSchemaOf(schema as z.ZodType) }));
}

/** The query parameters that the configuration sets. */
function queryOf(filters: readonly ServiceFilter[], config: CtyObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = textOfField(config, snakeCase(name));
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

interface ListQuery {
  readonly scopeId: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

async function findObjects(
  session: Session,
  type: ResourceType,
  { scopeId, query }: ListQuery,
  scope: CallScope,
): Promise<readonly FoundObject[]> {
  if (Object.keys(query).length === 0) return (await session.bulk(type, scopeId, scope)).found;
  const { organizationId, apiVersion } = await session.access(scope.signal);
  const read = session.index.readOf(type.name, apiVersion) as BulkRead;
  const call = readingCall(read, { organizationId, apiVersion }, organizationId);
  const items = await session.client.list(
    { ...call, query: { ...call.query, ...query } },
    { signal: scope.signal },
  );
  return items
    .flatMap((item: Json) => read.found(item, scopeId ?? organizationId))
    .filter((object) => object.deleted !== true);
}
