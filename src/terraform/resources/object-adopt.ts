import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { DocsformError } from "../../model/errors.ts";
import { attributesIn } from "../../model/key-field.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { keyOf } from "../../model/object-key.ts";
import { isOnlyAdopted, isOrganization, type ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { errorAt, warning } from "../../tfplugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../../tfplugin/protobuf/messages.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { type CtyObject, isUnknown, isWhollyKnown } from "../../tfplugin/values/cty-value.ts";
import { lookUp } from "../session/look-up.ts";
import type { Session } from "../session/session.ts";
import { type ApplyRun, writeValues } from "./object-apply.ts";
import { detailed } from "./object-read.ts";
import { declaredValue, declaredValues } from "./object-values.ts";
import { refuseOwnAccessPlanned } from "./own-access.ts";
import { isSame } from "./refuse-twin.ts";
import type { PlanRequest } from "./resource.ts";
import { toJson } from "./shape.ts";

/*
 * What nobody can create is adopted: its resource takes over what is there, writes what is declared, leaves the rest, and lets
 * it be when the resource goes.
 */

/** Takes over what is there, and writes what is declared and is not so. */
export async function applyAdoption(run: ApplyRun, scope: CallScope): Promise<void> {
  const { schema, session, access, planned, config } = run;
  const found = await adoptable(schema, session, planned, scope);
  if (session.done.created.has(keyOf(found))) throw twice(schema.type, found);
  session.done.created.add(keyOf(found));
  const declared = schema.values.filter((field) => declaredValue(field, planned, config) !== undefined);
  const details = declared.filter((field) => field.isDetail);
  const object = await detailed(session, schema, { object: found, scopeId: undefined }, details, scope);
  run.live = { object, scopeId: undefined, firstChild: undefined };
  const values = declaredValues(declared, planned, config);
  const isLive = ({ rule, attribute }: ValueField) =>
    satisfiesDeclared(rule, values[attribute] ?? null, object.attributes[attribute], access.currentUser);
  const changed = declared.filter((field) => !isLive(field));
  session.changed(schema.type);
  try {
    await writeValues(run, changed, () => undefined);
  } finally {
    session.changed(schema.type);
  }
}

/** What a plan to adopt can tell before anything is written: that it is not there, or that nothing says which one it is. */
export async function adoptionProblems(
  schema: TerraformSchema,
  session: Session | undefined,
  { prior, config }: Pick<PlanRequest, "prior" | "config">,
): Promise<readonly ProviderDiagnostic[]> {
  if (prior !== null || !isOnlyAdopted(schema.type)) return [];
  const key = keyFields(schema);
  if (key.some(({ name }) => isUnknown(config[name]))) return [];
  if (!isOrganization(schema.type) && key.some(({ name }) => (config[name] ?? null) === null))
    return [errorAt(undefined, `Which ${schema.type.label.one}?`, whichOne(schema))];
  if (session === undefined) return [];
  const object = await adoptable(schema, session, config, { signal: session.host.stop });
  const given = schema.values.filter(({ rule }) => rule.givesAccess === true);
  const changed = given.filter((field) => differs(field, config, object));
  await refuseOwnAccessPlanned(session, { schema, id: object.id }, changed);
  return [];
}

/** Whether what is configured is known and is not so. */
function differs(
  { name, rule, attribute, shape }: ValueField,
  config: CtyObject,
  live: FoundObject,
): boolean {
  const value = config[name] ?? null;
  if (value === null || !isWhollyKnown(value)) return false;
  return !satisfiesDeclared(rule, toJson(shape, value), live.attributes[attribute], undefined);
}

function whichOne({ type, ...schema }: TerraformSchema): string {
  const names = keyFields({ type, ...schema }).map(({ name }) => `\`${name}\``);
  return `Give ${names.join(" and ")}. One that has none is imported by its id.`;
}

/** Fields by which a person would know which one is meant; none where there is only one. */
function keyFields({ type, values }: TerraformSchema): readonly ValueField[] {
  if (isOrganization(type)) return [];
  const key = attributesIn(type.identity.key);
  return values.filter(({ attribute }) => key.includes(attribute));
}

async function adoptable(
  schema: TerraformSchema,
  session: Session,
  values: CtyObject,
  scope: CallScope,
): Promise<FoundObject> {
  const { type } = schema;
  if (isOrganization(type)) {
    const id = await session.organizationId();
    const located = await lookUp(session, { type, id, scopeId: undefined }, scope);
    if (located === undefined) throw notThere(type, JSON.stringify(id));
    return located.object;
  }
  const key = declaredValues(keyFields(schema), values, values);
  const isMeant = (object: FoundObject) =>
    object.type === type.name &&
    Object.entries(key).every(([name, value]) => isSame(type, name, value, object.attributes[name] ?? null));
  const first = (await session.bulk(type, undefined, scope)).found.find(isMeant);
  if (first !== undefined) return first;
  // The list may be old: somebody may have come since.
  session.changed(type);
  const again = (await session.bulk(type, undefined, scope)).found.find(isMeant);
  if (again !== undefined) return again;
  throw notThere(
    type,
    Object.values(key)
      .map((value) => JSON.stringify(value))
      .join(", "),
  );
}

function notThere({ label, arrival }: ResourceType, named: string): DocsformError {
  return new DocsformError(
    "terraform/no-such-object",
    `There is no ${label.one} ${named}, and none can be created.`,
    {
      remedy: arrival ?? "Compare with what the service shows.",
    },
  );
}

function twice({ label }: ResourceType, { id }: FoundObject): DocsformError {
  return new DocsformError(
    "terraform/adopted-twice",
    `Another resource manages the ${label.one} ${id} already.`,
    {
      remedy: "Keep one of the two.",
    },
  );
}

/** An adopted object was never created here, so it is not deleted here: Terraform drops it from its state. */
export function leftAsItIs({ type }: TerraformSchema, address: string): ProviderDiagnostic {
  return warning(
    `${address} was left as it is`,
    `It is no longer managed. A ${type.label.one} is only adopted here, and never deleted.`,
  );
}
