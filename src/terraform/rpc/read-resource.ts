import type { CallHandler } from "../plugin/provider-server.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { decodeObject, encodeDynamicValue } from "../plugin/values/dynamic-value.ts";
import { type Provider, providerFailure, resourceNamed } from "../provider.ts";
import { parsePrivate, withInstance, withOwner } from "../resources/private-state.ts";
import type { Resource } from "../resources/resource.ts";
import { objectSlot } from "../session/owners.ts";
import { reportOtherOrganization } from "./report-other-organization.ts";

/** Refreshes a state. States stay unchanged until the provider is configured. */
export function readResource(provider: Provider): CallHandler<"ReadResource"> {
  return async (request, scope) => {
    const resource = resourceNamed(provider, request.typeName);
    const state = decodeObject(request.currentState, resource.type);
    const { session } = provider.configured;
    const { organization: stated } = parsePrivate(request.private);
    const unchanged = { newState: request.currentState, private: request.private };
    if (state === null || session === undefined) return unchanged;
    session.planned.hasRefreshed = true;
    const summary = `Cannot read ${resource.name} ${state["id"] as string}`;
    try {
      const reported = await reportOtherOrganization(provider, stated, summary);
      if (reported !== undefined) return { ...unchanged, diagnostics: reported };
      const fresh = await resource.read(session, { state, private: request.private }, scope);
      const newState = encodeDynamicValue(fresh.state, resource.type);
      if (fresh.state === null) {
        const error = await session.organizationCheck.errorForGone(stated);
        if (error !== undefined) throw error;
        return { newState, private: fresh.private };
      }
      if (mayBeTainted(resource, fresh.state, fresh.private))
        session.planned.unplanned.set(objectSlot(resource.name, fresh.state["id"] as string), fresh.state);
      const organization = await session.organizationId();
      const named = withInstance(fresh.private, session.host.newId());
      return { newState, private: withOwner(named, { organization }) };
    } catch (error) {
      const failure = providerFailure(provider, error, summary);
      return { ...unchanged, diagnostics: session.failedReads.isReported(error) ? [] : [failure] };
    }
  };
}

/**
 * Whether the resource of an object that the plan reads and does not plan can be tainted, so that its destroy follows. A destroy of a protected
 * object, or of one that nothing shows to be ours, is refused.
 */
function mayBeTainted(resource: Resource, state: CtyObject, privateState: Uint8Array): boolean {
  return resource.isProtected?.(state) !== true && parsePrivate(privateState).isRecovered !== true;
}
