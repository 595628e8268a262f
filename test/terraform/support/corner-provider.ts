import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeMessage } from "../../../src/terraform/plugin/protobuf/codec.ts";
import { calls } from "../../../src/terraform/plugin/protobuf/protocol-calls.ts";
import { EncodedResponse, type ProviderServer } from "../../../src/terraform/plugin/provider-server.ts";
import { typeOfBlock } from "../../../src/terraform/plugin/schema-type.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isUnknown,
  unknown,
  unknownNotNull,
} from "../../../src/terraform/plugin/values/cty-value.ts";
import {
  decodeDynamicValue,
  encodeDynamicValue,
} from "../../../src/terraform/plugin/values/dynamic-value.ts";
import { decodeJson } from "../../../src/terraform/plugin/values/json-values.ts";
import { toAttributePath } from "../../../src/terraform/plugin/values/path.ts";
import { configurationSchema, echoSchema, thingSchema } from "./corner-schema.ts";

const thingType = typeOfBlock(thingSchema);
const echoType = typeOfBlock(echoSchema);
const serverCapabilities = { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: true };

/** A provider that stores its objects as files in a folder, so that Terraform can see creates, drift and deletes. */
export function cornerProvider(): ProviderServer {
  let folder: string | undefined;
  const fileOf = (id: CtyValue | undefined): string => join(folder ?? ".", `${id as string}.json`);

  return {
    GetProviderSchema: async () => new EncodedResponse(encodedSchema()),
    GetMetadata: async () => ({ serverCapabilities, resources: [{ typeName: "corner_thing" }] }),
    ValidateProviderConfig: async () => ({}),
    ConfigureProvider: async ({ config }) => {
      const configuration = decodeDynamicValue(config, typeOfBlock(configurationSchema)) as CtyObject;
      folder = configuration["folder"] as string;
      return {};
    },
    ValidateResourceConfig: async ({ config }) => {
      const thing = decodeDynamicValue(config, thingType) as CtyObject;
      return { diagnostics: thing["name"] === "forbidden" ? [forbiddenName] : [] };
    },
    ValidateDataResourceConfig: async () => ({}),
    UpgradeResourceState: async ({ rawState }) => {
      const state = decodeJson(Buffer.from(rawState?.json ?? []).toString(), thingType, {
        unknownAttributes: "drop",
      });
      return { upgradedState: encodeDynamicValue(state, thingType) };
    },
    ReadResource: async ({ currentState, private: kept }) => {
      const state = decodeDynamicValue(currentState, thingType) as CtyObject;
      const file = fileOf(state["id"]);
      const found = existsSync(file) ? decodeJson(readFileSync(file, "utf8"), thingType) : null;
      return { newState: encodeDynamicValue(found, thingType), private: kept };
    },
    PlanResourceChange: async ({ priorState, proposedNewState, priorPrivate }) => {
      const prior = decodeDynamicValue(priorState, thingType) as CtyObject | null;
      const proposed = decodeDynamicValue(proposedNewState, thingType) as CtyObject | null;
      const replaced = prior !== null && proposed !== null && prior["kind"] !== proposed["kind"];
      return {
        plannedState: encodeDynamicValue(plannedThing(prior, proposed), thingType),
        plannedPrivate: priorPrivate,
        requiresReplace: replaced ? [toAttributePath(["kind"])] : [],
      };
    },
    ApplyResourceChange: async ({ priorState, plannedState, config }) => {
      const planned = decodeDynamicValue(plannedState, thingType) as CtyObject | null;
      if (planned === null) {
        rmSync(fileOf((decodeDynamicValue(priorState, thingType) as CtyObject)["id"]), { force: true });
        return {};
      }
      const secret = (decodeDynamicValue(config, thingType) as CtyObject)["secret_wo"] ?? null;
      const thing = appliedThing(planned);
      writeFileSync(fileOf(thing["id"]), JSON.stringify(thing));
      return {
        newState: encodeDynamicValue(thing, thingType),
        private: Buffer.from(JSON.stringify({ secretLength: ((secret as string | null) ?? "").length })),
      };
    },
    ImportResourceState: async ({ typeName, id }) => {
      const state = encodeDynamicValue(decodeJson(readFileSync(fileOf(id), "utf8"), thingType), thingType);
      return { importedResources: [{ typeName, state }] };
    },
    MoveResourceState: async ({ sourceState }) => {
      const name = (JSON.parse(Buffer.from(sourceState?.json ?? []).toString()) as { id: string }).id;
      // Terraform calls MoveResourceState before ConfigureProvider, so only the state is available.
      const thing = appliedThing(ctyObject([["name", name]]));
      return { targetState: encodeDynamicValue(thing, thingType) };
    },
    ReadDataSource: async ({ config }, { signal }) => {
      const given = decodeDynamicValue(config, echoType) as CtyObject;
      if (given["text"] === "wait")
        return await new Promise((resolve) => signal.addEventListener("abort", () => resolve({})));
      if (given["text"] === "crash") return await crashLater();
      return { state: encodeDynamicValue({ ...given, seen: true }, echoType) };
    },
    StopProvider: async () => ({}),
  };
}

function crashLater(): Promise<never> {
  return new Promise(() => {
    setImmediate(() => {
      throw new Error("nobody caught this");
    });
  });
}

const forbiddenName = {
  severity: "error",
  summary: "A thing cannot be called that",
  detail: "Choose another name.",
  attribute: toAttributePath(["name"]),
} as const;

function plannedThing(prior: CtyObject | null, proposed: CtyObject | null): CtyObject | null {
  if (proposed === null) return null;
  const name = proposed["name"] as CtyValue;
  const renamed = prior === null || isUnknown(name) || prior["name"] !== name;
  return {
    ...proposed,
    id: prior === null || prior["kind"] !== proposed["kind"] ? unknown : (prior["id"] as CtyValue),
    label: renamed ? unknownNotNull : (prior["label"] as CtyValue),
    secret_wo: null,
  };
}

function appliedThing(planned: CtyObject): CtyObject {
  const name = planned["name"] as string;
  const id = planned["id"];
  return {
    ...planned,
    id: typeof id === "string" ? id : `id-${name}`,
    label: `corner-${name}`,
  };
}

function encodedSchema(): Buffer {
  return encodeMessage(calls.GetProviderSchema.response, {
    provider: { block: configurationSchema },
    resourceSchemas: { corner_thing: { version: 1, block: thingSchema } },
    dataSourceSchemas: { corner_echo: { block: echoSchema } },
    serverCapabilities,
  });
}
