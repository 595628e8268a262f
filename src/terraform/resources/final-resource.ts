import { writeObject } from "../../live/write-object.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FinalWriteSchema } from "../../model/terraform-schema.ts";
import { errorAt } from "../../tfplugin/diagnostics.ts";
import type { SchemaBlock } from "../../tfplugin/protobuf/schema-messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { cty } from "../../tfplugin/values/cty-type.ts";
import {
  type CtyObject,
  ctyObject,
  isUnknown,
  isWhollyKnown,
  unknownNotNull,
} from "../../tfplugin/values/cty-value.ts";
import { sameValue } from "../../tfplugin/values/equal.ts";
import { lookUp } from "../session/look-up.ts";
import type { Session } from "../session/session.ts";
import { limitedResource, type UnlimitedResource } from "./limited-resource.ts";
import { withArticle } from "./names.ts";
import { textOf } from "./object-apply.ts";
import { objectNamed } from "./object-import.ts";
import type { Resource } from "./resource.ts";
import { attribute, shapedAttribute, sortedByName } from "./schema-message.ts";
import { toCty, toJson } from "./shape.ts";
import { timeoutNames } from "./timeouts.ts";

/**
 * The resource of what is written last to an object, when everything that depends on it is in place. It is a resource of
 * its own because Terraform orders by references, and the object itself comes first.
 */
export function finalResource(schema: FinalWriteSchema): Resource {
  const { type } = schema;
  const resource: UnlimitedResource = {
    name: schema.name,
    block: finalBlock(schema),
    deletes: false,
    failure: (values) => `Cannot apply ${schema.name} of ${textOf(values, schema.objectField) ?? ""}`,
    validate: (config) =>
      config[schema.objectField] === ""
        ? [errorAt([schema.objectField], `\`${schema.objectField}\` is empty`)]
        : [],
    read: async (session, { state, private: kept }, scope) => {
      const id = textOf(state, schema.objectField) ?? "";
      const located = await lookUp(session, { type, id, scopeId: undefined }, scope);
      if (located === undefined) return { state: null, private: new Uint8Array() };
      return { state: finalState(schema, id, located.object.attributes), private: kept };
    },
    plan: async (_session, { prior, proposed, config }) => {
      const planned = { ...proposed };
      for (const field of schema.fields)
        if ((config[field.name] ?? null) === null)
          planned[field.name] = toCty(field.shape, schema.present[field.attribute]);
      const objectId = planned[schema.objectField] ?? null;
      const isMoved = prior !== null && !sameValue(prior[schema.objectField] ?? null, objectId, cty.string);
      planned["id"] = isUnknown(objectId) ? unknownNotNull : objectId;
      return {
        planned,
        requiresReplace: isMoved ? [[schema.objectField]] : [],
        diagnostics: [],
      };
    },
    apply: async (session, request, scope) => {
      const { planned } = request;
      const id = textOf(planned ?? (request.prior as CtyObject), schema.objectField) ?? "";
      await write(schema, session, { id, planned }, scope);
      return planned === null ? null : ctyObject([...Object.entries(planned), ["id", id]]);
    },
    import: async (session, id, scope) => {
      const { object } = await objectNamed(session, type, { scopeId: undefined, names: [id] }, scope);
      return { state: finalState(schema, object.id, object.attributes), private: new Uint8Array() };
    },
    upgrade: (state) => state,
  };
  return limitedResource(resource, timeoutNames);
}

function finalBlock({ type, writer, objectField, fields, present }: FinalWriteSchema): SchemaBlock {
  return {
    description: writer.asObject?.description ?? "",
    descriptionKind: "markdown",
    attributes: sortedByName([
      attribute("id", cty.string, `Id of the ${type.label.one}.`, { computed: true }),
      attribute(objectField, cty.string, `Id of ${withArticle(type.label.one)}. A change replaces this.`, {
        required: true,
      }),
      ...fields.map((field) =>
        shapedAttribute(
          field.name,
          field.shape,
          `${field.rule.description} Absent: \`${JSON.stringify(present[field.attribute])}\`.`,
          { optional: true, computed: true },
        ),
      ),
    ]),
  };
}

function finalState(schema: FinalWriteSchema, id: string, live: JsonObject): CtyObject {
  return ctyObject([
    ["id", id],
    [schema.objectField, id],
    ...schema.fields.map((field) => [field.name, toCty(field.shape, live[field.attribute])] as const),
  ]);
}

async function write(
  schema: FinalWriteSchema,
  session: Session,
  { id, planned }: { readonly id: string; readonly planned: CtyObject | null },
  scope: CallScope,
): Promise<void> {
  const { type, writer } = schema;
  session.changed(type);
  const located = await lookUp(session, { type, id, scopeId: undefined, isNew: planned !== null }, scope);
  // The object is gone, so there is nothing to set back.
  if (located === undefined && planned === null) return;
  const wanted: JsonObject = planned === null ? schema.absent : plannedValues(schema, planned);
  const before = located?.object.attributes ?? {};
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const rule = type.attributes[name];
    if (rule !== undefined && !satisfiesDeclared(rule, value, before[name])) values[name] = value;
  }
  if (Object.keys(values).length === 0) return;
  const access = await session.access(scope.signal);
  try {
    await writeObject(
      access,
      { type, id },
      { address: schema.name, writer, values, before, secret: new Set() },
    );
  } finally {
    session.changed(type);
  }
}

function plannedValues(schema: FinalWriteSchema, planned: CtyObject): JsonObject {
  const values: Record<string, Json> = {};
  for (const field of schema.fields) {
    const value = planned[field.name] ?? null;
    if (value !== null && isWhollyKnown(value)) values[field.attribute] = toJson(field.shape, value);
  }
  return values;
}
