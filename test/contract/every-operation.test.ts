import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { type ApiVersion, apiVersions, isServed, publishedApiVersions } from "../../src/model/endpoint.ts";
import { interfaceOperations } from "../../tools/generate/coverage.ts";
import { contractDifferences } from "../support/contract-differences.ts";
import { publishedDocument } from "../support/contract-document.ts";
import { excusedDifferences } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { emulatorAfterScenarios, scenarioClient, scenarios, statusOf } from "../support/scenarios.ts";
import { testToken } from "../support/service.ts";

const visitOf = await scenarios();
const headers = { authorization: `Bearer ${testToken}` };

describe.each(apiVersions)("the emulator of the %s API version", (apiVersion) => {
  test.each([...visitOf.keys()])("keeps the published contract in %s", async (path) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    await visitOf.get(path)?.(scenarioClient(emulator));
    expect(emulator.log).not.toEqual([]);
  });

  test("serves every operation", async () => {
    const served = await servedIn(apiVersion);
    const declared = operationsIn(operations)
      .filter((endpoint) => isServed(endpoint, apiVersion))
      .map((endpoint) => endpoint.operation);
    expect(declared.filter((operation) => !served.has(operation))).toEqual([]);
  });

  test.each([
    { method: "GET", path: "sites/nowhere", status: 404 },
    { method: "POST", path: "sites", body: { title: "x".repeat(200) }, status: 400 },
    { method: "GET", path: "unheard-of", status: 501 },
  ])("refuses $method $path in the published form", async ({ method, path, body, status }) => {
    const answer = await emulatorAfterScenarios(apiVersion).handle({
      method,
      path: `/v1/orgs/${organizationId}/${path}`,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const error = { code: status, message: expect.any(String) };
    expect(answer).toMatchObject({ status });
    expect(JSON.parse((answer as { text: string }).text)).toEqual({ error });
  });
});

test.each(publishedApiVersions)(
  "an undeclared operation of the %s contract returns 501",
  async (apiVersion) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const names = new Set(operationsIn(operations).map(({ operation }) => operation));
    const others = publishedDocument(apiVersion).operations.filter(
      ({ operationId }) => !names.has(operationId),
    );
    expect(others).not.toEqual([]);
    for (const { method, path } of others)
      await emulator.handle({ method: method.toUpperCase(), path: `/v1${path}`, headers });
    expect(emulator.log.filter(({ status }) => status !== 501)).toEqual([]);
  },
);

test("serves nothing outside the interface", async () => {
  const answer = await emulatorAfterScenarios("current").handle({ method: "GET", path: "/v2/orgs", headers });
  expect(answer).toMatchObject({ status: 404 });
});

const shown = new Set(interfaceOperations().map(({ id }) => id));

test("a service that shows only the interface has exactly its operations", () => {
  const served = operationsIn(operations).filter((endpoint) => isServed(endpoint, "classic-minimal"));
  expect(served.map(({ operation }) => operation).sort()).toEqual([...shown].sort());
});

test.each(["501", "404"])("an operation that an API version lacks returns %s", async (choice) => {
  for (const apiVersion of apiVersions) {
    const emulator = emulatorAfterScenarios(apiVersion, { policy: { "unserved-operation": choice } });
    const lacking = operationsIn(operations).filter((endpoint) => !isServed(endpoint, apiVersion));
    const statuses = lacking.map(({ operation, path }) => {
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"]));
      return statusOf(emulator)(operation, { params });
    });
    expect(lacking).not.toEqual([]);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([Number(choice)]));
  }
});

test("every difference in exchanges is still needed", async () => {
  for (const apiVersion of apiVersions) await servedIn(apiVersion);
  const excused = excusedDifferences();
  expect(
    contractDifferences.filter((difference) => difference.of === "exchange" && !excused.has(difference)),
  ).toEqual([]);
});

/** The operations that the scenarios of all systems call. */
async function servedIn(apiVersion: ApiVersion): Promise<ReadonlySet<string | null>> {
  const served = new Set<string | null>();
  for (const visit of visitOf.values()) {
    const emulator = emulatorAfterScenarios(apiVersion);
    await visit(scenarioClient(emulator));
    for (const { status, operation, foreign } of emulator.log)
      if (status < 300 && foreign !== true) served.add(operation);
  }
  return served;
}
