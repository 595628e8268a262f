import { withDetails } from "../../engine/live/access.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { newObjectMs } from "../../model/time-limits.ts";
import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import type { CtyObject, CtyValue } from "../plugin/values/cty-value.ts";
import { findObject, type ObjectQuery } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { untilAborted } from "../session/until-aborted.ts";
import { apiVersionFor } from "./api-version.ts";
import { firstChildAmong, stateOf } from "./object-state.ts";
import { hiddenFields, isHashedField, textOfField } from "./object-values.ts";
import { type PrivateState, parsePrivate } from "./private-state.ts";
import type { ReadRequest, ResourceState, Warn } from "./resource.ts";
import { withinTimeLimit } from "./timeouts.ts";

/** The state of an object as it is now. Null if the object is gone. */
export async function readObjectState(
  schema: TerraformSchema,
  session: Session,
  request: ReadRequest,
  scope: CallScope,
): Promise<ResourceState> {
  return await withinTimeLimit(session.host.clock, request.state, "read", scope, (limit) =>
    readWithin(schema, session, request, limit),
  );
}

async function readWithin(
  schema: TerraformSchema,
  session: Session,
  request: ReadRequest,
  scope: CallScope,
): Promise<ResourceState> {
  const { state } = request;
  const privateState = parsePrivate(request.private);
  const { type } = schema;
  const scopeId = textOfField(state, schema.scopeField) ?? undefined;
  const id = textOfField(state, "id") ?? "";
  const isNew =
    privateState.created !== undefined && session.host.clock.now() - privateState.created < newObjectMs;
  const inState = { scopeId, isNew, isInState: true };
  const located = await findObject(session, { type, id, ...inState }, scope);
  if (located === undefined) return { state: null, private: new Uint8Array() };
  const declared = schema.values.filter((field) => field.isDetail && (state[field.name] ?? null) !== null);
  const object = await detailed(session, schema, { ...located, scopeId }, declared, scope);
  const firstChild =
    firstChildAmong(schema, id, located.found, state) ??
    (await knownChild(schema, session, state, inState, scope));
  const user = needsUser(schema, declared)
    ? await untilAborted(scope.signal, session.currentUser())
    : undefined;
  const apiVersion = await apiVersionFor(session, schema.values, scope);
  const options = { before: state, user, hidden: hiddenFields(privateState), apiVersion };
  const fresh = stateOf(schema, { object, scopeId, firstChild }, options);
  return { state: withDrift(schema, session, object, privateState, fresh), private: request.private };
}

/** The first child in the state, if the list that contains the object lacks the child. */
async function knownChild(
  { firstChild }: TerraformSchema,
  session: Session,
  state: CtyObject,
  inState: Pick<ObjectQuery, "scopeId" | "isNew" | "isInState">,
  scope: CallScope,
): Promise<FoundObject | undefined> {
  const id = textOfField(state, firstChild?.idField);
  if (firstChild === undefined || id === null) return undefined;
  const child = (await findObject(session, { type: firstChild.type, id, ...inState }, scope))?.object;
  // A first child in another container is no longer part of this object.
  return child?.container?.id === textOfField(state, "id") ? child : undefined;
}

/** Adds the values of these fields, which need separate reads. */
export async function detailed(
  session: Session,
  schema: TerraformSchema,
  located: { readonly object: FoundObject; readonly scopeId: string | undefined },
  fields: readonly ValueField[],
  scope: CallScope,
  /** Called for each value that the token may not read. Absent: the read fails instead. */
  warn?: Warn,
): Promise<FoundObject> {
  const { object, scopeId } = located;
  const names = fields.map((field) => field.attribute);
  if (names.length === 0) return object;
  const access = await session.access(scope.signal);
  const subject = { type: schema.type, id: object.id, scopeId };
  const onForbidden = warn && ((name: string) => warn(readRefused(schema, fields, object.id, name)));
  return await untilAborted(scope.signal, withDetails(access, subject, object, names, onForbidden));
}

function readRefused(
  { type }: TerraformSchema,
  fields: readonly ValueField[],
  id: string,
  attribute: string,
): ProviderDiagnostic {
  const name = fields.find((field) => field.attribute === attribute)?.name ?? attribute;
  return warning(
    `Cannot read ${name} of the ${type.label.one} ${id}`,
    "The token may not read this value. It is null here, whatever it is on the service. To see it, use a token that may read it.",
  );
}

function needsUser(schema: TerraformSchema, declared: readonly ValueField[]): boolean {
  return declared.length > 0 && schema.values.some((field) => field.rule.satisfies !== undefined);
}

/**
 * Removes the version of a write-only value from the state if the value was changed on the service. The next apply then writes it again.
 */
function withDrift(
  schema: TerraformSchema,
  session: Session,
  object: FoundObject,
  { written = {} }: PrivateState,
  state: CtyObject,
): CtyObject {
  const drifted: Record<string, CtyValue> = {};
  for (const field of schema.values) {
    const known = written[field.name];
    const live = object.attributes[field.attribute];
    if (known === undefined || field.writeOnly === undefined || live === undefined) continue;
    if (!isHashedField(field, live, known, session.host.hash)) drifted[field.writeOnly.version] = null;
  }
  return Object.keys(drifted).length === 0 ? state : { ...state, ...drifted };
}
