import type { Creation } from "../support/bare-loop.ts";
import { organization } from "../support/emulator-process.ts";
import { race } from "../support/race.ts";
import { report } from "../support/verdict.ts";

const objects = 1_000;
const concurrency = 10;
const latencyMs = 10;

// The call that creates a space has no field `defaultLevel`, so each space takes a POST and a PATCH.
const layout = [
  "docsform: 1",
  `organization: ${organization}`,
  "spaces:",
  ...Array.from(
    { length: objects },
    (_, index) => `  space-${index}: { title: Space ${index}, language: en, defaultLevel: read }`,
  ),
  "",
].join("\n");

const creations = Array.from(
  { length: objects },
  (_, index): Creation => ({
    path: `/v1/orgs/${organization}/spaces`,
    body: { title: `Space ${index}`, language: "en" },
    patches: [{ pathOf: (id) => `/v1/spaces/${id}`, body: { defaultLevel: "read" } }],
  }),
);

const { applyMs, bareMs, ratio, plan, log } = await race({
  layout,
  concurrency,
  latencyMs,
  rounds: 5,
  bare: (loop) => loop.createAll(creations),
});
const writes = log.filter(({ method }) => method !== "GET").length;
const boundMs = (writes * latencyMs) / concurrency;

const holds = report(
  `Apply of ${objects} independent creates, each a POST and a PATCH, at ${latencyMs} ms and concurrency ${concurrency}`,
  [
    `calls: ${writes} writes and ${log.length - writes} reads, on both sides`,
    `wall: ${applyMs.toFixed(0)} ms, with journal and state on the disk; a bare undici loop: ${bareMs.toFixed(0)} ms`,
    `latency alone: ${boundMs} ms for the writes; apply takes ${(applyMs / boundMs).toFixed(2)} × of it, the bare loop ${(bareMs / boundMs).toFixed(2)} ×`,
  ],
  [
    { name: "apply / bare loop of the same calls", value: ratio, most: 1.1, unit: "×" },
    {
      name: "difference from the fixed number of writes",
      value: Math.abs(writes - 2 * objects),
      most: 0,
      unit: "calls",
    },
    {
      name: "difference from the writes of the plan",
      value: Math.abs(writes - plan.writeCalls),
      most: 0,
      unit: "calls",
    },
  ],
);
process.exitCode = holds ? 0 : 1;
