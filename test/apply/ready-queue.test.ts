import { describe, expect, it } from "vitest";
import { type QueueNode, runWhenReady } from "../../src/engine/apply/ready-queue.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

function node(id: string, after: readonly string[] = []): QueueNode {
  return { id, after, calls: 1 };
}

function chain(name: string, length: number): readonly QueueNode[] {
  return Array.from({ length }, (_, at) => node(`${name}${at}`, at === 0 ? [] : [`${name}${at - 1}`]));
}

async function run(
  nodes: readonly QueueNode[],
  options: { concurrency: number; failing?: string; skipped?: string },
) {
  const clock = createVirtualClock();
  const done: string[] = [];
  const blocked: string[] = [];
  let most = 0;
  let working = 0;
  await runWhenReady(nodes, {
    concurrency: options.concurrency,
    isStopped: () => false,
    isSkipped: ({ id }) => id === options.skipped,
    onBlocked: ({ id }) => void blocked.push(id),
    perform: async ({ id }) => {
      working += 1;
      most = Math.max(most, working);
      await clock.sleep(10);
      working -= 1;
      done.push(id);
      return id !== options.failing;
    },
  });
  return { tookMs: clock.now(), done, blocked, most };
}

describe("runWhenReady", () => {
  it("takes no longer than the bound for 1,000 leaves beside a chain of 100", async () => {
    const leaves = Array.from({ length: 1000 }, (_, at) => node(`leaf${at}`));
    const { tookMs, done, most } = await run([...leaves, ...chain("link", 100)], { concurrency: 11 });
    expect(done).toHaveLength(1100);
    expect(most).toBe(11);
    expect(tookMs).toBe(1000);
  });

  it("omits nodes that wait for a failed one, and does all others", async () => {
    const { done, blocked } = await run([...chain("a", 4), ...chain("b", 3)], {
      concurrency: 2,
      failing: "a1",
    });
    expect(done.toSorted()).toEqual(["a0", "a1", "b0", "b1", "b2"]);
    expect(blocked.toSorted()).toEqual(["a2", "a3"]);
  });

  it("omits skipped nodes and all nodes that wait for them", async () => {
    const { done, blocked } = await run(chain("a", 4), { concurrency: 2, skipped: "a2" });
    expect(done).toEqual(["a0", "a1"]);
    expect(blocked).toEqual(["a2", "a3"]);
  });

  it("handles a chain of 10,000 nodes quickly and without overflow", async () => {
    expect((await run(chain("a", 10_000), { concurrency: 4 })).done).toHaveLength(10_000);
  });

  it("reports a cycle as a defect", async () => {
    await expect(run([node("a", ["b"]), node("b", ["a"])], { concurrency: 1 })).rejects.toThrow(
      "wait for each other",
    );
  });
});
