import { describe, expect, test } from "vitest";
import { type Generation, generations } from "../../src/model/endpoint.ts";
import { operations } from "../../src/operations/operations.ts";
import { operationsIn } from "../../src/operations/system.ts";
import { contractDifferences } from "../support/contract-differences.ts";
import { excusedDifferences } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { testToken } from "../support/service.ts";
import { visitedEmulator, visitorOf, visits } from "../support/visits.ts";

const visitOf = await visits();

describe.each(generations)("the emulator of the %s generation", (generation) => {
  test.each([...visitOf.keys()])("keeps the published contract in %s", async (path) => {
    const emulator = visitedEmulator(generation);
    await visitOf.get(path)?.(visitorOf(emulator));
    expect(emulator.log).not.toEqual([]);
  });

  test("serves every operation", async () => {
    const served = await servedIn(generation);
    const declared = operationsIn(operations)
      .filter((endpoint) => endpoint.generations?.includes(generation) ?? true)
      .map((endpoint) => endpoint.operation);
    expect(declared.filter((operation) => !served.has(operation))).toEqual([]);
  });

  test.each([
    { method: "GET", path: "sites/nowhere", status: 404 },
    { method: "POST", path: "sites", body: { title: "x".repeat(200) }, status: 400 },
    { method: "GET", path: "unheard-of", status: 404 },
  ])("refuses $method $path in the published form", async ({ method, path, body, status }) => {
    const answer = await visitedEmulator(generation).handle({
      method,
      path: `/v1/orgs/${organizationId}/${path}`,
      headers: { authorization: `Bearer ${testToken}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const error = { code: status, message: expect.any(String) };
    expect(answer).toMatchObject({ status });
    expect(JSON.parse((answer as { text: string }).text)).toEqual({ error });
  });
});

test("every difference in exchanges is still needed", async () => {
  for (const generation of generations) await servedIn(generation);
  const excused = excusedDifferences();
  expect(
    contractDifferences.filter((difference) => difference.of === "exchange" && !excused.has(difference)),
  ).toEqual([]);
});

/** The operations that all visits together are served. */
async function servedIn(generation: Generation): Promise<ReadonlySet<string | null>> {
  const served = new Set<string | null>();
  for (const visit of visitOf.values()) {
    const emulator = visitedEmulator(generation);
    await visit(visitorOf(emulator));
    for (const request of emulator.log) if (request.status < 300) served.add(request.operation);
  }
  return served;
}
