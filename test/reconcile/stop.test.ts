import { expect, test } from "vitest";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { TransportResponse } from "../../src/http/transport.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { createMemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { registry } from "../../src/resources/registry.ts";
import { organizationId } from "../support/declare-world.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const spaces = Array.from({ length: 40 }, (_, at) => `  space-${at}: { title: Space ${at} }\n`).join("");
const { desired } = readLayout({
  sources: [{ file: "docs.yaml", text: `docsform: 1\norganization: ${organizationId}\nspaces:\n${spaces}` }],
  types: registry,
  environment: {},
  readFile: () => "",
});

/** Applies forty spaces to a service that answers its writes, from the first or a later one on, as it is told. */
async function applyTo(answer: TransportResponse, from: number, lateMs = 0) {
  if (desired === undefined) throw new Error("The layout is right.");
  let writes = 0;
  const service = createTestService({
    generation: "current",
    random: seededRandom(5),
    transport: (emulator) => {
      const inner = emulatorTransport(emulator);
      return async (request) => {
        if (request.method === "GET") return await inner(request);
        await service.clock.sleep(lateMs);
        writes += 1;
        return writes >= from ? answer : await inner(request);
      };
    },
  });
  const began = service.clock.now();
  const end = await runLayout(service, desired, createMemoryDisk());
  if (end.kind !== "applied") throw new Error(`It ended ${end.kind}.`);
  const { outcome, error, steps } = end.result;
  const tookMs = service.clock.now() - began;
  return { outcome, code: error?.code, steps, writes, tookMs };
}

const refused = { status: 401, headers: {}, text: '{"error":{"message":"no"}}' };
const limited = { status: 429, headers: { "retry-after": "1" }, text: "{}" };

test("a token that is refused stops what has not begun", async () => {
  const { outcome, code, steps, writes } = await applyTo(refused, 6);
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/token-refused" });
  expect(steps.filter(({ status }) => status === "not-tried").length).toBeGreaterThan(25);
  expect(writes).toBeLessThan(12);
});

test("a service that lets nothing through is asked for minutes, not for each object", async () => {
  const { outcome, code, tookMs } = await applyTo(limited, 1);
  expect({ outcome, code }).toEqual({ outcome: "failed", code: "run/no-progress" });
  expect(tookMs).toBeGreaterThanOrEqual(300_000);
  expect(tookMs).toBeLessThan(440_000);
});

test("what was written before that is told", async () => {
  const { outcome, code } = await applyTo(limited, 6);
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/no-progress" });
});

test("a slow service is not one without progress", async () => {
  const { outcome, tookMs } = await applyTo(limited, Number.POSITIVE_INFINITY, 60_000);
  expect(tookMs).toBeGreaterThan(300_000);
  expect(outcome).toBe("done");
});
