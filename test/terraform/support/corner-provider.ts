import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calls } from "../../../src/tfplugin/protobuf/calls.ts";
import { encodeMessage } from "../../../src/tfplugin/protobuf/codec.ts";
import { EncodedResponse, type ProviderServer } from "../../../src/tfplugin/provider-server.ts";
import { typeOfBlock } from "../../../src/tfplugin/schema-type.ts";
import { cty } from "../../../src/tfplugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isUnknown,
  refinedUnknown,
  TypedValue,
  unknown,
} from "../../../src/tfplugin/values/cty-value.ts";
import { decodeDynamicValue, encodeDynamicValue } from "../../../src/tfplugin/values/dynamic-value.ts";
import { decodeJson, encodeJson } from "../../../src/tfplugin/values/json.ts";
import { attributePath, toAttributePath } from "../../../src/tfplugin/values/path.ts";
import {
  configurationSchema,
  countFunction,
  echoSchema,
  reverseFunction,
  thingSchema,
  ticketSchema,
} from "./corner-schema.ts";

const thingType = typeOfBlock(thingSchema);
const echoType = typeOfBlock(echoSchema);
const ticketType = typeOfBlock(ticketSchema);
const serverCapabilities = { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: true };

/** A provider that keeps its things as files of a folder: enough for Terraform to see creation, drift and absence. */
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
    ValidateEphemeralResourceConfig: async () => ({}),
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
        requiresReplace: replaced ? [toAttributePath(attributePath("kind"))] : [],
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
      writeFileSync(fileOf(thing["id"]), encodeJson(thing, thingType));
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
      // Terraform moves before it configures: what a state says must suffice.
      const thing = appliedThing(ctyObject([["name", name]]));
      return { targetState: encodeDynamicValue(thing, thingType) };
    },
    ReadDataSource: async ({ config }) => {
      const { input } = decodeDynamicValue(config, echoType) as { input: CtyValue };
      return { state: encodeDynamicValue({ input, output: input }, echoType) };
    },
    OpenEphemeralResource: async ({ config }) => {
      const { holder } = decodeDynamicValue(config, ticketType) as { holder: string };
      const result = encodeDynamicValue({ holder, ticket: `ticket for ${holder}` }, ticketType);
      return { result, private: Buffer.from("opened") };
    },
    RenewEphemeralResource: async () => ({}),
    CloseEphemeralResource: async () => ({}),
    CallFunction: async ({ name, arguments: given }, { signal }) => {
      if (name === "wait")
        return await new Promise((resolve) => signal.addEventListener("abort", () => resolve({})));
      if (name === "crash") return await crashLater();
      if (name === "count") return { result: encodeDynamicValue(given.length, cty.number) };
      const text = decodeDynamicValue(given[0], cty.string) as string;
      if (text === "") return { error: { text: "there is nothing to reverse", functionArgument: 0 } };
      return { result: encodeDynamicValue(Array.from(text).reverse().join(""), cty.string) };
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
  attribute: toAttributePath(attributePath("name")),
} as const;

function plannedThing(prior: CtyObject | null, proposed: CtyObject | null): CtyObject | null {
  if (proposed === null) return null;
  const name = proposed["name"] as CtyValue;
  const renamed = prior === null || isUnknown(name) || prior["name"] !== name;
  return {
    ...proposed,
    id: prior === null || prior["kind"] !== proposed["kind"] ? unknown : (prior["id"] as CtyValue),
    label: renamed ? refinedUnknown({ notNull: true, prefix: "corner-" }) : (prior["label"] as CtyValue),
    secret_wo: null,
  };
}

function appliedThing(planned: CtyObject): CtyObject {
  const name = planned["name"] as string;
  const id = planned["id"];
  const anything = planned["anything"];
  return {
    ...planned,
    id: typeof id === "string" ? id : `id-${name}`,
    label: `corner-${name}`,
    anything: anything instanceof TypedValue ? anything : null,
  };
}

function encodedSchema(): Buffer {
  return encodeMessage(calls.GetProviderSchema.response, {
    provider: { block: configurationSchema },
    resourceSchemas: { corner_thing: { version: 1, block: thingSchema } },
    dataSourceSchemas: { corner_echo: { block: echoSchema } },
    ephemeralResourceSchemas: { corner_ticket: { block: ticketSchema } },
    functions: { reverse: reverseFunction, count: countFunction },
    serverCapabilities,
  });
}
