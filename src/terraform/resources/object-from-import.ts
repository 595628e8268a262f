import { expectWhole } from "../../engine/live/bulk-read.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { attributesIn } from "../../model/key-field.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { mayBeSecret } from "../../model/secret-value.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { capital, withArticle } from "../../util/with-article.ts";
import { providerErrorAt, warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type CtyObject, isUnknown, isWhollyKnown } from "../plugin/values/cty-value.ts";
import { findObject } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { changeLine, describeImportOnCreate } from "./import-on-create.ts";
import { isSame } from "./is-same.ts";
import { type ResourceApply, writeValues } from "./object-apply.ts";
import { detailed } from "./object-read.ts";
import { declaredValue, declaredValues } from "./object-values.ts";
import { refuseOwnAccessPlanned } from "./refuse-own-access.ts";
import type { PlanRequest } from "./resource.ts";
import { resourceAddress } from "./resource-names.ts";
import { toCty, toJson } from "./shape.ts";

/*
 * The provider cannot create objects of these types, so their resource imports an existing object: it writes the declared values, leaves the
 * others, and changes nothing when the resource is destroyed.
 */

/** Imports an existing object, and writes the declared values that differ. */
export async function applyImport(run: ResourceApply, scope: CallScope): Promise<void> {
  const { schema, session, access, planned, config } = run;
  const found = await liveToImport(schema, session, planned, scope);
  if (found === undefined) throw notThere(schema, planned);
  if (session.writes.isCreated(found)) throw managedTwice(schema.type, found);
  session.writes.noteCreated(found);
  const declared = schema.values.filter((field) => declaredValue(field, planned, config) !== undefined);
  const details = declared.filter((field) => field.isDetail);
  const object = await detailed(session, schema, { object: found, scopeId: undefined }, details, scope);
  run.live = { object, scopeId: undefined, firstChild: undefined };
  const values = declaredValues(declared, planned, config);
  const isLive = ({ rule, attribute }: ValueField) =>
    satisfiesDeclared(rule, values[attribute] ?? null, object.attributes[attribute], access.currentUser);
  const changed = declared.filter((field) => !isLive(field));
  session.invalidateReads(schema.type);
  try {
    await writeValues(run, changed, () => undefined);
  } finally {
    session.invalidateReads(schema.type);
  }
}

/** The result of planning an import. */
export interface PlannedImport {
  /** Id of the existing object. Absent: the plan does not know which object to import. */
  readonly id?: string;
  readonly diagnostics: readonly ProviderDiagnostic[];
}

/**
 * Plans an import. Reports the values that it overwrites, a configuration that does not specify the object, and a missing object. A missing
 * object is not an error: a user who left must not keep Terraform from planning the rest.
 */
export async function planImport(
  schema: TerraformSchema,
  session: Session | undefined,
  { prior, config }: Pick<PlanRequest, "prior" | "config">,
): Promise<PlannedImport> {
  if (prior !== null || !isOnlyImported(schema.type)) return { diagnostics: [] };
  const key = keyFields(schema);
  if (key.some(({ name }) => isUnknown(config[name]))) return { diagnostics: [] };
  if (!isOrganization(schema.type) && key.some(({ name }) => (config[name] ?? null) === null))
    return {
      diagnostics: [
        providerErrorAt(undefined, `The ${schema.type.label.one} is not specified`, specifyRemedy(schema)),
      ],
    };
  if (session === undefined) return { diagnostics: [] };
  const scope = { signal: session.host.stop };
  const found = await liveToImport(schema, session, config, scope);
  if (found === undefined) return { diagnostics: [missingWarning(schema, config)] };
  const warnings: ProviderDiagnostic[] = [];
  const details = schema.values.filter((field) => field.isDetail && isGiven(field, config));
  const object = await detailed(
    session,
    schema,
    { object: found, scopeId: undefined },
    details,
    scope,
    (each) => warnings.push(each),
  );
  const changed = schema.values.filter((field) => differs(field, config, object));
  await refuseOwnAccessPlanned(session, { schema, id: object.id }, changed);
  return { id: object.id, diagnostics: [...warnings, ...changesOf(schema, config, object, changed)] };
}

function isGiven({ name }: ValueField, config: CtyObject): boolean {
  const value = config[name] ?? null;
  return value !== null && isWhollyKnown(value);
}

/** Whether a configured value is known and differs from the live one. */
function differs(field: ValueField, config: CtyObject, live: FoundObject): boolean {
  const { name, rule, attribute, shape } = field;
  if (!isGiven(field, config)) return false;
  const declared = toJson(shape, config[name] ?? null);
  return !satisfiesDeclared(rule, declared, live.attributes[attribute], undefined);
}

function changesOf(
  schema: TerraformSchema,
  config: CtyObject,
  live: FoundObject,
  changed: readonly ValueField[],
): readonly ProviderDiagnostic[] {
  const changes = changed.map(({ name, shape, rule, attribute }) => {
    if (mayBeSecret(rule)) return `${name}: (secret)`;
    const before = toCty(shape, live.attributes[attribute]);
    return changeLine(name, before, config[name] ?? null);
  });
  return describeImportOnCreate(
    resourceAddress(schema, config),
    `${schema.type.label.one} ${live.id}`,
    changes,
  );
}

function missingWarning(schema: TerraformSchema, config: CtyObject): ProviderDiagnostic {
  const { message, remedy } = notThere(schema, config);
  return warning(
    `${resourceAddress(schema, config)} does not exist`,
    `${message} Terraform plans to create it, but the apply will fail. ${remedy}`,
  );
}

function specifyRemedy({ type, ...schema }: TerraformSchema): string {
  const names = keyFields({ type, ...schema }).map(({ name }) => `\`${name}\``);
  return `Set ${names.join(" and ")}, or import the ${type.label.one} by its id.`;
}

/** Fields that identify the object. None for the organization, because there is only one. */
function keyFields({ type, values }: TerraformSchema): readonly ValueField[] {
  if (isOrganization(type)) return [];
  const key = attributesIn(type.identity.key);
  return values.filter(({ attribute }) => key.includes(attribute));
}

/** The object to import. Undefined if it does not exist. */
async function liveToImport(
  schema: TerraformSchema,
  session: Session,
  values: CtyObject,
  scope: CallScope,
): Promise<FoundObject | undefined> {
  const { type } = schema;
  if (isOrganization(type)) {
    const id = await session.organizationId();
    return (await findObject(session, { type, id, scopeId: undefined }, scope))?.object;
  }
  const key = declaredValues(keyFields(schema), values, values);
  const isMeant = (object: FoundObject) =>
    object.type === type.name &&
    Object.entries(key).every(([name, value]) => isSame(type, name, value, object.attributes[name] ?? null));
  const first = (await session.bulk(type, undefined, scope)).found.find(isMeant);
  if (first !== undefined) return first;
  // The list may be old: a user may have joined since.
  session.invalidateReads(type);
  const reread = await session.bulk(type, undefined, scope);
  const found = reread.found.find(isMeant);
  if (found === undefined) expectWhole(reread, resourceAddress(schema, values));
  return found;
}

function notThere(schema: TerraformSchema, values: CtyObject): DocsformError {
  const { label, origin } = schema.type;
  const named = Object.values(declaredValues(keyFields(schema), values, values)).map((each) =>
    JSON.stringify(each),
  );
  return fail("terraform/no-such-object", {
    case: "notCreatable",
    object: [label.one, named.join(", ")].join(" ").trim(),
    sentence: capital(withArticle(label.one)),
    origin: origin === undefined ? "" : `To keep the block: ${origin}`,
  });
}

function managedTwice({ label }: ResourceType, { id }: FoundObject): DocsformError {
  return fail("terraform/imported-twice", { case: "imported", object: label.one, id });
}

/** An imported object was not created by Terraform, so Terraform does not delete it: it only drops it from its state. */
export function staysWarning({ type }: TerraformSchema, address: string): ProviderDiagnostic {
  return warning(
    `${address} stays on the service`,
    `The provider only imports ${type.label.many} and never deletes them. Destroying the resource only removes it from the state.`,
  );
}
