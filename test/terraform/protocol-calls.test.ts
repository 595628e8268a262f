import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeOfBlock } from "../../src/terraform/plugin/schema-type.ts";
import {
  type CtyObject,
  type CtyValue,
  unknown,
  unknownNotNull,
} from "../../src/terraform/plugin/values/cty-value.ts";
import { decodeMsgpack } from "../../src/terraform/plugin/values/msgpack-reader.ts";
import { encodeMsgpack } from "../../src/terraform/plugin/values/msgpack-writer.ts";
import { configurationSchema, echoSchema, thingSchema } from "./support/corner-schema.ts";
import type { OracleMessage } from "./support/oracle-messages.ts";
import { cornerProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import {
  type OracleClient,
  oracleClient,
  ownCredentials,
  type ProviderProcess,
  startProvider,
} from "./support/provider-process.ts";

const thingType = typeOfBlock(thingSchema);
const echoType = typeOfBlock(echoSchema);

let bundle: ProviderBundle;
let provider: ProviderProcess;
let client: OracleClient;
let store: string;

beforeAll(async () => {
  bundle = await cornerProvider();
  store = mkdtempSync(join(bundle.folder, "store-"));
  provider = await startProvider(bundle.executable);
  client = oracleClient(provider.socket, ownCredentials(provider));
  const config = { msgpack: encodeMsgpack({ folder: store }, typeOfBlock(configurationSchema)) };
  await ask("ConfigureProvider", { terraform_version: "1.11.4", config }, "Diagnostics");
});
afterAll(() => {
  client.close();
  provider.child.kill("SIGKILL");
});

function ask(name: string, request: object, response?: OracleMessage): Promise<Record<string, unknown>> {
  const message = name === "GetProviderSchema" ? "Empty" : (`${name}Request` as OracleMessage);
  return client.call(
    `/tfplugin6.Provider/${name}`,
    [message, request],
    response ?? (`${name}Response` as OracleMessage),
  );
}

const thing = (value: CtyValue): { msgpack: Buffer } => ({ msgpack: encodeMsgpack(value, thingType) });
const thingIn = (message: unknown): CtyObject | null =>
  decodeMsgpack((message as { msgpack: Buffer }).msgpack, thingType) as CtyObject | null;

test("the schema has each of its flags", async () => {
  const answer = (await ask("GetProviderSchema", {})) as {
    resource_schemas: Record<
      string,
      { version: number; block: { attributes: { name: string }[]; block_types: object[] } }
    >;
    server_capabilities: object;
  };
  const { version, block } = answer.resource_schemas["corner_thing"] ?? {
    version: 0,
    block: { attributes: [], block_types: [] },
  };
  const attribute = (name: string): object | undefined =>
    block.attributes.find((candidate) => candidate.name === name);
  expect(version).toBe(1);
  expect(attribute("id")).toEqual({ name: "id", type: Buffer.from('"string"'), computed: true });
  expect(attribute("secret_wo")).toMatchObject({ optional: true, write_only: true });
  expect(attribute("password")).toMatchObject({ sensitive: true });
  expect(attribute("old")).toMatchObject({ deprecated: true });
  expect(attribute("home")).toMatchObject({
    nested_type: { nesting: 1, attributes: [{ name: "street", required: true }, { name: "number" }] },
  });
  expect(attribute("home")).not.toHaveProperty("type");
  expect(block.block_types.map((nested) => (nested as { nesting: number }).nesting)).toEqual([2, 3, 1]);
  expect(answer.server_capabilities).toEqual({
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
  });
});

describe("a value returns unchanged, byte for byte", () => {
  const echo = async (config: { msgpack: Buffer } | { json: Buffer }): Promise<Buffer> => {
    const answer = await ask("ReadDataSource", { type_name: "corner_echo", config });
    return (answer["state"] as { msgpack: Buffer }).msgpack;
  };
  /** An encoded object of the data source. One attribute has these bytes. */
  const echoed = (given: string, bytes: string, seen: string): Buffer => {
    const parts = ["amount", "flag", "text", "words", "seen"].flatMap((name) => [
      Buffer.from([0xa0 | name.length]),
      Buffer.from(name),
      Buffer.from(name === given ? bytes : name === "seen" ? seen : "c0", "hex"),
    ]);
    return Buffer.concat([Buffer.from([0x85]), ...parts]);
  };

  test.each([
    { what: "null", name: "flag", bytes: "c0" },
    { what: "an unknown", name: "flag", bytes: "d40000" },
    { what: "an unknown that will not be null", name: "flag", bytes: "c7030c8101c2" },
    { what: "an unknown with a prefix", name: "text", bytes: "c7080c8201c202a361622d" },
    { what: "an unknown with bounds", name: "amount", bytes: "c7090c82039201c304920ac2" },
    { what: "an unknown list with lengths", name: "words", bytes: "c7050c820501060a" },
    { what: "an unknown within a list", name: "words", bytes: "92a161d40000" },
    { what: "an empty list", name: "words", bytes: "90" },
    { what: "a decimal that no double is", name: "amount", bytes: "a3302e31" },
    {
      what: "the largest unsigned integer",
      name: "amount",
      bytes: "b43138343436373434303733373039353531363135",
    },
    { what: "text beyond the basic plane", name: "text", bytes: "a4f09f8e89" },
  ])("$what", async ({ name, bytes }) => {
    const state = await echo({ msgpack: echoed(name, bytes, "c0") });
    expect(state.toString("hex")).toBe(echoed(name, bytes, "c3").toString("hex"));
  });

  test("also in JSON", async () => {
    const json = Buffer.from('{"amount":12345678901234567890.5,"text":"a"}');
    const state = decodeMsgpack(await echo({ json }), echoType);
    expect(state).toMatchObject({ amount: "12345678901234567890.5", text: "a", words: null });
  });

  test("also with 24 MiB", async () => {
    const text = "x".repeat(24 * 1024 * 1024);
    const state = decodeMsgpack(await echo({ msgpack: encodeMsgpack({ text }, echoType) }), echoType);
    expect((state as CtyObject)["text"] === text).toBe(true);
  });
});

describe("plan and apply", () => {
  const planned = async (
    prior: CtyValue,
    proposed: CtyValue,
    extra: object = {},
  ): Promise<Record<string, unknown>> =>
    await ask("PlanResourceChange", {
      type_name: "corner_thing",
      prior_state: thing(prior),
      proposed_new_state: thing(proposed),
      config: thing(proposed),
      ...extra,
    });

  test("a create plans unknown values, refined by known facts", async () => {
    const { planned_state: state } = await planned(null, { name: "a", secret_wo: "canary" });
    expect(thingIn(state)).toMatchObject({
      id: unknown,
      label: unknownNotNull,
      secret_wo: null,
    });
  });

  test("an unknown name keeps the label unknown", async () => {
    const { planned_state: state } = await planned(
      { id: "1", name: "a", label: "corner-a" },
      { id: "1", name: unknown },
    );
    expect(thingIn(state)?.["label"]).toEqual(unknownNotNull);
  });

  test("a replacement names the path that forces it", async () => {
    const { requires_replace: paths } = await planned(
      { id: "1", name: "a", kind: "x" },
      { id: "1", name: "a", kind: "y" },
    );
    expect(paths).toEqual([{ steps: [{ attribute_name: "kind" }] }]);
  });

  test("private state returns from a plan", async () => {
    const kept = Buffer.from([0, 255, 1]);
    const { planned_private: returned } = await planned(
      { id: "1", name: "a" },
      { id: "1", name: "a" },
      { prior_private: kept },
    );
    expect(returned).toEqual(kept);
  });

  test("a destroy plans null, and applying it returns null and deletes the object", async () => {
    writeFileSync(join(store, "gone.json"), JSON.stringify({ id: "gone", name: "g" }));
    const prior = { id: "gone", name: "g" };
    const { planned_state: state } = await planned(prior, null);
    expect(thingIn(state)).toBe(null);
    const answer = await ask("ApplyResourceChange", {
      type_name: "corner_thing",
      prior_state: thing(prior),
      planned_state: thing(null),
      config: thing(null),
    });
    expect(answer["new_state"]).toBe(undefined);
    expect(existsSync(join(store, "gone.json"))).toBe(false);
  });

  test("a write-only value is read from the configuration, and never returned in clear", async () => {
    const answer = await ask("ApplyResourceChange", {
      type_name: "corner_thing",
      prior_state: thing(null),
      planned_state: thing({ name: "secretive", id: unknown, label: unknown }),
      config: thing({ name: "secretive", secret_wo: "canary" }),
    });
    expect(thingIn(answer["new_state"])).toMatchObject({ id: "id-secretive", secret_wo: null });
    expect(String(answer["private"])).toBe('{"secretLength":6}');
  });

  test("a deleted object reads as null, and keeps its private state", async () => {
    const answer = await ask("ReadResource", {
      type_name: "corner_thing",
      current_state: thing({ id: "never", name: "n" }),
      private: Buffer.from("kept"),
    });
    expect(thingIn(answer["new_state"])).toBe(null);
    expect(String(answer["private"])).toBe("kept");
  });
});

test("a state of an older schema is upgraded: missing values are null, and removed ones are dropped", async () => {
  const json = Buffer.from('{"id":"1","name":"a","amount":"12","once":true}');
  const answer = await ask("UpgradeResourceState", {
    type_name: "corner_thing",
    version: 0,
    raw_state: { json },
  });
  expect(thingIn(answer["upgraded_state"])).toMatchObject({ id: "1", amount: 12, kind: null });
});

test("a resource of another provider moves here", async () => {
  const answer = await ask("MoveResourceState", {
    source_provider_address: "registry.terraform.io/hashicorp/null",
    source_type_name: "null_resource",
    source_state: { json: Buffer.from('{"id":"42"}') },
    target_type_name: "corner_thing",
  });
  expect(thingIn(answer["target_state"])).toMatchObject({ id: "id-42", name: "42" });
});

test("an import returns the resource", async () => {
  writeFileSync(join(store, "there.json"), JSON.stringify({ id: "there", name: "t" }));
  const answer = await ask("ImportResourceState", { type_name: "corner_thing", id: "there" });
  const [imported] = answer["imported_resources"] as { type_name: string; state: object }[];
  expect(imported?.type_name).toBe("corner_thing");
  expect(thingIn(imported?.state)).toMatchObject({ id: "there", name: "t" });
});

test("a diagnostic has the path of the error", async () => {
  const answer = await ask(
    "ValidateResourceConfig",
    { type_name: "corner_thing", config: thing({ name: "forbidden" }) },
    "Diagnostics",
  );
  expect(answer["diagnostics"]).toEqual([
    {
      severity: 1,
      summary: "A thing cannot be called that",
      detail: "Choose another name.",
      attribute: { steps: [{ attribute_name: "name" }] },
    },
  ]);
});

describe("calls with an error", () => {
  test("an unimplemented call of the protocol", async () => {
    const call = client.call("/tfplugin6.Provider/GetFunctions", ["Empty", {}], "Empty");
    await expect(call).rejects.toMatchObject({
      code: grpc.status.UNIMPLEMENTED,
      details: "This provider does not implement GetFunctions.",
    });
  });

  test("a call of other kinds of providers", async () => {
    const call = client.call("/tfplugin6.Provider/CallFunction", ["Empty", {}], "Empty");
    await expect(call).rejects.toMatchObject({ code: grpc.status.UNIMPLEMENTED });
  });

  test("a value of the wrong type, without its content in the response", async () => {
    const config = { msgpack: Buffer.from("81a46e616d6593a663616e617279c0c0", "hex") };
    const call = ask("ValidateResourceConfig", { type_name: "corner_thing", config }, "Diagnostics");
    await expect(call).rejects.toMatchObject({
      code: grpc.status.INVALID_ARGUMENT,
      details: "name: the value is not a string",
    });
  });

  test("an unexpected error, without its message in the response", async () => {
    const call = ask("ImportResourceState", { type_name: "corner_thing", id: "canary" });
    await expect(call).rejects.toMatchObject({ code: grpc.status.INTERNAL });
    await expect(call).rejects.not.toMatchObject({ details: expect.stringContaining("canary") as string });
  });

  test("a deadline ends the call, and the provider continues", async () => {
    const call = client.call(
      "/tfplugin6.Provider/ReadDataSource",
      ["ReadDataSourceRequest", { config: { msgpack: encodeMsgpack({ text: "wait" }, echoType) } }],
      "ReadDataSourceResponse",
      { deadline: 40 },
    );
    await expect(call).rejects.toMatchObject({ code: grpc.status.DEADLINE_EXCEEDED });
    expect(await client.call("/tfplugin6.Provider/StopProvider", ["Empty", {}], "Empty")).toEqual({});
  });
});

test("two hundred calls at once all return", async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, amount) =>
      ask("ReadDataSource", {
        type_name: "corner_echo",
        config: { msgpack: encodeMsgpack({ amount }, echoType) },
      }),
    ),
  );
  const amounts = answers.map((answer) => {
    const state = decodeMsgpack((answer["state"] as { msgpack: Buffer }).msgpack, echoType) as CtyObject;
    return state["amount"];
  });
  expect(amounts).toEqual(Array.from({ length: 200 }, (_, index) => index));
});
