import { expect, test } from "vitest";
import { widgetOperations } from "../../test/support/widget.ts";
import { createBox } from "../../test/support/widget-box.ts";
import { createClient } from "../contract/http/http-client.ts";
import { Secret } from "../model/secret.ts";
import { emulatorTransport } from "./in-process-transport.ts";

const request = {
  method: "GET",
  url: "https://docs.example/v1/orgs/acme/widgets?limit=2",
  timeoutMs: 100,
  headers: { authorization: "Bearer letmein" },
  maxResponseBytes: 1_000,
};

test("responds as the emulator does", async () => {
  const box = createBox();
  await box.create("A");
  const answer = await emulatorTransport(box.emulator)(request);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ count: 1, items: [{ title: "A" }] });
  expect(box.emulator.log.at(-1)?.path).toBe("/v1/orgs/acme/widgets?limit=2");
});

test.each([
  ["a lost connection", {}, "drop-after", { phase: "unknown", reason: "dropped" }],
  ["a large answer", { maxResponseBytes: 5 }, undefined, { phase: "unknown", reason: "too-large" }],
  ["a signal", { signal: AbortSignal.abort() }, undefined, { phase: "not-sent", reason: "aborted" }],
  ["a slow answer", { timeoutMs: 100 }, "latency", { phase: "unknown", reason: "timeout" }],
] as const)("%s is a TransportError", async (_, change, kind, expected) => {
  const { emulator } = createBox();
  if (kind === "latency") emulator.faults.add({ fault: { kind, ms: 500 } });
  else if (kind !== undefined) emulator.faults.add({ fault: { kind } });
  await expect(emulatorTransport(emulator)({ ...request, ...change })).rejects.toMatchObject({
    name: "TransportError",
    ...expected,
  });
});

test("serves a client: a list of many pages, with an error between them", async () => {
  const box = createBox({ pageCap: 2 });
  for (const title of ["A", "B", "C", "D", "E"]) await box.create(title);
  box.emulator.faults.add({
    on: { operation: "listWidgets", nth: 2 },
    fault: { kind: "error-before", status: 503 },
  });
  const client = createClient({
    baseUrl: "https://docs.example",
    clock: box.clock,
    random: () => 0.5,
    token: new Secret("letmein", { kind: "literal" }),
    transport: emulatorTransport(box.emulator),
  });
  const items = await client.list({ endpoint: widgetOperations.list, params: { organizationId: "acme" } });
  expect(items.map((item) => (item as { title: string }).title)).toEqual(["A", "B", "C", "D", "E"]);
  expect(box.emulator.log.filter((entry) => entry.method === "GET").map((entry) => entry.status)).toEqual([
    200, 503, 200, 200,
  ]);
});
