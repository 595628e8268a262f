import { apiVersionsOf } from "../../model/api-version-marks.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { objectKey } from "../../model/object-key.ts";
import { copyAttribute, isOnlyImported } from "../../model/resource-type/creation.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { type TerraformSchema, terraformSchema } from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { ProviderSchema } from "../plugin/protobuf/schema-messages.ts";
import { typeOfBlock } from "../plugin/schema-type.ts";
import { type CtyObject, isUnknown, isWhollyKnown } from "../plugin/values/cty-value.ts";
import type { OwnedSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { dependsOnApiVersion, isCreatedBy, isCreatedBySome, isLacking } from "./api-version.ts";
import { missingNamed } from "./missing-named.ts";
import { noteNamings, noteRenamings } from "./name-cycles.ts";
import { flatSchema, withNestedPart } from "./nested-part.ts";
import { planImport } from "./object-from-import.ts";
import { importResource } from "./object-import.ts";
import { applyObject } from "./object-lifecycle.ts";
import { type ObjectPlan, planObject } from "./object-plan.ts";
import { readObjectState } from "./object-read.ts";
import { ownObjects } from "./object-state.ts";
import { validateObject, validatePlaceholders, warnOfUnwritten, warnOfValues } from "./object-validate.ts";
import { hasNewVersion, isHashedField, textOfField } from "./object-values.ts";
import { ownedBy } from "./owned.ts";
import { warnOfOpening } from "./planned-object.ts";
import { parsePrivate } from "./private-state.ts";
import { noteDeleted, noteKept } from "./refuse-orphaned.ts";
import { refuseOwnAccessPlanned } from "./refuse-own-access.ts";
import { type PlannedWrite, refuseOwned } from "./refuse-owned.ts";
import { isProtectedInState, refuseProtected } from "./refuse-protected.ts";
import { refuseToDelete, refuseToOpen } from "./refuse-unconfirmed.ts";
import type { PlannedChange, PlanRequest, Resource } from "./resource.ts";
import { onlyInApiVersions } from "./resource-names.ts";
import { schemaMessage } from "./schema-message.ts";
import { hidingSecretsIn, secretTextFinder } from "./secrets-in-values.ts";
import { toJson } from "./shape.ts";
import { warnOfExisting } from "./warn-of-existing.ts";

/** The resource that manages objects of a type. */
export function objectResource(index: TypeIndex, type: ResourceType): Resource {
  const nested = terraformSchema(index, type);
  return withNestedPart(nested, flatResource(flatSchema(nested), schemaMessage(nested)));
}

function flatResource(schema: TerraformSchema, message: ProviderSchema): Resource {
  const { type } = schema;
  const plan = createPlanner(schema);
  const secretTexts = secretTextFinder(schema);
  return {
    name: schema.name,
    schema: message,
    type: typeOfBlock(message.block),
    deletes: !isOnlyImported(type),
    validate: (config, { writeOnlyAllowed }) => validateObject(schema, config, writeOnlyAllowed),
    read: (session, request, scope) => {
      confirmCreate(session, type, request.state);
      return hidingSecretsIn(session, secretTexts([request.state], null), () =>
        readObjectState(schema, session, request, scope),
      );
    },
    plan: (session, request) => {
      const { prior, proposed, config } = request;
      if (session === undefined) return plan(session, request);
      if (prior !== null) confirmCreate(session, type, prior);
      return hidingSecretsIn(session, secretTexts([prior, proposed], config), () => plan(session, request));
    },
    isProtected: isProtectedInState,
    planDelete: (session, prior, privateState) =>
      hidingSecretsIn(session, secretTexts([prior], null), async () => {
        refuseProtected(schema, prior, "destroy");
        refuseToDelete(schema, prior, privateState, "destroy");
        const scopeId = textOfField(prior, schema.scopeField) ?? undefined;
        await refuseOwned(session, { type, scopeId, attributes: [] }, "plan");
        noteDeleted(session, schema, prior);
      }),
    apply: (session, request, scope) => {
      const secrets = secretTexts([request.prior, request.planned], request.config);
      session.secrets.note(secrets);
      return applyObject(schema, session, { ...request, secrets }, scope);
    },
    import: (session, id, scope, warn) => importResource(schema, session, { id, warn }, scope),
    upgrade: (state, version) => upgradeState(type, state, version),
  };
}

/** Confirms the create of an object that Terraform's state contains. It is not lost, even if the process that created it was killed. */
function confirmCreate(session: Session, type: ResourceType, state: CtyObject): void {
  const id = state["id"];
  if (typeof id === "string") session.host.attemptedCreates.confirm(type.name, id);
}

/** Returns the function that plans objects of a type. Computes once what is the same for all of them. */
function createPlanner(schema: TerraformSchema): Resource["plan"] {
  const alwaysNeedsApiVersion = typeNeedsApiVersion(schema);
  const hasWriteOnlyValues = schema.values.some((field) => field.writeOnly !== undefined);
  return async (session, request) => {
    const { prior, proposed, config } = request;
    const creates = prior === null && !isOnlyImported(schema.type);
    const needsApiVersion = alwaysNeedsApiVersion || planNeedsApiVersion(schema, config, creates);
    const apiVersion = needsApiVersion ? await session?.apiVersion() : undefined;
    const { planned, requiresReplace, changed } = planObject(schema, prior, proposed, config, apiVersion);
    await refuseChange(schema, session, request, { planned, requiresReplace });
    if (session !== undefined) notePlanned(schema, session, prior, { planned, requiresReplace, changed });
    await refuseOwnedIn(schema, session, prior, planned, changed);
    await refuseOwnAccessIn(schema, session, prior, changed);
    const plannedImport = await planImport(schema, session, request);
    const owns = ownedSlots(schema, session, request, { planned, requiresReplace }, plannedImport.id);
    const diagnostics = [
      ...plannedImport.diagnostics,
      ...(hasWriteOnlyValues ? unwrittenWarnings(schema, session, request, planned) : []),
      ...validatePlaceholders(schema, planned),
      ...warnOfValues(schema, session, planned, config),
      ...lackingErrors(schema, config, apiVersion),
      ...(creates ? uncreatableErrors(schema, config, apiVersion) : []),
      ...(await missingNamed(session, { schema, planned, config }, prior === null ? "all" : changed)),
    ];
    const isPossible = diagnostics.every(({ severity }) => severity !== "error");
    const twins = creates && isPossible ? await warnOfExisting(session, schema, request, planned) : [];
    const dangers = await warnOfOpening(schema, session, request, {
      planned,
      changed,
      existingId: plannedImport.id,
      isCertain: requiresReplace.length === 0 && isPossible,
    });
    return { planned, requiresReplace, owns, diagnostics: [...diagnostics, ...twins, ...dangers] };
  };
}

/** Notes what a plan does with an object, because the plans and applies of others depend on it. */
function notePlanned(
  schema: TerraformSchema,
  session: Session,
  prior: CtyObject | null,
  { planned, requiresReplace, changed }: ObjectPlan,
): void {
  const isReplaced = requiresReplace.length > 0;
  if (prior !== null) {
    noteChanges(schema, session, prior, planned, changed);
    // A replaced object is deleted before the objects that it refers to, so it need not release them.
    if (isReplaced) noteDeleted(session, schema, prior);
    else noteReleases(schema, session, prior, changed);
  }
  if (!isReplaced) noteKept(session, schema, planned);
}

/** Refuses to replace a protected object, and to replace or to open one that an earlier run probably created. */
async function refuseChange(
  schema: TerraformSchema,
  session: Session | undefined,
  request: PlanRequest,
  { planned, requiresReplace }: Pick<PlannedChange, "planned" | "requiresReplace">,
): Promise<void> {
  const { prior, private: privateState } = request;
  if (prior !== null && requiresReplace.length > 0) {
    refuseProtected(schema, prior, "replace");
    refuseToDelete(schema, prior, privateState, "replace");
  } else if (session !== undefined) await refuseToOpen(schema, session, { ...request, planned });
}

/** The slots that only this resource of the configuration may plan. Throws if its new name completes a cycle of names. */
function ownedSlots(
  schema: TerraformSchema,
  session: Session | undefined,
  { prior, config }: PlanRequest,
  { planned, requiresReplace }: Pick<PlannedChange, "planned" | "requiresReplace">,
  importedId: string | undefined,
): readonly OwnedSlot[] {
  if (session === undefined) return [];
  // Terraform plans a replaced object again, as new. That plan owns it.
  if (requiresReplace.length > 0) return [];
  if (prior === null) {
    const { created } = session.planned;
    created.set(schema.type.name, (created.get(schema.type.name) ?? 0) + 1);
    noteNamings(schema, session, planned);
    return ownedBy(session, schema, importedId, planned, config);
  }
  noteRenamings(schema, session, prior, planned);
  return ownedBy(session, schema, textOfField(prior, "id") ?? undefined, planned, config);
}

async function refuseOwnedIn(
  schema: TerraformSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  planned: CtyObject,
  changed: readonly string[],
): Promise<void> {
  if (session === undefined) return;
  await refuseOwned(session, plannedWrite(schema, prior, planned, changed), "plan");
}

async function refuseOwnAccessIn(
  schema: TerraformSchema,
  session: Session | undefined,
  prior: CtyObject | null,
  changed: readonly string[],
): Promise<void> {
  if (session === undefined || prior === null) return;
  const changedFields = schema.values.filter(({ name }) => changed.includes(name));
  await refuseOwnAccessPlanned(session, { schema, id: textOfField(prior, "id") ?? "" }, changedFields);
}

function plannedWrite(
  { type, values, scopeField }: TerraformSchema,
  prior: CtyObject | null,
  planned: CtyObject,
  changed: readonly string[],
): PlannedWrite {
  return {
    type,
    ...(prior === null ? {} : { id: textOfField(prior, "id") ?? "" }),
    scopeId: textOfField(prior ?? planned, scopeField) ?? undefined,
    attributes: values.filter(({ name }) => changed.includes(name)).map(({ attribute }) => attribute),
    isUnchanged: prior !== null && changed.length === 0,
  };
}

/** Whether the plan of an object with this configuration depends on the API version. */
function planNeedsApiVersion(schema: TerraformSchema, config: CtyObject, creates: boolean): boolean {
  return dependsOnApiVersion(schema, config) || (creates && isCreatedBySome(schema, config));
}

/** The error if a service of this API version cannot create the object. */
function uncreatableErrors(
  schema: TerraformSchema,
  config: CtyObject,
  apiVersion: ApiVersion | undefined,
): readonly ProviderDiagnostic[] {
  if (apiVersion === undefined || isCreatedBy(schema, config, apiVersion)) return [];
  const { type, name, values } = schema;
  const copy = values.find(({ attribute }) => attribute === copyAttribute(type, apiVersion));
  const remedies = [
    `Create the ${type.label.one} in the app, and import it as \`${name}\` with \`terraform import\`.`,
    ...(copy === undefined ? [] : [`Or create it as a copy of another one with \`${copy.name}\`.`]),
  ];
  return [
    providerErrorAt(
      [],
      `This service cannot create ${type.label.many}`,
      `Its API version is ${apiVersion}, which has no operation for that. ${remedies.join(" ")}`,
    ),
  ];
}

/** Notes the references that an object gives up, because the delete of their target needs to know them. */
function noteReleases(
  schema: TerraformSchema,
  session: Session,
  prior: CtyObject,
  changed: readonly string[],
): void {
  const { values, firstChild } = schema;
  const [object, child] = ownObjects(schema, prior);
  for (const field of [...values, ...(firstChild?.values ?? [])]) {
    const { name, rule } = field;
    const targetId = textOfField(prior, name);
    if (object === undefined || rule.reference === undefined || targetId === null || !changed.includes(name))
      continue;
    session.host.plannedMoves.noteRelease({
      ...object,
      of: { type: rule.reference.type, id: targetId },
      ...present({ child: firstChild?.values.includes(field) === true ? child : undefined }),
    });
  }
}

/** Notes what changes on an object, for other resources of this run whose values or deletion depend on it. */
function noteChanges(
  { type, containerField }: TerraformSchema,
  session: Session,
  prior: CtyObject,
  planned: CtyObject,
  changed: readonly string[],
): void {
  const id = textOfField(prior, "id") ?? "";
  session.planned.changed.set(objectKey(type.name, id), changed);
  if (containerField === undefined || !changed.includes(containerField)) return;
  const from = textOfField(prior, containerField);
  const to = planned[containerField] ?? null;
  if (from === null || (to !== null && typeof to !== "string" && !isUnknown(to))) return;
  session.host.plannedMoves.note({ type: type.name, id, from, ...(isUnknown(to) ? {} : { to }) });
}

/** Errors for configured fields that this API version of the service does not have. */
function lackingErrors(
  schema: TerraformSchema,
  config: CtyObject,
  apiVersion: ApiVersion | undefined,
): readonly ProviderDiagnostic[] {
  if (apiVersion === undefined) return [];
  return schema.values.flatMap((field) => {
    if (!isLacking(field.rule, apiVersion) || (config[field.name] ?? null) === null) return [];
    return [
      providerErrorAt(
        [field.name],
        `This service has no \`${field.name}\``,
        `${onlyInApiVersions(apiVersionsOf(field.rule.schema) ?? [])} This service has the API version ${apiVersion}. Remove the argument.`,
      ),
    ];
  });
}

/** Whether each plan of an object of the type depends on the API version. */
function typeNeedsApiVersion({ type, values }: TerraformSchema): boolean {
  const changes = new Set(Object.values(type.container?.change ?? {}));
  return changes.size > 1 || values.some((field) => apiVersionsOf(field.rule.schema) !== undefined);
}

/** Warnings for changed write-only values that the provider does not write, because their versions did not change. */
function unwrittenWarnings(
  schema: TerraformSchema,
  session: Session | undefined,
  { prior, config, private: bytes }: PlanRequest,
  planned: CtyObject,
): readonly ProviderDiagnostic[] {
  const { written = {} } = parsePrivate(bytes);
  return schema.values.flatMap((field) => {
    const writtenHash = written[field.name];
    if (session === undefined || prior === null || writtenHash === undefined || field.writeOnly === undefined)
      return [];
    const value = config[field.writeOnly.name] ?? null;
    if (value === null || isUnknown(value) || !isWhollyKnown(value)) return [];
    if (hasNewVersion(field.writeOnly, prior, planned)) return [];
    return isHashedField(field, toJson(field.shape, value), writtenHash, session.host.hash)
      ? []
      : [warnOfUnwritten(field)];
  });
}

function upgradeState(type: ResourceType, state: JsonObject, version: number): JsonObject {
  let upgraded = state;
  for (let from = version; from < (type.terraform?.version ?? 0); from += 1)
    upgraded = type.terraform?.upgraders?.[from]?.(upgraded) ?? upgraded;
  return upgraded;
}
