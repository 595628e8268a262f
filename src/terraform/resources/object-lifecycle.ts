import { objectKey } from "../../model/object-key.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import {
  forceField,
  protectionField,
  type TerraformSchema,
  type ValueField,
} from "../../model/terraform-schema.ts";
import { present } from "../../util/present.ts";
import { diagnosticOf, warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isUnknown,
  isWhollyKnown,
} from "../plugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import { deleteReleased } from "./delete-later.ts";
import { deleteOrPostpone } from "./delete-or-postpone.ts";
import { explainContents } from "./move-out.ts";
import { applyCreate, applyUpdate, type ResourceApply, readAgain } from "./object-apply.ts";
import { applyImport, staysWarning } from "./object-from-import.ts";
import { type LiveResource, ownObjects, stateOf } from "./object-state.ts";
import { declaredValues, hasNewVersion, textOfField, writtenHashes } from "./object-values.ts";
import { formatPrivate, type PrivateState, parsePrivate, type WrittenHash } from "./private-state.ts";
import { changedAttributes, refuseOwned } from "./refuse-owned.ts";
import { refuseProtectedAtLast } from "./refuse-protected.ts";
import { refuseToDelete, refuseToOpen } from "./refuse-unconfirmed.ts";
import type { AppliedChange, ApplyRequest, ResourceState } from "./resource.ts";
import { resourceAddress } from "./resource-names.ts";
import { beginTimeLimit } from "./timeouts.ts";
import { filledIn } from "./unknown-values.ts";

interface ObjectApplyRequest extends ApplyRequest {
  /** Secret texts of this object. Errors about it must not repeat them. */
  readonly secrets: readonly string[];
}

/** Creates, changes or deletes an object. Returns the resulting state, also after a partial failure. */
export async function applyObject(
  schema: TerraformSchema,
  session: Session,
  request: ObjectApplyRequest,
  scope: CallScope,
): Promise<AppliedChange> {
  const { prior, planned, secrets } = request;
  if (planned === null) return await removeObject(schema, session, request, scope);
  const operation = prior === null ? "create" : "update";
  const address = resourceAddress(schema, planned);
  const limit = beginTimeLimit(session.host.clock, planned, operation, scope);
  let run: ResourceApply | undefined;
  try {
    const access = await session.access(limit.signal, { user: needsUser(schema, planned) });
    const config = request.config ?? planned;
    const live = prior === null ? undefined : liveIn(schema, prior);
    run = { schema, session, access, address, prior, planned, config, live };
    await createOrUpdate(run, request, limit);
    const failedDeletes = await deleteReleased(
      session,
      access,
      objectKey(schema.type.name, run.live?.object.id ?? ""),
    );
    // All writes are done. A time limit that has passed by now must not turn them into a failure: Terraform would replace the created
    // object.
    if (needsAnotherRead(run)) await readAgain(run, scope);
    const applied = stateAfterSuccess(run, request);
    return { ...applied, diagnostics: [...applied.diagnostics, ...failedDeletes] };
  } catch (error) {
    const cause = limit.explain(session.secrets.hideIn(error, secrets));
    const failure = diagnosticOf(cause, `Cannot ${operation} ${address}`, session.host.onDefect);
    const diagnostics = [failure, ...(run === undefined ? [] : recoveredWarnings(run))];
    return { ...(await stateAfterFailure(run, request, scope)), diagnostics };
  } finally {
    limit.end();
  }
}

/** Whether the apply depends on the token's user. */
function needsUser({ type, values }: TerraformSchema, planned: CtyObject): boolean {
  const isDeclared = ({ name }: ValueField) => (planned[name] ?? null) !== null;
  return type.arePeople === true || values.some((field) => field.isDetail && isDeclared(field));
}

async function createOrUpdate(run: ResourceApply, request: ApplyRequest, scope: CallScope): Promise<void> {
  const { schema, session, prior, planned, live } = run;
  const write = {
    type: schema.type,
    id: live?.object.id,
    scopeId: textOfField(planned, schema.scopeField) ?? undefined,
    attributes: prior === null ? [] : changedAttributes(schema, prior, planned),
  };
  await refuseOwned(session, write, "apply");
  await refuseToOpen(schema, session, { ...request, planned, config: run.config });
  if (prior !== null) await applyUpdate(run, (field) => isWrittenAgain(request, field.writeOnly));
  else if (isOnlyImported(schema.type)) await applyImport(run, scope);
  else await applyCreate(run);
}

function isWrittenAgain(
  { prior, planned, config }: ApplyRequest,
  writeOnly: ValueField["writeOnly"] | undefined,
): boolean {
  if (writeOnly === undefined || (config?.[writeOnly.name] ?? null) === null) return false;
  return hasNewVersion(writeOnly, prior, planned);
}

/** The live object, as far as a state contains it. */
function liveIn(schema: TerraformSchema, state: CtyObject): LiveResource {
  const containerId = textOfField(state, schema.containerField);
  const firstChildId = schema.firstChild === undefined ? null : textOfField(state, schema.firstChild.idField);
  return {
    object: {
      type: schema.type.name,
      id: textOfField(state, "id") ?? "",
      container:
        containerId === null ? null : { type: schema.type.container?.types[0] ?? "", id: containerId },
      attributes: declaredValues(schema.values, state, {}),
      isDefault: schema.defaultField !== undefined && state[schema.defaultField] === true,
    },
    scopeId: textOfField(state, schema.scopeField) ?? undefined,
    firstChild:
      firstChildId === null
        ? undefined
        : { id: firstChildId, attributes: declaredValues(schema.firstChild?.values ?? [], state, {}) },
  };
}

/** Whether a computed field is still unknown because no response carried it. */
function needsAnotherRead({ schema, planned, live }: ResourceApply): boolean {
  if (live?.object.computed !== undefined) return false;
  return schema.computed.some((field) => !isWhollyKnown(planned[field.name] ?? null));
}

function stateAfterSuccess(run: ResourceApply, request: ApplyRequest): AppliedChange {
  const { schema, planned, session } = run;
  const written = writtenNow(run, request);
  const hidden = new Set(Object.keys(written));
  const state = stateOf(schema, run.live as LiveResource, {
    before: planned,
    user: run.access.currentUser,
    hidden,
    apiVersion: run.access.apiVersion,
  });
  return {
    state: ctyObject(Object.keys(state).map((name) => [name, filledIn(planned[name], state[name] ?? null)])),
    private: formatPrivate({
      ...createdAt(request, session),
      ...recoveredMark(run, request),
      ...(hidden.size === 0 ? {} : { written }),
    }),
    diagnostics: recoveredWarnings(run),
  };
}

/** The hashes of the write-only values as the service has them: of those that this apply has not written again, the former ones. */
function writtenNow({ schema, config, session: { host } }: ResourceApply, request: ApplyRequest) {
  const former = request.prior === null ? {} : (parsePrivate(request.private).written ?? {});
  const kept = schema.values.filter(
    ({ name, writeOnly }) => former[name] !== undefined && !isWrittenAgain(request, writeOnly),
  );
  return {
    ...writtenHashes(schema, config, host.hash, host.newId),
    ...Object.fromEntries(kept.map(({ name }) => [name, former[name] as WrittenHash])),
  };
}

function createdAt(request: ApplyRequest, session: Session): PrivateState {
  const { created } = parsePrivate(request.private);
  if (request.prior === null) return { created: session.host.clock.now() };
  return present({ created });
}

/** An object that nobody has confirmed stays so. A new object has a mark of its own. */
function recoveredMark({ recoveredAs }: ResourceApply, request: ApplyRequest): PrivateState {
  const isRecovered =
    request.prior === null ? recoveredAs === "recovered" : parsePrivate(request.private).isRecovered;
  return isRecovered === true ? { isRecovered } : {};
}

function recoveredWarnings({
  schema,
  address,
  live,
  recoveredAs,
}: ResourceApply): readonly ProviderDiagnostic[] {
  if (recoveredAs === undefined) return [];
  const object = `the ${schema.type.label.one} ${live?.object.id}`;
  const found = `${address} was found after a lost response`;
  return [
    recoveredAs === "created"
      ? warning(found, `It is ${object}. The service shows that the provider created it.`)
      : warning(
          found,
          `It is probably ${object}, but nothing shows that the provider created that one. So the provider neither destroys it nor opens it to more people. To confirm it, run \`terraform state rm\` and \`terraform import\` with the address of its resource.`,
        ),
  ];
}

/** The state after a failure: the created object, or the object as it is now. */
async function stateAfterFailure(
  run: ResourceApply | undefined,
  request: ApplyRequest,
  scope: CallScope,
): Promise<ResourceState> {
  const { prior } = request;
  if (run?.live === undefined) return { state: prior, private: request.private };
  try {
    await readAgain(run, scope);
  } catch {
    // The state then contains what is known so far, and the provider reports the first failure.
  }
  const { schema, live, planned, session } = run;
  const { isRecovered: _former, ...kept } = parsePrivate(request.private);
  const hidden = new Set([...Object.keys(kept.written ?? {}), ...writeOnlyFields(run)]);
  const state = stateOf(schema, live as LiveResource, {
    before: withoutUnknown(prior ?? planned),
    user: run.access.currentUser,
    hidden,
    apiVersion: run.access.apiVersion,
  });
  // A failed create may not have written these values.
  const unsetVersions = schema.values.flatMap((field) =>
    prior === null && field.writeOnly !== undefined ? [[field.writeOnly.version, null] as const] : [],
  );
  // Terraform replaces an object that was created only in part, so it must be able to destroy it.
  const unprotected = prior === null ? { [protectionField]: false } : {};
  return {
    state: { ...state, ...Object.fromEntries(unsetVersions), ...unprotected },
    private: formatPrivate({ ...kept, ...createdAt(request, session), ...recoveredMark(run, request) }),
  };
}

/** Names of the fields whose values the configuration sets in their write-only form. */
function writeOnlyFields({ schema, config }: ResourceApply): readonly string[] {
  return schema.values
    .filter((field) => field.writeOnly !== undefined && (config[field.writeOnly.name] ?? null) !== null)
    .map((field) => field.name);
}

function withoutUnknown(values: CtyObject): CtyObject {
  return ctyObject(
    Object.keys(values).map((name) => [name, isUnknown(values[name]) ? null : (values[name] as CtyValue)]),
  );
}

async function removeObject(
  schema: TerraformSchema,
  session: Session,
  request: ObjectApplyRequest,
  scope: CallScope,
): Promise<AppliedChange> {
  const prior = request.prior as CtyObject;
  const address = resourceAddress(schema, prior);
  const removed = { state: null, private: new Uint8Array() };
  refuseProtectedAtLast(schema, prior);
  refuseToDelete(schema, prior, request.private, "destroy");
  for (const object of ownObjects(schema, prior)) session.writes.noteRemoval(object);
  if (isOnlyImported(schema.type)) return { ...removed, diagnostics: [staysWarning(schema, address)] };
  const id = textOfField(prior, "id") ?? "";
  // Another object may have its id by now.
  if (session.writes.isDeletedEarly({ type: schema.type.name, id })) return { ...removed, diagnostics: [] };
  const limit = beginTimeLimit(session.host.clock, prior, "delete", scope);
  try {
    const deletion = {
      type: schema.type,
      id,
      scopeId: textOfField(prior, schema.scopeField) ?? undefined,
      address,
      plan: parsePrivate(request.private).plan,
      isForced: prior[forceField] === true,
    };
    return { ...removed, diagnostics: await deleteOrPostpone(session, deletion, limit) };
  } catch (error) {
    const cause = limit.explain(session.secrets.hideIn(explainContents(session, error), request.secrets));
    const diagnostics = [diagnosticOf(cause, `Cannot delete ${address}`, session.host.onDefect)];
    return { state: prior, private: request.private, diagnostics };
  } finally {
    limit.end();
  }
}
