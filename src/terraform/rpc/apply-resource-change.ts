import type { CallHandler, CallScope } from "../plugin/provider-server.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { decodeObject, encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { type Provider, providerFailure, resourceNamed, sessionOf } from "../provider.ts";
import { textOfField } from "../resources/object-values.ts";
import { parsePrivate, withOwner } from "../resources/private-state.ts";
import type { AppliedChange, ApplyRequest, Resource } from "../resources/resource.ts";
import { objectSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";

/** Applies a planned change, and returns the new state. */
export function applyResourceChange(provider: Provider): CallHandler<"ApplyResourceChange"> {
  return async (request, scope) => {
    const resource = resourceNamed(provider, request.typeName);
    const prior = decodeObject(request.priorState, resource.type);
    const planned = decodeObject(request.plannedState, resource.type);
    const config = decodeObject(request.config, resource.type);
    const { plannedPrivate } = request;
    try {
      const session = sessionOf(provider);
      session.host.plannedMoves.noteApply(session.host.clock.now());
      const change = { prior, planned, config, private: plannedPrivate };
      const applied = await applyInTurn(session, resource, change, scope);
      return {
        newState: encodeDynamicValue(applied.state, resource.type),
        private: applied.private,
        diagnostics: applied.diagnostics,
      };
    } catch (error) {
      return {
        newState: encodeDynamicValue(prior, resource.type),
        private: plannedPrivate,
        diagnostics: [providerFailure(provider, error, `Cannot apply ${resource.name}`)],
      };
    }
  };
}

/**
 * Applies a change after the other ones of its object. Terraform creates a resource under another address, or a replacement, before or while
 * it destroys the former one.
 */
async function applyInTurn(
  session: Session,
  resource: Resource,
  request: ApplyRequest,
  scope: CallScope,
): Promise<AppliedChange> {
  const { prior, planned } = request;
  const error = await session.organizationCheck.errorFor(parsePrivate(request.private).organization);
  if (error !== undefined) throw error;
  const id = textOfField((planned ?? prior) as CtyObject, "id") ?? "";
  const slot = objectSlot(resource.name, id);
  if (planned === null)
    return await session.applyQueue.run(slot, () => destroy(session, resource, request, { slot, id }, scope));
  const instance = instanceOf(session, request);
  const apply = () => resource.apply(session, request, scope);
  // A create that waits until a name is free owns no slot. It must not keep the delete that frees the name waiting.
  const isOwned = session.owners.ownerOf(slot) !== undefined;
  const applied = await (isOwned ? session.applyQueue.run(slot, apply) : apply());
  if (applied.state === null) return applied;
  const owner = { instance, organization: await session.organizationId() };
  return { ...applied, private: withOwner(applied.private, owner) };
}

/** Destroys a resource. It only forgets an object that another resource owns by now: a replacement, or one under another address. */
async function destroy(
  session: Session,
  resource: Resource,
  request: ApplyRequest,
  { slot, id }: { readonly slot: string; readonly id: string },
  scope: CallScope,
): Promise<AppliedChange> {
  const { instance, plan } = parsePrivate(request.private);
  const owner = session.owners.ownerOf(slot) ?? session.host.plannedMoves.ownerOfKept(plan, slot);
  if (owner !== undefined && owner !== instance)
    return { state: null, private: new Uint8Array(), diagnostics: [] };
  if (resource.deletes) session.guard.count(resource.name, id);
  return await resource.apply(session, request, scope);
}

/** The instance that a change leaves. A created one has a name of its own, because Terraform still has to destroy the one that it replaces. */
function instanceOf(session: Session, request: ApplyRequest): string | undefined {
  const { instance } = parsePrivate(request.private);
  if (request.prior !== null) return instance;
  const created = session.host.newId();
  if (instance !== undefined) session.owners.replace(instance, created);
  return created;
}
