import { writeObject } from "../../engine/live/write-object.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { objectKey } from "../../model/object-key.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { FinalWriteSchema } from "../../model/terraform-schema.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { SchemaBlock } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { cty } from "../plugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isUnknown,
  isWhollyKnown,
  unknown,
  unknownNotNull,
} from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import { findListed, findObject } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { changeLine, describeImportOnCreate } from "./import-on-create.ts";
import { limitedResource, type UnlimitedResource } from "./limited-resource.ts";
import { objectNamed } from "./object-import.ts";
import { validateIds } from "./object-validate.ts";
import { textOfField } from "./object-values.ts";
import { describeObject, ownedInNew, ownedObject, refuseSecond } from "./owned.ts";
import { refuseToOpenObject } from "./refuse-unconfirmed.ts";
import type { Resource } from "./resource.ts";
import { attribute, describedAttribute, shapedAttribute, sortedByName } from "./schema-message.ts";
import { ctyTypeOf, toCty, toJson } from "./shape.ts";
import { timeoutNames } from "./timeouts.ts";
import { filledIn, plannedComputed } from "./unknown-values.ts";

/**
 * The resource of the values that are written to an object last, after everything that depends on it. It is a resource of its own because
 * Terraform orders by references, and the object itself comes first.
 */
export function finalResource(schema: FinalWriteSchema): Resource {
  const { type } = schema;
  const resource: UnlimitedResource = {
    name: schema.name,
    block: finalBlock(schema),
    deletes: false,
    failure: (values) => `Cannot apply ${schema.name} of ${textOfField(values, schema.objectField) ?? ""}`,
    validate: (config) => validateIds([schema.objectField], config),
    read: async (session, { state, private: privateState }, scope) => {
      const id = textOfField(state, schema.objectField) ?? "";
      const located = await findObject(session, { type, id, scopeId: undefined, isInState: true }, scope);
      if (located === undefined) return { state: null, private: new Uint8Array() };
      return { state: finalState(schema, located.object), private: privateState };
    },
    plan: async (session, { prior, proposed, config }) => {
      const planned = { ...proposed };
      for (const field of schema.fields)
        if ((config[field.name] ?? null) === null)
          planned[field.name] = toCty(field.shape, schema.present[field.attribute]);
      const objectId = planned[schema.objectField] ?? null;
      const isMoved = prior !== null && !sameValue(prior[schema.objectField] ?? null, objectId, cty.string);
      planned["id"] = isUnknown(objectId) ? unknownNotNull : objectId;
      planComputed(schema, session, prior, planned);
      refuseToOpen(schema, session, prior, planned);
      return {
        planned,
        requiresReplace: isMoved ? [[schema.objectField]] : [],
        owns: isMoved || session === undefined ? [] : [ownedFinal(schema, session, objectId)],
        diagnostics: [
          ...(await warnOfChanges(schema, session, prior, planned)),
          ...(await dangersOf(schema, session, prior, planned)),
        ],
      };
    },
    apply: async (session, request, scope) => {
      const { planned } = request;
      const id = textOfField(planned ?? (request.prior as CtyObject), schema.objectField) ?? "";
      const live = await write(schema, session, { id, planned }, scope);
      return planned === null ? null : appliedState(schema, { ...planned, id }, live);
    },
    import: async (session, id, scope) => {
      const { object } = await objectNamed(session, type, { scopeId: undefined, names: [id] }, scope);
      return { state: finalState(schema, object), private: new Uint8Array() };
    },
    upgrade: (state) => state,
  };
  return limitedResource(resource, timeoutNames);
}

function ownedFinal({ name, type, objectField: field }: FinalWriteSchema, session: Session, id: CtyValue) {
  return typeof id === "string"
    ? {
        ...ownedObject(
          name,
          id,
          async () => `${name} of ${await describeObject(session, type, id, undefined)}`,
        ),
        field,
      }
    : ownedInNew(session, name, [type.name], { field, refuse: refuseSecond });
}

/** Warnings about what the create changes of an existing object. */
async function warnOfChanges(
  schema: FinalWriteSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  planned: CtyObject,
): Promise<readonly ProviderDiagnostic[]> {
  const id = planned[schema.objectField];
  if (session === undefined || typeof id !== "string" || prior?.[schema.objectField] === id) return [];
  const { type, name, fields } = schema;
  // It exists only because this apply has created it.
  if (session.writes.isCreated({ type: type.name, id })) return [];
  const scope = { signal: session.host.stop };
  const located = await findObject(session, { type, id, scopeId: undefined }, scope);
  if (located === undefined) return [];
  const before = located.object.attributes;
  const changed = changedValues(schema, planned, before);
  const changes = fields
    .filter(({ attribute: written }) => written in changed)
    .map((field) =>
      changeLine(field.name, toCty(field.shape, before[field.attribute]), planned[field.name] ?? null),
    );
  return describeImportOnCreate(name, `${type.label.one} ${id}`, changes);
}

/** Warnings about what the write opens of an object that exists. */
async function dangersOf(
  schema: FinalWriteSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  planned: CtyObject,
): Promise<readonly ProviderDiagnostic[]> {
  const id = planned[schema.objectField];
  const isChanged = schema.fields.some(
    ({ name, shape }) => !sameValue(prior?.[name] ?? null, planned[name] ?? null, ctyTypeOf(shape)),
  );
  if (session === undefined || typeof id !== "string" || !isChanged) return [];
  const { warnOfDangers } = await import("./effect-warnings.ts");
  return await warnOfDangers(session, { type: schema.type, id, values: plannedValues(schema, planned) });
}

function refuseToOpen(
  schema: FinalWriteSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  planned: CtyObject,
): void {
  const id = planned[schema.objectField];
  if (session === undefined || typeof id !== "string") return;
  const before = prior === null ? {} : plannedValues(schema, prior);
  refuseToOpenObject(session, { type: schema.type.name, id }, plannedValues(schema, planned), before);
}

function finalBlock({ type, writer, objectField, fields, computed, present }: FinalWriteSchema): SchemaBlock {
  return {
    description: writer.asObject?.description ?? "",
    descriptionKind: "markdown",
    attributes: sortedByName([
      attribute("id", cty.string, `Id of the ${type.label.one}.`, { computed: true }),
      attribute(objectField, cty.string, `Id of the ${type.label.one}. A change replaces the resource.`, {
        required: true,
      }),
      ...fields.map((field) =>
        shapedAttribute(
          field.name,
          field.shape,
          `${field.rule.description} Default: \`${JSON.stringify(present[field.attribute])}\`.`,
          { optional: true, computed: true },
        ),
      ),
      ...computed.map((field) => describedAttribute(field.name, field.shape, field.rule, { computed: true })),
    ]),
  };
}

function finalState(schema: FinalWriteSchema, { id, attributes, computed }: FoundObject): CtyObject {
  return ctyObject([
    ["id", id],
    [schema.objectField, id],
    ...schema.fields.map((field) => [field.name, toCty(field.shape, attributes[field.attribute])] as const),
    ...schema.computed.map((field) => [field.name, toCty(field.shape, computed?.[field.key])] as const),
  ]);
}

/** Plans a computed value as unknown if this write, or a change of the object in the same run, can change it. */
function planComputed(
  { type, objectField, fields, computed }: FinalWriteSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  planned: Record<string, CtyValue>,
): void {
  const objectId = planned[objectField];
  const changed = [
    ...fields
      .filter(({ name, shape }) => !sameValue(prior?.[name] ?? null, planned[name] ?? null, ctyTypeOf(shape)))
      .map(({ name }) => name),
    ...((typeof objectId === "string"
      ? session?.planned.changed.get(objectKey(type.name, objectId))
      : undefined) ?? []),
  ];
  const isNew = prior === null || prior[objectField] !== objectId;
  for (const field of computed)
    planned[field.name] = isNew ? unknown : plannedComputed(field, prior[field.name] ?? null, changed);
}

function appliedState(
  schema: FinalWriteSchema,
  planned: CtyObject,
  live: FoundObject | undefined,
): CtyObject {
  const liveState = live === undefined ? {} : finalState(schema, live);
  return ctyObject(
    Object.entries(planned).map(([name, value]) => [name, filledIn(value, liveState[name] ?? null)]),
  );
}

/** Writes the values that differ from the plan, and returns the object after the write. */
async function write(
  schema: FinalWriteSchema,
  session: Session,
  { id, planned }: { readonly id: string; readonly planned: CtyObject | null },
  scope: CallScope,
): Promise<FoundObject | undefined> {
  const { type, writer } = schema;
  session.invalidateReads(type);
  const wanted = { type, id, scopeId: undefined };
  // A destroy sets the values back unless the object is certainly gone.
  const located =
    planned === null
      ? await findObject(session, wanted, scope)
      : await findListed(session, { ...wanted, isNew: true }, scope);
  // The object is gone, so there is nothing to set back.
  if (located === undefined && planned === null) return undefined;
  const object = { type: type.name, id };
  const before = { ...located?.object.attributes, ...session.writes.valuesOf(object) };
  const values = changedValues(schema, planned, before);
  if (Object.keys(values).length === 0) return located?.object;
  refuseToOpenObject(session, { type: type.name, id }, values, before);
  const access = await session.access(scope.signal);
  let written: FoundObject | undefined;
  try {
    written = await writeObject(
      access,
      { type, id },
      { address: schema.name, writer, values, before, secret: new Set() },
    );
    session.writes.noteValues(object, values);
  } finally {
    session.invalidateReads(type);
  }
  if (written !== undefined || planned === null) return written;
  return (await findListed(session, { type, id, scopeId: undefined }, scope))?.object;
}

/**
 * The values to write: planned values that differ from the live ones. On destroy, the values of an unset resource (`absent`) that differ.
 */
function changedValues(schema: FinalWriteSchema, planned: CtyObject | null, before: JsonObject): JsonObject {
  const wanted = planned === null ? schema.absent : plannedValues(schema, planned);
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const rule = schema.type.attributes[name];
      return rule !== undefined && !satisfiesDeclared(rule, value, before[name]);
    }),
  );
}

function plannedValues(schema: FinalWriteSchema, planned: CtyObject): JsonObject {
  const values: Record<string, Json> = {};
  for (const field of schema.fields) {
    const value = planned[field.name] ?? null;
    if (value !== null && isWhollyKnown(value)) values[field.attribute] = toJson(field.shape, value);
  }
  return values;
}
