import type { BulkResult } from "../../engine/live/bulk-read.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { objectKey } from "../../model/object-key.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { objectResourceName } from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { enumerated } from "../../util/phrases.ts";
import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type CtyObject, ctyObject } from "../plugin/values/cty-value.ts";
import { apiVersionFor } from "../resources/api-version.ts";
import { detailed } from "../resources/object-read.ts";
import { validateIds } from "../resources/object-validate.ts";
import { textOfField } from "../resources/object-values.ts";
import { sortedByName } from "../resources/schema-message.ts";
import { findObject } from "../session/find-object.ts";
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
import { manySourceName } from "./many-source.ts";

export const oneSourceName = objectResourceName;

/** The data source of one object of a type. It finds the object by its id or by its naming fields. */
export function oneSource(index: TypeIndex, type: ResourceType): DataSource {
  const data = dataSourceSchema(index, type);
  const { schema } = data;
  const inputs = inputsOf(data);
  const block = {
    description: descriptionOf(type, inputs),
    descriptionKind: "markdown" as const,
    attributes: sortedByName([
      ...scopeArgument(data, `${type.label.one} belongs to`),
      ...shownAttributes(data, (name) => inputs.has(name)),
    ]),
  };
  return limitedSource({
    name: oneSourceName(type),
    block,
    validate: (config) => validate(data, inputs, config),
    read: async (session, config, scope, warn) => {
      const scopeId = textOfField(config, schema.scopeField) ?? undefined;
      const { found } = await listObjects(session, type, { scopeId, id: textOfField(config, "id") }, scope);
      const apiVersion = await apiVersionFor(session, data.values, scope);
      const candidates = found.filter(
        (object) =>
          object.type === type.name && matches(shownFields(data, object, apiVersion), config, inputs),
      );
      const [first] = candidates;
      if (first === undefined || candidates.length > 1)
        throw notOne(
          type,
          candidates.map((each) => each.id),
        );
      const details = data.values.filter((field) => field.isDetail);
      const object = await detailed(session, schema, { object: first, scopeId }, details, scope, warn);
      return ctyObject([
        ...(schema.scopeField === undefined ? [] : [[schema.scopeField, scopeId ?? null] as const]),
        ...shownFields(data, object, apiVersion),
      ]);
    },
  });
}

function descriptionOf(type: ResourceType, inputs: ReadonlySet<string>): string {
  if (isOrganization(type)) return "Reads the provider's organization.";
  const names = enumerated([...inputs].sort().map((name) => `\`${name}\``));
  return `Reads an existing ${type.label.one}. Set one or more of ${names}, so that exactly one ${type.label.one} matches.`;
}

/** The listed objects. A list that lacks the given id is read again. */
async function listObjects(
  session: Session,
  type: ResourceType,
  { scopeId, id }: { readonly scopeId: string | undefined; readonly id: string | null },
  scope: CallScope,
): Promise<Pick<BulkResult, "found">> {
  const listed = await session.bulk(type, scopeId, scope);
  if (id === null || listed.byKey.has(objectKey(type.name, id))) return listed;
  return (await findObject(session, { type, id, scopeId }, scope)) ?? listed;
}

function inputsOf({ schema, naming }: DataSourceSchema): ReadonlySet<string> {
  return new Set(["id", ...naming, ...(schema.containerField === undefined ? [] : [schema.containerField])]);
}

function validate({ schema }: DataSourceSchema, inputs: ReadonlySet<string>, config: CtyObject) {
  const empty = validateIds([schema.scopeField], config);
  if (empty.length > 0) return empty;
  // The token has access to one organization only, so a configuration need not name it.
  if (isOrganization(schema.type)) return [];
  if ([...inputs].some((name) => (config[name] ?? null) !== null)) return [];
  const names = [...inputs].map((name) => `\`${name}\``).join(", ");
  return [
    providerErrorAt(
      undefined,
      `The ${schema.type.label.one} is not specified`,
      `Set at least one of ${names}.`,
    ),
  ];
}

function notOne(type: ResourceType, ids: readonly string[]): DocsformError {
  const { one, many } = type.label;
  return ids.length === 0
    ? fail("terraform/no-such-object", {
        case: "arguments",
        object: one,
        objects: many,
        source: manySourceName(type),
      })
    : fail("terraform/ambiguous-name", { case: "arguments", count: ids.length, objects: many, ids });
}
