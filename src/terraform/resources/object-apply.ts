import type { Access, CallSubject } from "../../engine/live/access.ts";
import { readLiveObject } from "../../engine/live/access.ts";
import type { FoundOrigin } from "../../engine/live/create/resolve.ts";
import { moveIntoContainer, setDefault } from "../../engine/live/place-object.ts";
import { writeObject } from "../../engine/live/write-object.ts";
import { copyRuleOf } from "../../model/resource-type/creation.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type CtyObject, type CtyValue } from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import { findListed } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { writeWhenFree } from "./free-names.ts";
import { createOnce } from "./object-create.ts";
import { firstChildAmong, type LiveResource } from "./object-state.ts";
import { declaredValue, declaredValues, secretAttributes, textOfField } from "./object-values.ts";
import { refuseOwnAccess } from "./refuse-own-access.ts";
import { refuseToOpenObject } from "./refuse-unconfirmed.ts";
import { releaseNames } from "./release-names.ts";
import { ctyTypeOf, toCty, toJson } from "./shape.ts";

/** One apply of one object: the planned values and the progress so far. */
export interface ResourceApply {
  readonly schema: TerraformSchema;
  readonly session: Session;
  readonly access: Access;
  readonly address: string;
  readonly prior: CtyObject | null;
  readonly planned: CtyObject;
  readonly config: CtyObject;
  /** The object as far as it is known. Undefined: it does not exist. */
  live: LiveResource | undefined;
  /** The response to the create was lost, and the object was found: its origin. */
  recoveredAs?: FoundOrigin | undefined;
}

/** Creates the object, and writes the values that the create call cannot contain. */
export async function applyCreate(run: ResourceApply): Promise<void> {
  const { schema, session, access, planned, config } = run;
  const { type } = schema;
  const [ofChildAtCreate, ofChildLater] = fieldsOfFirstChild(schema);
  const containerId = textOfField(planned, schema.containerField);
  const declared = declaredValues(schema.values, planned, config);
  const copy = copyRuleOf(type, declared);
  const createsInContainer = copy === undefined && type.container?.atCreate[access.apiVersion] === true;
  const createFields = schema.values.filter((field) =>
    copy === undefined ? field.rule.atCreate !== "no" : field.attribute === copy.attribute,
  );
  const scopeId = textOfField(planned, schema.scopeField) ?? undefined;
  const created = await createOnce(session, access, {
    type,
    address: run.address,
    scopeId,
    declared,
    containerId,
    input: {
      attributes: declaredValues(createFields, planned, config),
      ...(createsInContainer ? { containerId } : {}),
      ...(schema.firstChild && { firstChild: declaredValues(ofChildAtCreate, planned, config) }),
    },
  });
  const isSent = (field: ValueField): boolean => createFields.includes(field);
  const later = schema.values.filter((field) => !isSent(field));
  refuseToOpenObject(session, created.object, declaredValues(later, planned, config), {});
  run.recoveredAs = created.recoveredAs;
  run.live = { object: created.object, scopeId, firstChild: created.children[0] };
  const createdIn = created.object.container?.id ?? null;
  if (createdIn !== containerId) await moveInto(run, createdIn, containerId);
  // A recovered object may lack the writes that follow its creation, and may have other values than the create sends.
  const stillToWrite = created.recoveredAs === undefined ? later : schema.values;
  const { attributes } = created.object;
  // A copy has values of its source. The provider clears those that the configuration does not set.
  const before = (field: ValueField) =>
    copy === undefined ? undefined : toCty(field.shape, attributes[field.attribute]);
  await writeValues(run, stillToWrite, before);
  await writeChildValues(run, ofChildLater, () => undefined);
  await setPlannedDefault(run);
}

/** The fields of the first child that the create of its parent contains, and those that a later call writes. */
function fieldsOfFirstChild({
  firstChild,
}: TerraformSchema): readonly [readonly ValueField[], readonly ValueField[]] {
  const isLater = ({ part }: ValueField) => part !== undefined;
  const fields = firstChild?.values ?? [];
  return [fields.filter((field) => !isLater(field)), fields.filter(isLater)];
}

/** Updates the object from its prior state to the plan. `isVersionRaised`: whether a field has a new write-only value. */
export async function applyUpdate(
  run: ResourceApply,
  isVersionRaised: (field: ValueField) => boolean,
): Promise<void> {
  const { schema, planned, session } = run;
  const prior = run.prior as CtyObject;
  const to = textOfField(planned, schema.containerField);
  // The delete of its container, earlier in this run, may have moved it already.
  const movedInto = session.writes.newContainerOf({
    type: schema.type.name,
    id: textOfField(prior, "id") ?? "",
  });
  const from = movedInto === undefined ? textOfField(prior, schema.containerField) : movedInto;
  session.invalidateReads(schema.type);
  try {
    if (from !== to) await moveInto(run, from, to);
    const toWrite = fieldsToWrite(schema.values, prior, planned, isVersionRaised);
    await writeValues(run, toWrite, (field) => prior[field.name] ?? null);
    await writeFirstChild(run, prior);
    await setPlannedDefault(run);
  } finally {
    session.invalidateReads(schema.type);
  }
}

/** The fields that change, and those that the service clears because they belong to one that changes. */
function fieldsToWrite(
  fields: readonly ValueField[],
  prior: CtyObject,
  planned: CtyObject,
  isVersionRaised: (field: ValueField) => boolean = () => false,
): readonly ValueField[] {
  const changed = fields.filter(
    (field) =>
      isVersionRaised(field) ||
      !sameValue(prior[field.name] ?? null, planned[field.name] ?? null, ctyTypeOf(field.shape)),
  );
  const attributes = new Set(changed.map(({ attribute }) => attribute));
  const cleared = fields.filter(
    ({ attribute, rule }) => !attributes.has(attribute) && attributes.has(rule.belongsTo ?? ""),
  );
  return [...changed, ...cleared];
}

function subjectOf(run: ResourceApply): CallSubject {
  const { object, scopeId } = run.live as LiveResource;
  return { type: run.schema.type, id: object.id, scopeId };
}

async function moveInto(run: ResourceApply, from: string | null, to: string | null): Promise<void> {
  const live = run.live as LiveResource;
  await moveIntoContainer(run.access, subjectOf(run), run.address, from, to);
  run.session.writes.noteMoved({ type: run.schema.type.name, id: live.object.id }, to);
  const container = to === null ? null : { type: containerType(run.schema), id: to };
  run.live = { ...live, object: { ...live.object, container } };
}

function containerType(schema: TerraformSchema): string {
  return schema.type.container?.types[0] ?? "";
}

/** Writes values, one call per writer. `before` returns the value before the write, or undefined if the run has just created the object. */
export async function writeValues(
  run: ResourceApply,
  fields: readonly ValueField[],
  before: (field: ValueField) => CtyValue | undefined,
): Promise<void> {
  refuseOwnAccess(run, fields);
  for (const writer of run.schema.type.writers) {
    const fieldsOfWriter = fields.filter((field) => field.writer === writer);
    const values = valuesToWrite(run, fieldsOfWriter, before);
    if (Object.keys(values).length === 0) continue;
    const writtenFields = fieldsOfWriter.filter((field) => field.attribute in values);
    const change = {
      address: run.address,
      writer,
      values,
      before: await valuesBefore(run, writtenFields, before),
      secret: secretAttributes(run.schema),
    };
    const subject = subjectOf(run);
    const containerId = run.live?.object.container?.id ?? null;
    const writtenObject = await writeWhenFree(
      run.access,
      { subject, address: run.address, values, containerId },
      () => writeObject(run.access, subject, change),
      // A plan has no id for an object that it creates.
      releaseNames(run.session, run.access, run.prior === null ? { ...subject, id: "" } : subject, values),
    );
    noteWritten(run, writtenObject, values);
  }
}

/** The values to write, null for a value to clear. A value that was never set needs no clearing. */
function valuesToWrite(
  run: ResourceApply,
  fields: readonly ValueField[],
  before: (field: ValueField) => CtyValue | undefined,
): JsonObject {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = declaredValue(field, run.planned, run.config);
    if (value !== undefined) values[field.attribute] = value;
    else if (field.mode === "optional" && (before(field) ?? null) !== null) values[field.attribute] = null;
  }
  return values;
}

/** The values before the write. Reads the values whose live form differs from the declared one. */
async function valuesBefore(
  run: ResourceApply,
  fields: readonly ValueField[],
  before: (field: ValueField) => CtyValue | undefined,
): Promise<JsonObject> {
  const values: Record<string, Json> = {};
  const namesToRead: string[] = [];
  for (const field of fields) {
    const value = before(field);
    if (value === undefined) continue;
    values[field.attribute] = toJson(field.shape, value);
    if (field.rule.toLayout !== undefined) namesToRead.push(field.attribute);
  }
  if (namesToRead.length === 0) return values;
  const live = await readLiveObject(run.access, subjectOf(run), namesToRead);
  for (const name of namesToRead) values[name] = live?.attributes[name] ?? null;
  return values;
}

/** Updates what the run knows of the object. `writtenObject`: the object in the response. Undefined: the response did not contain it. */
function noteWritten(run: ResourceApply, writtenObject: FoundObject | undefined, values: JsonObject): void {
  const live = run.live as LiveResource;
  // Computed fields that this response lacks may have changed with the write.
  const { computed: _, inherited: inheritedBefore, ...object } = live.object;
  const attributes = { ...object.attributes, ...values, ...writtenObject?.attributes };
  const { computed, inherited } = writtenObject ?? { computed: undefined, inherited: inheritedBefore };
  run.live = {
    ...live,
    object: { ...object, attributes, ...present({ computed, inherited }) },
  };
}

/** Writes the fields of the first child, which the service created with the object. Creates a child again that is gone. */
async function writeFirstChild(run: ResourceApply, prior: CtyObject): Promise<void> {
  const { schema, planned } = run;
  const { firstChild } = schema;
  const live = run.live as LiveResource;
  if (firstChild === undefined) return;
  if (live.firstChild === undefined) {
    run.live = { ...live, firstChild: await createFirstChild(run, firstChild) };
    await writeChildValues(run, firstChild.values, () => undefined);
    return;
  }
  const toWrite = fieldsToWrite(firstChild.values, prior, planned);
  await writeChildValues(run, toWrite, (field) => prior[field.name] ?? null);
}

/** Writes values of the first child, with the calls of its own type. */
async function writeChildValues(
  run: ResourceApply,
  fields: readonly ValueField[],
  before: (field: ValueField) => CtyValue | undefined,
): Promise<void> {
  const { schema, live } = run;
  if (schema.firstChild === undefined || live?.firstChild === undefined) return;
  const { type, values } = schema.firstChild;
  const { object: parent, firstChild: child } = live;
  const childRun: ResourceApply = {
    ...run,
    schema: { name: schema.name, type, values, computed: [], deletionFlags: [] },
    live: {
      ...live,
      object: { ...child, type: type.name, container: { type: parent.type, id: parent.id } },
      firstChild: undefined,
    },
  };
  await writeValues(childRun, fields, before);
  run.live = { ...live, firstChild: childRun.live?.object };
}

async function createFirstChild(
  { session, access, address, planned, config, live }: ResourceApply,
  { type, values }: NonNullable<TerraformSchema["firstChild"]>,
): Promise<FoundObject> {
  const { object: parent, scopeId } = live as LiveResource;
  const declared = declaredValues(values, planned, config);
  const accepted = values.filter(({ rule }) => rule.atCreate !== "no");
  const created = await createOnce(session, access, {
    type,
    address,
    scopeId,
    declared,
    containerId: parent.id,
    input: { attributes: declaredValues(accepted, planned, config), containerId: parent.id },
  });
  return created.object;
}

async function setPlannedDefault(run: ResourceApply): Promise<void> {
  const { schema, planned, access, address } = run;
  const live = run.live as LiveResource;
  if (schema.defaultField === undefined || planned[schema.defaultField] !== true) return;
  if (live.object.isDefault === true) return;
  await setDefault(access, subjectOf(run), address, live.object.container);
  run.live = { ...live, object: { ...live.object, isDefault: true } };
}

/** Reads the object again, for the fields that no response carried. */
export async function readAgain(run: ResourceApply, scope: CallScope): Promise<void> {
  const { schema, session, prior, planned } = run;
  if (run.live === undefined) return;
  const { object, scopeId } = run.live;
  session.invalidateReads(schema.type);
  const located = await findListed(session, { type: schema.type, id: object.id, scopeId }, scope);
  if (located === undefined) return;
  const { found } = located;
  const attributes = { ...object.attributes, ...located.object.attributes };
  run.live = {
    object: { ...located.object, attributes },
    scopeId,
    firstChild: firstChildAmong(schema, object.id, found, prior ?? planned) ?? run.live.firstChild,
  };
}
