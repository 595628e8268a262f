import type { Creation } from "../support/bare-loop.ts";
import { organization } from "../support/emulator-process.ts";
import { race } from "../support/race.ts";
import { report } from "../support/verdict.ts";

interface Shape {
  readonly title: string;
  /** The number of collections. Each is inside the one before. */
  readonly chain: number;
  /** The number of spaces beside the chain, which depend on nothing. */
  readonly leaves: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}

const shapes: readonly Shape[] = [
  { title: "A tree 100 deep", chain: 100, leaves: 0, concurrency: 10, latencyMs: 10 },
  {
    title: "1,000 leaves beside a chain of 100",
    chain: 100,
    leaves: 1_000,
    // The leaves keep the connections busy for half the time of the chain.
    concurrency: 20,
    latencyMs: 20,
  },
];

let holds = true;
for (const shape of shapes) holds = (await run(shape)) && holds;
process.exitCode = holds ? 0 : 1;

async function run({ title, chain, leaves, concurrency, latencyMs }: Shape): Promise<boolean> {
  const { applyMs, bareMs, ratio, log } = await race({
    layout: layoutOf(chain, leaves),
    concurrency,
    latencyMs,
    rounds: 5,
    bare: (loop) =>
      loop.createChain(
        Array.from({ length: chain }, (_, index) => link(index)),
        Array.from({ length: leaves }, (_, index) => leaf(index)),
      ),
  });
  const writes = log.filter(({ method }) => method !== "GET").length;
  return report(
    `${title}, at ${latencyMs} ms and concurrency ${concurrency}`,
    [
      `critical path: the reads before; ${chain} times a journal line written to the disk and then a create; the reads after${leaves === 0 ? "" : `; meanwhile the ${leaves} leaves on the other ${concurrency - 1} connections`}`,
      `wall: ${applyMs.toFixed(0)} ms for ${log.length} calls; a bare undici loop that knows the graph: ${bareMs.toFixed(0)} ms`,
      `latency alone: ${chain * latencyMs} ms for the chain; apply takes ${(applyMs / (chain * latencyMs)).toFixed(2)} × of it, the bare loop ${(bareMs / (chain * latencyMs)).toFixed(2)} ×`,
    ],
    [
      { name: "apply / bare loop over the critical path", value: ratio, most: 1.1, unit: "×" },
      {
        name: "difference from the fixed number of writes",
        value: Math.abs(writes - chain - leaves),
        most: 0,
        unit: "calls",
      },
    ],
  );
}

function layoutOf(chain: number, leaves: number): string {
  const links = Array.from({ length: chain }, (_, index) =>
    index === 0
      ? "  link-0: { title: Link 0 }"
      : `  link-${index}: { title: Link ${index}, parent: link-${index - 1} }`,
  );
  const spaces = Array.from({ length: leaves }, (_, index) => `  leaf-${index}: { title: Leaf ${index} }`);
  return [
    "docsform: 1",
    `organization: ${organization}`,
    "collections:",
    ...links,
    ...(leaves === 0 ? [] : ["spaces:", ...spaces]),
    "",
  ].join("\n");
}

function link(index: number): Creation {
  return {
    path: `/v1/orgs/${organization}/collections`,
    body: { title: `Link ${index}` },
    parentField: "parent",
    patches: [],
  };
}

function leaf(index: number): Creation {
  return { path: `/v1/orgs/${organization}/spaces`, body: { title: `Leaf ${index}` }, patches: [] };
}
