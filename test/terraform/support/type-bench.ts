import { expect } from "vitest";
import type { Transport } from "../../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../../src/emulator/in-process-transport.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import { creatingCall } from "../../../src/model/resource-type/creation.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import type { TerraformSchema, ValueField } from "../../../src/model/terraform-schema.ts";
import type { CtyValue } from "../../../src/terraform/plugin/values/cty-value.ts";
import { isCreatedBy, isLacking } from "../../../src/terraform/resources/api-version.ts";
import { toCty, toJson } from "../../../src/terraform/resources/shape.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";
import { fitTogether } from "../../support/declare-type.ts";
import { createTestService, seededRandom } from "../../support/service.ts";
import { createdSchemas, typeIndex } from "./every-type.ts";
import { type Config, type InState, type RpcTerraform, rpcTerraform } from "./rpc-terraform.ts";

/** A service with the objects that a resource of one type needs, and Terraform's side of the protocol. */
export interface Bench {
  readonly terraform: RpcTerraform;
  readonly service: ReturnType<typeof createTestService>;
  readonly schema: TerraformSchema;
  readonly apiVersion: ApiVersion;
  /** Ids of created helpers, by type and name. */
  readonly helpers: Map<string, string>;
}

/** Opens a bench for a type. The service has only people. */
export function openBench(
  schema: TerraformSchema,
  apiVersion: ApiVersion,
  settings: Config = {},
  types?: readonly ResourceType[],
  around: (send: Transport) => Transport = (send) => send,
): Bench {
  const service = createTestService({ apiVersion, random: seededRandom(7) });
  service.emulator.service.add("organization", {
    id: service.emulator.organizationId,
    title: "Organization",
  });
  for (const name of ["ada", "grace"])
    service.emulator.service.add("organization_member", {
      id: `u-${name}`,
      user: { displayName: name, email: `${name}@acme.example` },
    });
  service.emulator.service.add("organization_member", {
    id: "u-token",
    currentUser: true,
    user: { displayName: "token" },
  });
  const terraform = rpcTerraform(
    service.emulator,
    service.clock,
    { api_version: apiVersion, ...settings },
    around(emulatorTransport(service.emulator)),
    types,
  );
  return { terraform, service, schema, apiVersion, helpers: new Map() };
}

/** Creates an object with only its required values, and returns its id. */
async function helper(bench: Bench, typeName: string, name: string): Promise<string> {
  const key = `${typeName} ${name}`;
  const known = bench.helpers.get(key);
  if (known !== undefined) return known;
  const schema = createdSchemas.find((each) => each.type.name === typeName) as TerraformSchema;
  const config: Record<string, CtyValue> = { ...(await placeOf(bench, schema)) };
  for (const field of [...schema.values, ...(schema.firstChild?.values ?? [])])
    if (field.mode === "required")
      config[field.name] =
        field.rule.reference === undefined ? name : await helper(bench, field.rule.reference.type, name);
  const id = isCreatedBy(schema, config, bench.apiVersion)
    ? ((await createResource({ ...bench, schema }, config)).state?.["id"] as string)
    : createInApp(bench, schema, config);
  bench.helpers.set(key, id);
  return id;
}

/** Creates an object in the app, because this API version cannot create it, and returns its id. */
function createInApp(
  { service, apiVersion }: Bench,
  { type, values }: TerraformSchema,
  config: Config,
): string {
  const { emulator } = service;
  const declared = values.filter(({ name }) => name in config);
  const attributes = Object.fromEntries(
    declared.map(({ attribute, shape, name }) => [attribute, toJson(shape, config[name] ?? null)]),
  );
  const context = { organizationId: emulator.organizationId, apiVersion };
  const { creation } = type;
  if (creation === undefined) throw new Error(`${type.label.many} cannot be created.`);
  const call = creatingCall(creation, context, { attributes, containerId: null });
  const answer = emulator.edit(call.endpoint.operation, {}, call.body as JsonObject);
  return creation.created(answer.body as Json, { attributes }).object.id as string;
}

async function placeOf(bench: Bench, schema: TerraformSchema): Promise<Config> {
  const { scopeField, containerField, type } = schema;
  const container = type.container?.types[0] ?? "";
  const isCreatedWithParent = typeIndex.find(container)?.firstChild?.type === type.name;
  return {
    ...(scopeField === undefined ? {} : { [scopeField]: await helper(bench, type.scope ?? "", "scope") }),
    ...(containerField !== undefined && isCreatedWithParent
      ? { [containerField]: await helper(bench, container, "parent") }
      : {}),
  };
}

/** One of a value's two samples. For a reference, it is the id of one of two targets. */
export async function sampleOf(bench: Bench, field: ValueField, which: 0 | 1): Promise<CtyValue> {
  const { reference, samples } = field.rule;
  if (reference !== undefined) return await helper(bench, reference.type, `target ${which}`);
  return toCty(field.shape, samples[which] as Json);
}

/** The values that this API version can set. */
export function fieldsOf({
  schema,
  apiVersion,
}: Pick<Bench, "schema" | "apiVersion">): readonly ValueField[] {
  return [...schema.values, ...(schema.firstChild?.values ?? [])].filter(
    (field) => !isLacking(field.rule, apiVersion) && field.rule.onlyAtCreate !== true,
  );
}

/** As many values as fit together. `first` takes precedence over values that exclude it. */
export async function configOf(bench: Bench, first?: ValueField): Promise<Config> {
  const config: Record<string, CtyValue> = { ...(await placeOf(bench, bench.schema)) };
  const declared: Record<string, Json> = {};
  const all = fieldsOf(bench);
  for (const field of first === undefined ? all : [first, ...all.filter((each) => each !== first)]) {
    const together = { ...declared, [field.attribute]: field.rule.samples[0] ?? "id" };
    if (!fitTogether(bench.schema.type, together)) continue;
    Object.assign(declared, together);
    config[field.name] = await sampleOf(bench, field, 0);
  }
  return config;
}

/** Creates the object, and returns it as Terraform's state has it. */
export async function createResource(bench: Bench, config: Config): Promise<InState> {
  const result = await bench.terraform.apply(bench.schema.name, bench.terraform.nothing, config);
  expect(result.errors).toEqual([]);
  return result;
}
