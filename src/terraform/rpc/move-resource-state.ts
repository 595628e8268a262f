import { errorAt } from "../diagnostics.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import type { CallHandler } from "../provider-server.ts";
import { encodeDynamicValue } from "../values/dynamic-value.ts";
import { decodeJson } from "../values/json.ts";

/** Takes a state over from another provider that has the same resource: a fork, or the same one at another address. */
export function moveResourceState(provider: Provider): CallHandler<"MoveResourceState"> {
  return async ({ sourceTypeName, sourceState, sourceProviderAddress, targetTypeName, sourcePrivate }) => {
    if (sourceTypeName !== targetTypeName) {
      const summary = `${sourceTypeName} cannot become ${targetTypeName}`;
      const detail = `Only a ${targetTypeName} of another provider can (this one is of ${sourceProviderAddress}). Import the object instead.`;
      return { diagnostics: [errorAt(undefined, summary, detail)] };
    }
    const { type } = resourceNamed(provider, targetTypeName);
    const text = Buffer.from(sourceState?.json ?? []).toString("utf8");
    const state = decodeJson(text, type, { unknownAttributes: "drop" });
    return { targetState: encodeDynamicValue(state, type), targetPrivate: sourcePrivate };
  };
}
