import { newestApiVersion } from "../../model/endpoint.ts";
import type { Json } from "../../model/json.ts";
import { type BulkRead, readingCall } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { snakeCase } from "../../model/terraform-names.ts";
import { objectResourceName } from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { SchemaAttribute } from "../../tfplugin/protobuf/schema-messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { cty } from "../../tfplugin/values/cty-type.ts";
import { type CtyObject, ctyObject } from "../../tfplugin/values/cty-value.ts";
import { apiVersionFor } from "../resources/api-version.ts";
import { textOfField } from "../resources/object-apply.ts";
import { validateIds } from "../resources/object-validate.ts";
import { attribute, shapedAttribute, sortedByName } from "../resources/schema-message.ts";
import type { Session } from "../session/session.ts";
import type { DataSource } from "./data-source.ts";
import {
  type DataSourceSchema,
  dataSourceSchema,
  matches,
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
  const serviceFilterNames = serviceFilters(index, type);
  return limitedSource({
    name: manySourceName(type),
    block: schemaBlock(data, filters, serviceFilterNames),
    validate: (config) => validateIds([schema.scopeField], config),
    read: async (session, config, scope) => {
      const scopeId = textOfField(config, schema.scopeField) ?? undefined;
      const found = await findObjects(
        session,
        type,
        { scopeId, query: queryOf(serviceFilterNames, config) },
        scope,
      );
      const names = filters.map((filter) => filter.name);
      const apiVersion = await apiVersionFor(session, data.values, scope);
      const shown = found
        .filter((object) => object.type === type.name)
        .map((object) => ({ id: object.id, fields: shownFields(data, object, apiVersion) }))
        .filter(({ fields }) => matches(fields, config, names));
      return ctyObject([
        ...(schema.scopeField === undefined ? [] : [[schema.scopeField, scopeId ?? null] as const]),
        ...[...names, ...serviceFilterNames.map(snakeCase)].map(
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

function schemaBlock(
  data: DataSourceSchema,
  filters: readonly SchemaAttribute[],
  serviceFilterNames: readonly string[],
) {
  const { schema } = data;
  const { type } = schema;
  return {
    description: `Lists the ${type.label.many}: all of them, or only those that match the arguments.`,
    descriptionKind: "markdown" as const,
    attributes: sortedByName([
      ...(schema.scopeField === undefined
        ? []
        : [
            attribute(
              schema.scopeField,
              cty.string,
              `Id of the ${type.scope} that the ${type.label.many} belong to.`,
              {
                required: true,
              },
            ),
          ]),
      ...filters,
      ...serviceFilterNames.map((name) =>
        attribute(
          snakeCase(name),
          cty.string,
          `The service itself applies this argument to the list of ${type.label.many}.`,
          {
            optional: true,
          },
        ),
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
            `Lists only the ${schema.type.label.many} directly inside the object with this id.`,
            {
              optional: true,
            },
          ),
        ]),
    ...plain.map((field) =>
      shapedAttribute(field.name, field.shape, `Lists only ${schema.type.label.many} with this value.`, {
        optional: true,
      }),
    ),
  ];
}

/** Filters that only the service can apply: query parameters of the list that are not attributes. */
function serviceFilters(index: TypeIndex, type: ResourceType): readonly string[] {
  const read = index.readOf(type.name, newestApiVersion);
  if (read === undefined || read.of !== undefined) return [];
  const fixed = read.query ?? {};
  return Object.keys(read.endpoint.query?.shape ?? {}).filter(
    (name) => !(name in type.attributes) && !(name in fixed),
  );
}

/** The query parameters that the configuration sets. */
function queryOf(serviceFilterNames: readonly string[], config: CtyObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    serviceFilterNames.flatMap((name) => {
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
  return items.flatMap((item: Json) => read.found(item)).filter((object) => object.deleted !== true);
}
