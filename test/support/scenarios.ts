import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { facts } from "../../src/contract/facts/all.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { Scenario, ScenarioContext, ScenarioRequest } from "../../src/contract/operations/scenario.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { EmulatorOptions } from "../../src/emulator/options.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { type ApiVersion, type Endpoint, isServed } from "../../src/model/endpoint.ts";
import { type Facts, isCarried } from "../../src/model/plain/facts.ts";
import { onWire } from "../../src/model/plain/on-wire.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/util/json.ts";
import { watchContract } from "./contract-watch.ts";
import { typeNamed } from "./declare-type.ts";
import { organizationId } from "./declare-world.ts";
import { seededRandom, testToken } from "./service.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const folder = "src/contract/operations";
const user = { id: "u_ada", email: "ada@acme.example" };

/** The example of each system's operations, by the system's folder. */
export async function scenarios(): Promise<ReadonlyMap<string, Scenario>> {
  const found = new Map<string, Scenario>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.name.endsWith(".scenario.ts")) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path, ((await import(pathToFileURL(path).href)) as { readonly scenario: Scenario }).scenario);
  }
  for (const [name, each] of Object.entries<Facts>(facts)) found.set(name, scenarioOf(each));
  return found;
}

/** What a plain type can do: each of its operations once. */
function scenarioOf(each: Facts): Scenario {
  return async ({ ask, make }) => {
    const { within, fields } = each;
    const params = within === undefined ? {} : { [`${within}Id`]: await makeOne(make, within) };
    const values = (which: 0 | 1, only: "create" | "update") =>
      onWire(fields, samplesOf(fields, which, only));
    if (each.kind === "singleton") {
      await ask(each.operations.get, { params });
      await ask(each.operations.update, { params, body: values(0, "update") });
      return;
    }
    const other = each.kind === "association" ? await makeOne(make, each.other.type) : undefined;
    const made = await ask(each.operations.create, {
      params,
      body: {
        ...values(0, "create"),
        ...(each.kind === "association" && { [each.other.sentIn]: [other ?? ""] }),
      },
    });
    const one = { ...params, [each.idParam]: other ?? textIn(made["id"]) };
    await ask(each.operations.list, { params });
    await ask(each.operations.update, { params: one, body: values(1, "update") });
    if (each.kind === "list" && each.bulk !== undefined)
      await ask(each.bulk.operation, { params, body: { [each.bulk.items]: [values(0, "create")] } });
    await ask(each.operations.delete, { params: one, status: 205 });
    await ask(each.operations.delete, { params: one, status: 204 });
  };
}

/** Creates an object with the first samples of what its create call needs. */
async function makeOne(make: ScenarioContext["make"], typeName: string): Promise<string> {
  const { creation, attributes } = typeNamed(typeName);
  const needed = Object.entries(attributes).filter(([, { atCreate }]) => atCreate === "required");
  const body = Object.fromEntries(needed.map(([name, { samples }]) => [name, samples[0] ?? null]));
  return await make(creation?.endpoint.operation ?? "", { body });
}

/** Sample values of the fields that a call carries. The emulator accepts any id for a reference. */
function samplesOf(fields: Facts["fields"], which: 0 | 1, call: "create" | "update"): JsonObject {
  const carried = Object.entries(fields).filter(([, field]) => isCarried(field, call));
  return Object.fromEntries(carried.map(([name, { samples }]) => [name, samples[which] ?? `an-id-${which}`]));
}

/** An emulator with the token's user. Every exchange is checked against the published contract. */
export function emulatorAfterScenarios(
  apiVersion: ApiVersion,
  options: Pick<EmulatorOptions, "role" | "policy" | "seed" | "fetchDocument"> = {},
): Emulator {
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId,
    token: testToken,
    apiVersion,
    clock: createVirtualClock(Date.parse("2026-01-01T00:00:00Z")),
    random: seededRandom(1),
    observe: watchContract({ every: true }),
    ...options,
  });
  const location = `/users/${user.id}`;
  emulator.service.add("organization_member", {
    id: user.id,
    user: { object: "user", ...user, displayName: "Ada", urls: { location } },
    currentUser: true,
  });
  return emulator;
}

/** A client of that emulator. It throws on an unexpected status. */
export function scenarioClient(emulator: Emulator): ScenarioContext {
  const ask: ScenarioContext["ask"] = async (operation, request = {}) => {
    const endpoint = endpointOf(operation);
    const answer = await send(emulator, endpoint, request);
    if (!isServed(endpoint, emulator.apiVersion)) return inTheApp(emulator, endpoint, answer.status, request);
    const expected =
      request.status === undefined ? endpoint.success : [statusIn(emulator.apiVersion, request.status)];
    if (!expected.includes(answer.status))
      throw new Error(`${operation} was answered ${answer.status}: ${answer.text}`);
    const parsed: unknown = answer.text === "" ? {} : JSON.parse(answer.text);
    return isJsonObject(parsed) ? (parsed as JsonObject) : {};
  };
  return {
    apiVersion: emulator.apiVersion,
    user,
    seedRecord: (type, record) => {
      emulator.service.add(type, record);
    },
    ask,
    edit: (operation, { params = {}, body }) => emulator.edit(operation, params, body),
    make: async (operation, request) => textIn((await ask(operation, request))["id"]),
  };
}

/** The status on this API version: classic-minimal does not report whether a DELETE found something. */
function statusIn(apiVersion: ApiVersion, status: number): number {
  return apiVersion === "classic-minimal" && status === 205 ? 204 : status;
}

/** Checks that the service refuses an operation that this API version does not have, and then does it in the app. */
function inTheApp(
  emulator: Emulator,
  { operation }: Endpoint,
  status: number,
  { params = {}, body, status: expected }: ScenarioRequest,
): JsonObject {
  if (status !== 501) throw new Error(`${operation} was answered ${status}, and not that it is not served`);
  try {
    const done = emulator.edit(operation, params, body).body;
    return isJsonObject(done) ? (done as JsonObject) : {};
  } catch (error) {
    if (error instanceof EmulatorRefusal && error.status === expected) return {};
    throw error;
  }
}

function queryOf(query: NonNullable<ScenarioRequest["query"]>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new URLSearchParams(pairs).toString();
}

/** Sends a request, and returns the status. */
export function statusOf(
  emulator: Emulator,
): (operation: string, request?: ScenarioRequest) => Promise<number> {
  return async (operation, request = {}) => (await send(emulator, endpointOf(operation), request)).status;
}

function endpointOf(operation: string): Endpoint {
  const endpoint = operationsIn(operations).find((each) => each.operation === operation);
  if (endpoint === undefined) throw new Error(`No operation ${operation}`);
  return endpoint;
}

async function send(
  emulator: Emulator,
  endpoint: Endpoint,
  { params, query, body }: ScenarioRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const all: Readonly<Record<string, string>> = { organizationId, ...params };
  const path = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(all[name] ?? ""),
  );
  const answer = await emulator.handle({
    method: endpoint.method,
    path: `/v1${path}${query === undefined ? "" : `?${queryOf(query)}`}`,
    headers: { authorization: `Bearer ${testToken}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer === "dropped") throw new Error(`${endpoint.operation} was dropped`);
  return answer;
}
