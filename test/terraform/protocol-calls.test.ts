import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeOfBlock } from "../../src/tfplugin/schema-type.ts";
import { cty } from "../../src/tfplugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  refinedUnknown,
  TypedValue,
  unknown,
} from "../../src/tfplugin/values/cty-value.ts";
import { encodeJson } from "../../src/tfplugin/values/json.ts";
import { decodeMsgpack, encodeMsgpack } from "../../src/tfplugin/values/msgpack.ts";
import { configurationSchema, echoSchema, thingSchema } from "./support/corner-schema.ts";
import type { OracleMessage } from "./support/oracle-messages.ts";
import { buildCornerProvider, type ProviderBundle } from "./support/provider-bundle.ts";
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
  bundle = await buildCornerProvider();
  store = join(bundle.folder, "store");
  mkdirSync(store);
  provider = await startProvider(bundle.executable);
  client = oracleClient(provider.socket, ownCredentials(provider));
  const config = { msgpack: encodeMsgpack({ folder: store }, typeOfBlock(configurationSchema)) };
  await ask("ConfigureProvider", { terraform_version: "1.11.4", config }, "Diagnostics");
});
afterAll(() => {
  client.close();
  provider.child.kill("SIGKILL");
  bundle.remove();
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

test("the schema arrives with each of its flags", async () => {
  const answer = (await ask("GetProviderSchema", {})) as {
    resource_schemas: Record<
      string,
      { version: number; block: { attributes: { name: string }[]; block_types: object[] } }
    >;
    server_capabilities: object;
    functions: Record<string, object>;
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
  expect(block.block_types.map((nested) => (nested as { nesting: number }).nesting)).toEqual([2, 3, 1, 4, 5]);
  expect(answer.server_capabilities).toEqual({
    plan_destroy: true,
    get_provider_schema_optional: true,
    move_resource_state: true,
  });
  expect(Object.keys(answer.functions)).toEqual(["reverse", "count"]);
});

describe("a value comes back as it went, byte for byte", () => {
  const typed = (type: string, value: string): string => {
    const json = Buffer.from(type);
    return `92c4${json.length.toString(16).padStart(2, "0")}${json.toString("hex")}${value}`;
  };
  test.each([
    { what: "null", bytes: "c0" },
    { what: "a null with a type", bytes: typed('"string"', "c0") },
    { what: "an unknown", bytes: "d40000" },
    { what: "an unknown with a type", bytes: typed('"bool"', "d40000") },
    { what: "an unknown with bounds", bytes: typed('"number"', "c7090c82039201c304920ac2") },
    { what: "an unknown list with lengths", bytes: typed('["list","string"]', "c7050c820501060a") },
    { what: "a decimal that no double is", bytes: typed('"number"', "a3302e31") },
    {
      what: "the largest unsigned integer",
      bytes: typed('"number"', "b43138343436373434303733373039353531363135"),
    },
    { what: "a double", bytes: typed('"number"', "cb3fe0000000000000") },
    { what: "an infinity", bytes: typed('"number"', "cb7ff0000000000000") },
    {
      what: "the keys of Object.prototype",
      bytes: typed('["map","bool"]', "82a95f5f70726f746f5f5fc3ab636f6e7374727563746f72c2"),
    },
    {
      what: "an attribute called __proto__",
      bytes: typed('["object",{"__proto__":"bool"}]', "81a95f5f70726f746f5f5fc3"),
    },
    { what: "an unknown within a tuple", bytes: typed('["tuple",["string","bool"]]', "92a161d40000") },
    { what: "an empty tuple", bytes: typed('["tuple",[]]', "90") },
    { what: "a dynamic within a list", bytes: typed('["list","dynamic"]', `91${typed('"bool"', "c3")}`) },
    { what: "text beyond the basic plane", bytes: typed('"string"', "a4f09f8e89") },
  ])("$what", async ({ bytes }) => {
    const name = Buffer.from("input").toString("hex");
    const output = Buffer.from("output").toString("hex");
    const config = { msgpack: Buffer.from(`82a5${name}${bytes}a6${output}c0`, "hex") };
    const answer = (await ask("ReadDataSource", { type_name: "corner_echo", config })) as {
      state: { msgpack: Buffer };
    };
    expect(answer.state.msgpack.toString("hex")).toBe(`82a5${name}${bytes}a6${output}${bytes}`);
  });

  test("also when it is written in JSON", async () => {
    const json = Buffer.from('{"input":{"type":"number","value":12345678901234567890.5},"output":null}');
    const answer = (await ask("ReadDataSource", { type_name: "corner_echo", config: { json } })) as {
      state: { msgpack: Buffer };
    };
    const state = decodeMsgpack(answer.state.msgpack, echoType) as CtyObject;
    expect(state["output"]).toEqual(new TypedValue(cty.number, "12345678901234567890.5"));
  });

  test("also when it is 24 MiB", async () => {
    const input = new TypedValue(cty.string, "x".repeat(24 * 1024 * 1024));
    const config = { msgpack: encodeMsgpack({ input, output: null }, echoType) };
    const answer = (await ask("ReadDataSource", { type_name: "corner_echo", config })) as {
      state: { msgpack: Buffer };
    };
    expect(answer.state.msgpack.length).toBeGreaterThan(48 * 1024 * 1024);
  });
});

describe("planning and applying", () => {
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

  test("a create plans unknowns, refined where something is known", async () => {
    const { planned_state: state } = await planned(null, { name: "a", secret_wo: "canary" });
    expect(thingIn(state)).toMatchObject({
      id: unknown,
      label: refinedUnknown({ notNull: true, prefix: "corner-" }),
      secret_wo: null,
    });
  });

  test("an unknown name keeps the label unknown", async () => {
    const { planned_state: state } = await planned(
      { id: "1", name: "a", label: "corner-a" },
      { id: "1", name: unknown },
    );
    expect(thingIn(state)?.["label"]).toEqual(refinedUnknown({ notNull: true, prefix: "corner-" }));
  });

  test("what forces replacement is named by its path", async () => {
    const { requires_replace: paths } = await planned(
      { id: "1", name: "a", kind: "x" },
      { id: "1", name: "a", kind: "y" },
    );
    expect(paths).toEqual([{ steps: [{ attribute_name: "kind" }] }]);
  });

  test("private state comes back from a plan", async () => {
    const kept = Buffer.from([0, 255, 1]);
    const { planned_private: returned } = await planned(
      { id: "1", name: "a" },
      { id: "1", name: "a" },
      { prior_private: kept },
    );
    expect(returned).toEqual(kept);
  });

  test("a destroy plans null, and applying it answers null and removes the thing", async () => {
    writeFileSync(join(store, "gone.json"), encodeJson({ id: "gone", name: "g" }, thingType));
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

  test("a write-only value is read from the configuration and returned nowhere in clear", async () => {
    const answer = await ask("ApplyResourceChange", {
      type_name: "corner_thing",
      prior_state: thing(null),
      planned_state: thing({ name: "secretive", id: unknown, label: unknown }),
      config: thing({ name: "secretive", secret_wo: "canary" }),
    });
    expect(thingIn(answer["new_state"])).toMatchObject({ id: "id-secretive", secret_wo: null });
    expect(String(answer["private"])).toBe('{"secretLength":6}');
  });

  test("what has gone reads as null, with its private state kept", async () => {
    const answer = await ask("ReadResource", {
      type_name: "corner_thing",
      current_state: thing({ id: "never", name: "n" }),
      private: Buffer.from("kept"),
    });
    expect(thingIn(answer["new_state"])).toBe(null);
    expect(String(answer["private"])).toBe("kept");
  });
});

test("a state of an older schema is upgraded: what it lacks is null, what it had too much is dropped", async () => {
  const json = Buffer.from('{"id":"1","name":"a","amount":"12","once":true}');
  const answer = await ask("UpgradeResourceState", {
    type_name: "corner_thing",
    version: 0,
    raw_state: { json },
  });
  expect(thingIn(answer["upgraded_state"])).toMatchObject({ id: "1", amount: 12, kind: null });
});

test("a resource of another provider moves in", async () => {
  const answer = await ask("MoveResourceState", {
    source_provider_address: "registry.terraform.io/hashicorp/null",
    source_type_name: "null_resource",
    source_state: { json: Buffer.from('{"id":"42"}') },
    target_type_name: "corner_thing",
  });
  expect(thingIn(answer["target_state"])).toMatchObject({ id: "id-42", name: "42" });
});

test("an import answers the resource", async () => {
  writeFileSync(join(store, "there.json"), encodeJson({ id: "there", name: "t" }, thingType));
  const answer = await ask("ImportResourceState", { type_name: "corner_thing", id: "there" });
  const [imported] = answer["imported_resources"] as { type_name: string; state: object }[];
  expect(imported?.type_name).toBe("corner_thing");
  expect(thingIn(imported?.state)).toMatchObject({ id: "there", name: "t" });
});

test("a diagnostic has the path of what is wrong", async () => {
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

test("an ephemeral resource opens with a result and private bytes", async () => {
  const type = cty.object({ holder: cty.string, ticket: cty.string });
  const config = { msgpack: encodeMsgpack({ holder: "me" }, type) };
  const answer = await ask("OpenEphemeralResource", { type_name: "corner_ticket", config });
  expect(decodeMsgpack((answer["result"] as { msgpack: Buffer }).msgpack, type)).toMatchObject({
    ticket: "ticket for me",
  });
  expect(String(answer["private"])).toBe("opened");
});

test("a function's error names the argument, be it the first", async () => {
  const answer = await ask("CallFunction", {
    name: "reverse",
    arguments: [{ msgpack: encodeMsgpack("", cty.string) }],
  });
  expect(answer["error"]).toEqual({ text: "there is nothing to reverse", function_argument: 0 });
});

describe("calls that end otherwise", () => {
  test("a call of the protocol that this provider lacks", async () => {
    const call = client.call("/tfplugin6.Provider/GetFunctions", ["Empty", {}], "Empty");
    await expect(call).rejects.toMatchObject({
      code: grpc.status.UNIMPLEMENTED,
      details: "This provider does not implement GetFunctions.",
    });
  });

  test("a value that does not fit its type, whose content stays out of the answer", async () => {
    const config = { msgpack: Buffer.from("81a46e616d6593a663616e617279c0c0", "hex") };
    const call = ask("ValidateResourceConfig", { type_name: "corner_thing", config }, "Diagnostics");
    await expect(call).rejects.toMatchObject({
      code: grpc.status.INVALID_ARGUMENT,
      details: "name: what is there is no string",
    });
  });

  test("what the provider did not foresee, whose message stays out of the answer", async () => {
    const call = ask("ImportResourceState", { type_name: "corner_thing", id: "canary" });
    await expect(call).rejects.toMatchObject({ code: grpc.status.INTERNAL });
    await expect(call).rejects.not.toMatchObject({ details: expect.stringContaining("canary") as string });
  });

  test("a deadline ends the call, and the provider goes on", async () => {
    const call = client.call(
      "/tfplugin6.Provider/CallFunction",
      ["CallFunctionRequest", { name: "wait" }],
      "CallFunctionResponse",
      { deadline: 40 },
    );
    await expect(call).rejects.toMatchObject({ code: grpc.status.DEADLINE_EXCEEDED });
    expect(await client.call("/tfplugin6.Provider/StopProvider", ["Empty", {}], "Empty")).toEqual({});
  });
});

test("two hundred calls at once are all answered", async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const input = new TypedValue(cty.number, index);
      return ask("ReadDataSource", {
        type_name: "corner_echo",
        config: { msgpack: encodeMsgpack({ input, output: null }, echoType) },
      });
    }),
  );
  const numbers = answers.map((answer) => {
    const state = decodeMsgpack((answer["state"] as { msgpack: Buffer }).msgpack, echoType) as CtyObject;
    return (state["output"] as TypedValue).value;
  });
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index));
});
