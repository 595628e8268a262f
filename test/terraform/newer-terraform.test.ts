import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configurationType } from "../../src/terraform/configuration.ts";
import { type CtyObject, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { type DocsService, organization, startService, tokenCanary } from "./support/docs-service.ts";
import { typeIndex } from "./support/every-type.ts";
import type { OracleMessage } from "./support/oracle-messages.ts";
import { docsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import {
  type OracleClient,
  oracleClient,
  ownCredentials,
  type ProviderProcess,
  startProvider,
} from "./support/provider-process.ts";
import { filled, objectIn, wireValue } from "./support/wire-values.ts";

/*
 * Terraform 1.12 to 1.16 have calls that protocol 6.8 does not have. They ask every provider for identity schemas, and continue without them if the
 * provider does not implement the call. They make the other calls only if a schema or a capability of the provider announces them.
 */

let bundle: ProviderBundle;
let service: DocsService;
let provider: ProviderProcess;
let client: OracleClient;

beforeAll(async () => {
  bundle = await docsProvider();
  service = await startService();
  // The provider keeps its records of creates in this folder.
  provider = await startProvider(bundle.executable, { TF_DATA_DIR: bundle.folder });
  client = oracleClient(provider.socket, ownCredentials(provider));
});
afterAll(async () => {
  client.close();
  provider.child.kill("SIGKILL");
  await service.close();
});

const rpc = (name: string): string => `/tfplugin6.Provider/${name}`;

describe("calls of newer versions are not implemented, and the provider continues", () => {
  const unary = [
    "GetResourceIdentitySchemas",
    "UpgradeResourceIdentity",
    "GenerateResourceConfig",
    "ValidateListResourceConfig",
    "ValidateStateStoreConfig",
    "ConfigureStateStore",
    "StateState",
    "UnlockState",
    "GetStates",
    "DeleteState",
    "PlanAction",
    "ValidateActionConfig",
  ];
  const streaming = ["ListResource", "InvokeAction", "ReadStateBytes", "WriteStateBytes"];

  test.each(unary)("%s", async (name) => {
    await expect(client.call(rpc(name), ["Empty", {}], "Empty")).rejects.toMatchObject({
      code: grpc.status.UNIMPLEMENTED,
    });
    await checkAlive();
  });

  test.each(streaming)("%s, with streams", async (name) => {
    const stream = client.listen(rpc(name));
    stream.resume();
    const error = await new Promise<unknown>((resolve) => stream.once("error", resolve));
    expect(error).toMatchObject({ code: grpc.status.UNIMPLEMENTED });
    await checkAlive();
  });

  async function checkAlive(): Promise<void> {
    expect(await client.call("/grpc.health.v1.Health/Check", ["Empty", {}], "Health")).toEqual({ status: 1 });
  }
});

test("the provider announces nothing that needs those calls", async () => {
  const schemas = await client.call(
    rpc("GetProviderSchema"),
    ["Empty", {}],
    "NewerGetProviderSchemaResponse",
  );
  expect(Object.keys(schemas["resource_schemas"] as object).length).toBeGreaterThan(9);
  for (const kind of ["list_resource_schemas", "state_store_schemas", "action_schemas"])
    expect([kind, schemas[kind]]).toEqual([kind, undefined]);
  expect(schemas["server_capabilities"]).toEqual({
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
  });
});

test("ignores new fields of requests, and returns no identity", async () => {
  const { name, type } = resourcesOf(typeIndex).find((each) => each.name === "docs_space") as Resource;
  const able = {
    deferral_allowed: true,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
  };
  const identity = { identity_data: { msgpack: Buffer.from("81a26964a17a", "hex") } };
  const ask = async (call: string, request: object): Promise<Record<string, unknown>> => {
    const messages = [`Newer${call}Request`, `Newer${call}Response`] as const;
    const answer = await client.call(
      rpc(call),
      [messages[0] as OracleMessage, { type_name: name, client_capabilities: able, ...request }],
      call === "ConfigureProvider" ? "Diagnostics" : (messages[1] as OracleMessage),
    );
    expect([call, answer["diagnostics"]]).toEqual([call, undefined]);
    expect([call, JSON.stringify(answer).includes("identity")]).toEqual([call, false]);
    return answer;
  };
  const configuration = { base_url: service.running.url, organization, token: tokenCanary };
  await ask("ConfigureProvider", {
    terraform_version: "1.16.0",
    config: wireValue(filled(configurationType, configuration), configurationType),
  });

  const config = filled(type, { title: "Guides" });
  const plan = await ask("PlanResourceChange", {
    prior_state: wireValue(null, type),
    proposed_new_state: wireValue(config, type),
    config: wireValue(config, type),
    planned_private: Buffer.from("of an earlier plan"),
  });
  expect(objectIn(plan["planned_state"], type)?.["edit_mode"]).toBe(unknown);
  const applied = await ask("ApplyResourceChange", {
    prior_state: wireValue(null, type),
    planned_state: plan["planned_state"],
    planned_private: plan["planned_private"],
    config: wireValue(config, type),
    planned_identity: identity,
  });
  const state = objectIn(applied["new_state"], type) as CtyObject;
  const read = await ask("ReadResource", {
    current_state: applied["new_state"],
    private: applied["private"],
    current_identity: identity,
  });
  expect(objectIn(read["new_state"], type)).toEqual(state);
  const imported = await ask("ImportResourceState", { id: "Guides" });
  expect(imported["imported_resources"]).toMatchObject([{ type_name: name }]);
  const moved = await ask("MoveResourceState", {
    source_provider_address: "registry.terraform.io/fork/docs",
    source_type_name: name,
    source_state: { json: Buffer.from(JSON.stringify(state)) },
    target_type_name: name,
    source_identity: { json: Buffer.from('{"id":"z"}') },
    source_identity_schema_version: 4,
  });
  expect(objectIn(moved["target_state"], type)).toEqual(state);
});
