import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { indexTypes } from "../../src/model/type-index.ts";
import { configurationType } from "../../src/terraform/configuration.ts";
import { type CtyObject, ctyObject } from "../../src/terraform/plugin/values/cty-value.ts";
import { sameValue } from "../../src/terraform/plugin/values/equal.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { someOf } from "../support/laws.ts";
import { type DocsService, organization, startService, tokenCanary } from "./support/docs-service.ts";
import type { OracleMessage } from "./support/oracle-messages.ts";
import { type ProviderBundle, upgradingProvider } from "./support/provider-bundle.ts";
import {
  type OracleClient,
  oracleClient,
  ownCredentials,
  type ProviderProcess,
  startProvider,
} from "./support/provider-process.ts";
import { describeTerraformAgain } from "./support/real-terraform.ts";
import {
  checkNoChanges,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";
import { upgradedType, upgradingTypes } from "./support/upgrading-types.ts";
import { filled, objectIn, wireValue } from "./support/wire-values.ts";

const name = `docs_${upgradedType}`;
const resource = resourcesOf(indexTypes(upgradingTypes)).find((each) => each.name === name) as Resource;
const { type } = resource;

let bundle: ProviderBundle;
let service: DocsService;
beforeAll(async () => {
  bundle = await upgradingProvider();
});
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** A present state, in the form that an earlier schema version had. */
function inVersion(version: number, { edit_mode: editMode, ...state }: JsonObject): JsonObject {
  if (version === 2) return { ...state, edit_mode: editMode ?? null };
  const before = { ...state, inState: editMode === "locked" };
  if (version === 1) return before;
  const { title, ...rest } = before as JsonObject;
  return { ...rest, name: title ?? null };
}

describe("through the protocol's calls", () => {
  let provider: ProviderProcess;
  let client: OracleClient;

  beforeEach(async () => {
    provider = await startProvider(bundle.executable);
    client = oracleClient(provider.socket, ownCredentials(provider));
    const config = { base_url: service.running.url, organization, token: tokenCanary };
    await ask("ConfigureProvider", {
      config: wireValue(filled(configurationType, config), configurationType),
    });
  });
  afterEach(() => {
    client.close();
    provider.child.kill("SIGKILL");
  });

  async function ask(call: string, request: object): Promise<Record<string, unknown>> {
    const response = call === "ConfigureProvider" ? "Diagnostics" : (`${call}Response` as OracleMessage);
    return await client.call(
      `/tfplugin6.Provider/${call}`,
      [`${call}Request` as OracleMessage, request],
      response,
    );
  }

  /** An existing space, and its state in the present form. */
  async function made(): Promise<{ readonly config: CtyObject; readonly state: JsonObject }> {
    const config = filled(type, { title: "Guides", edit_mode: "locked" });
    service.running.emulator.edit("createSpace", {}, { title: "Guides", editMode: "locked" });
    const [id] = service.ids()[upgradedType] ?? [];
    const imported = await ask("ImportResourceState", { type_name: name, id });
    const [first] = imported["imported_resources"] as { state: { msgpack: Buffer } }[];
    return { config, state: objectIn(first?.state, type) as unknown as JsonObject };
  }

  test.each([0, 1, 2])("a state of version %i is upgraded, and the next plan is empty", async (version) => {
    const { config, state } = await made();
    const old = { ...inVersion(version, state), gone: { since: ["long"] } };
    const json = Buffer.from(JSON.stringify(old));
    const upgraded = await ask("UpgradeResourceState", { type_name: name, version, raw_state: { json } });
    expect(upgraded["diagnostics"]).toBeUndefined();
    const prior = objectIn(upgraded["upgraded_state"], type) as CtyObject;
    expect(prior).toEqual(state);
    const read = await ask("ReadResource", { type_name: name, current_state: wireValue(prior, type) });
    expect(objectIn(read["new_state"], type)).toEqual(prior);
    const plan = await ask("PlanResourceChange", {
      type_name: name,
      prior_state: wireValue(prior, type),
      proposed_new_state: wireValue({ ...prior, ...config, ...computedOf(prior) }, type),
      config: wireValue(config, type),
    });
    expect(plan["diagnostics"]).toBeUndefined();
    expect(sameValue(objectIn(plan["planned_state"], type), prior, type)).toBe(true);
  });

  test.each([
    {
      what: "is of a newer provider",
      version: 3,
      json: "{}",
      message: "its schema has the version 3, and this provider knows version 2.",
      remedy: "Use the version of the provider that wrote the state, or a later one.",
    },
    {
      what: "is not JSON",
      version: 0,
      json: '{"name":"canary',
      message: "it is not JSON",
      remedy: "state rm",
    },
    {
      what: "is not JSON of this version",
      version: 2,
      json: '{"title":canary',
      message: "cannot be read",
      remedy: "backup",
    },
    {
      what: "contains other fields than its version has",
      version: 1,
      json: '{"title":{"canary":1}}',
      message: "title: the value is not a string",
      remedy: "Restore a backup of the state.",
    },
    {
      what: "is of a Terraform before 0.12",
      version: 0,
      json: "",
      message: "it contains no JSON",
      remedy: "import",
    },
  ])("a state that $what is refused, with a remedy", async ({ version, json, message, remedy }) => {
    const answer = await ask("UpgradeResourceState", {
      type_name: name,
      version,
      raw_state: { json: Buffer.from(json), flatmap: json === "" ? { id: "canary" } : {} },
    });
    const [refusal] = answer["diagnostics"] as { severity: number; summary: string; detail: string }[];
    expect(refusal).toMatchObject({ severity: 1, summary: `Cannot upgrade the state of ${name}` });
    expect(refusal?.detail).toContain(message);
    expect(refusal?.detail).toContain(remedy);
    expect(JSON.stringify(answer)).not.toContain("canary");
    expect(answer["upgraded_state"]).toBeUndefined();
  });

  test("a state from another provider address is upgraded too", async () => {
    const { state } = await made();
    const move = (version: number) =>
      ask("MoveResourceState", {
        source_provider_address: "registry.terraform.io/fork/docs",
        source_type_name: name,
        source_schema_version: version,
        source_state: { json: Buffer.from(JSON.stringify(inVersion(0, state))) },
        target_type_name: name,
      });
    expect(objectIn((await move(0))["target_state"], type)).toEqual(state);
    const [refusal] = (await move(9))["diagnostics"] as { detail: string }[];
    expect(refusal?.detail).toContain("its schema has the version 9, and this provider knows version 2.");
  });
});

describeTerraformAgain("earlier states through terraform", () => {
  const configuration = (title: string): string =>
    `resource "${name}" "one" {\n  title     = "${title}"\n  edit_mode = "locked"\n}\n`;

  interface StateFile {
    resources: { instances: { schema_version: number; attributes: JsonObject }[] }[];
  }
  const stateFile = (workspace: TerraformWorkspace): string => join(workspace.folder, "terraform.tfstate");
  const stored = (workspace: TerraformWorkspace) =>
    (JSON.parse(readFileSync(stateFile(workspace), "utf8")) as StateFile).resources[0]?.instances[0];

  /** Writes the state as a provider with another schema version left it. */
  function rewrite(workspace: TerraformWorkspace, version: number, attributes: JsonObject): void {
    const state = JSON.parse(readFileSync(stateFile(workspace), "utf8")) as StateFile;
    Object.assign(state.resources[0]?.instances[0] ?? {}, { schema_version: version, attributes });
    workspace.write("terraform.tfstate", JSON.stringify(state));
  }

  test.each(someOf([0, 1], String))(
    "a state of version %i needs no change, and has this version after the next apply",
    async (version) => {
      const workspace = terraformWorkspace(bundle, configuration("Guides"), service.head);
      const { run } = workspace;
      expect((await run("apply", "-auto-approve")).output).toContain("1 added");
      const { attributes } = stored(workspace) ?? { attributes: {} };
      rewrite(workspace, version, { ...inVersion(version, attributes), gone: "long since" });
      await checkNoChanges(workspace);
      workspace.write("main.tf", configuration("User guides"));
      expect((await run("apply", "-auto-approve")).output).toContain("0 added, 1 changed, 0 destroyed");
      expect(stored(workspace)).toMatchObject({ schema_version: 2, attributes: { title: "User guides" } });
      expect(stored(workspace)?.attributes).not.toHaveProperty("gone");
    },
  );

  test("a state of a newer provider is refused and kept", async () => {
    const workspace = terraformWorkspace(bundle, configuration("Guides"), service.head);
    const { run } = workspace;
    await run("apply", "-auto-approve");
    rewrite(workspace, 3, stored(workspace)?.attributes ?? {});
    const before = readFileSync(stateFile(workspace), "utf8");
    const { code, printed } = await run("apply", "-auto-approve");
    expect(code).toBe(1);
    expect(printed).toContain("newer provider version");
    expect(readFileSync(stateFile(workspace), "utf8")).toBe(before);
  });
});

/** The values that Terraform proposes for omitted attributes: the provider's earlier computed values. */
function computedOf(prior: CtyObject): CtyObject {
  const computed = (resource.schema.block.attributes ?? []).filter((each) => each.computed === true);
  return ctyObject(
    computed
      .filter((each) => !["title", "edit_mode"].includes(each.name))
      .map((each) => [each.name, prior[each.name] ?? null]),
  );
}
