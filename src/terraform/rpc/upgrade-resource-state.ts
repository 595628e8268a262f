import { isJsonObject, type JsonObject } from "../../model/json.ts";
import { type Provider, resourceNamed } from "../provider.ts";
import type { CallHandler } from "../provider-server.ts";
import { encodeDynamicValue } from "../values/dynamic-value.ts";
import { decodeJson } from "../values/json.ts";

/** Brings a stored state to this version's schema. Terraform asks for it also where the version is the same. */
export function upgradeResourceState(provider: Provider): CallHandler<"UpgradeResourceState"> {
  return async ({ typeName, version, rawState }) => {
    const resource = resourceNamed(provider, typeName);
    const text = Buffer.from(rawState?.json ?? []).toString("utf8");
    const current =
      Number(version) < (resource.schema.version ?? 0)
        ? upgraded(text, (state) => resource.upgrade(state, Number(version)))
        : text;
    const state = decodeJson(current, resource.type, { unknownAttributes: "drop" });
    return { upgradedState: encodeDynamicValue(state, resource.type) };
  };
}

function upgraded(text: string, upgrade: (state: JsonObject) => JsonObject): string {
  const state: unknown = JSON.parse(text);
  return JSON.stringify(isJsonObject(state) ? upgrade(state) : state);
}
