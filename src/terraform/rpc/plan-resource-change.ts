import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { decodeObject, encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { toAttributePath } from "../plugin/values/path.ts";
import { type Provider, providerFailure, resourceNamed } from "../provider.ts";
import { checkSchema } from "../resources/check-schema.ts";
import { formatPrivate, parsePrivate, withInstance } from "../resources/private-state.ts";
import type { Resource } from "../resources/resource.ts";
import { type OwnedSlot, objectSlot } from "../session/owners.ts";
import { reportOtherOrganization } from "./report-other-organization.ts";

/** Plans a change of a resource, and counts its deletes. */
export function planResourceChange(provider: Provider): CallHandler<"PlanResourceChange"> {
  return async (request) => {
    const resource = resourceNamed(provider, request.typeName);
    const prior = decodeObject(request.priorState, resource.type);
    const proposed = decodeObject(request.proposedNewState, resource.type);
    // Terraform plans a replaced resource as new, and passes the same private state when it deletes the old object.
    const plannedPrivate = (): Uint8Array => {
      const { session } = provider.configured;
      const isCreatedOrDeleted = proposed === null || prior === null;
      const { priorPrivate } = request;
      if (session === undefined) return priorPrivate;
      const kept = isCreatedOrDeleted
        ? formatPrivate({ ...parsePrivate(priorPrivate), plan: session.host.plannedMoves.plan })
        : priorPrivate;
      return withInstance(kept, session.host.newId());
    };
    const asProposed = { plannedState: request.proposedNewState, plannedPrivate: plannedPrivate() };
    const { instance = "", organization } = parsePrivate(asProposed.plannedPrivate);
    const unplanned = (diagnostics: readonly ProviderDiagnostic[]) => ({
      ...asProposed,
      plannedState: encodeDynamicValue(withoutWriteOnly(resource, proposed), resource.type),
      diagnostics,
    });
    try {
      const reported = await reportOtherOrganization(provider, organization, `Cannot plan ${resource.name}`);
      if (reported !== undefined) return unplanned(reported);
      if (prior !== null) noteNotTainted(provider, resource, prior);
      if (proposed === null)
        return {
          ...asProposed,
          diagnostics: await planDelete(provider, resource, prior, { ...request, instance }),
        };
      const config = decodeObject(request.config, resource.type) ?? proposed;
      // A value that was unknown during validation may be null now.
      const wrong = checkSchema(resource.schema.block.attributes ?? [], config);
      if (wrong.length > 0) return { ...asProposed, diagnostics: wrong };
      const { session } = provider.configured;
      const plan = await resource.plan(session, {
        prior,
        proposed,
        config,
        private: request.priorPrivate,
      });
      const owned = await noteOwned(provider, resource, instance, plan.owns ?? []);
      const isReplaced = plan.requiresReplace.length > 0;
      const counted = isReplaced
        ? noteDestroy(provider, resource, prior, instance)
        : await noteForcedReplace(provider, resource, prior, { ...request, instance });
      return {
        plannedState: encodeDynamicValue(plan.planned, resource.type),
        plannedPrivate: asProposed.plannedPrivate,
        requiresReplace: plan.requiresReplace.map(toAttributePath),
        diagnostics: [...plan.diagnostics, ...owned, ...counted],
      };
    } catch (error) {
      return unplanned(failureOf(provider, error, `Cannot plan ${resource.name}`));
    }
  };
}

/** The failure of a plan. Terraform applies no plan with an error, so that one is enough. In an apply, each change that fails has its own. */
function failureOf(provider: Provider, error: unknown, summary: string): readonly ProviderDiagnostic[] {
  const { session } = provider.configured;
  const isReported = session?.failedReads.isReported(error) === true && session.planned.hasRefreshed;
  return isReported ? [] : [providerFailure(provider, error, summary)];
}

/** Notes that Terraform plans what it has read. */
function noteNotTainted({ configured: { session } }: Provider, { name }: Resource, prior: CtyObject): void {
  if (session === undefined) return;
  const slot = objectSlot(name, prior["id"] as string);
  const { unplanned, presumed } = session.planned;
  unplanned.delete(slot);
  for (const object of presumed.get(slot) ?? []) session.host.plannedMoves.noteKeptAfterAll(object);
}

/** A state without the values that no state may contain. Terraform reports a plan with one of them as a defect of the provider. */
function withoutWriteOnly({ schema }: Resource, state: CtyObject | null): CtyObject | null {
  if (state === null) return null;
  const names = (schema.block.attributes ?? []).flatMap((each) =>
    each.writeOnly === true ? [each.name] : [],
  );
  return { ...state, ...Object.fromEntries(names.map((name) => [name, null])) };
}

/** Notes the slots that a resource plans. Returns an error for each that another resource plans. */
async function noteOwned(
  provider: Provider,
  resource: Resource,
  instance: string,
  slots: readonly OwnedSlot[],
): Promise<readonly ProviderDiagnostic[]> {
  const { session } = provider.configured;
  const failures: ProviderDiagnostic[] = [];
  for (const owned of slots) {
    try {
      await session?.owners.note(instance, owned);
    } catch (error) {
      const failure = providerFailure(provider, error, `Cannot plan ${resource.name}`);
      const { field } = owned;
      failures.push(field === undefined ? failure : { ...failure, attribute: toAttributePath([field]) });
    }
  }
  return failures;
}

/**
 * Notes the destroy of an object that the user replaces (`-replace`): Terraform plans it as it is, and then as a new one with the same private state.
 */
async function noteForcedReplace(
  provider: Provider,
  resource: Resource,
  prior: CtyObject | null,
  request: { readonly instance: string; readonly priorPrivate: Uint8Array },
): Promise<readonly ProviderDiagnostic[]> {
  const priors = provider.configured.session?.planned.priors;
  if (prior !== null) priors?.set(request.instance, prior);
  const former = prior === null ? priors?.get(request.instance) : undefined;
  return former === undefined ? [] : await planDelete(provider, resource, former, request);
}

async function planDelete(
  provider: Provider,
  resource: Resource,
  prior: CtyObject | null,
  { instance, priorPrivate }: { readonly instance: string; readonly priorPrivate: Uint8Array },
): Promise<readonly ProviderDiagnostic[]> {
  const { session } = provider.configured;
  if (session !== undefined && prior !== null) await resource.planDelete?.(session, prior, priorPrivate);
  return noteDestroy(provider, resource, prior, instance);
}

/** Notes that the plan destroys the instance, and counts the object that this deletes. */
function noteDestroy(
  provider: Provider,
  resource: Resource,
  prior: CtyObject | null,
  instance: string,
): readonly ProviderDiagnostic[] {
  const { session } = provider.configured;
  if (session === undefined || prior === null) return [];
  const id = prior["id"] as string;
  session.owners.noteDestroy(instance, objectSlot(resource.name, id));
  if (!resource.deletes) return [];
  try {
    session.guard.count(resource.name, id);
    return [];
  } catch (error) {
    return [providerFailure(provider, error, "Too many deletions")];
  }
}
