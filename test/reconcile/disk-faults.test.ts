import { expect, test } from "vitest";
import type { Disk, Lock } from "../../src/state/disk.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { type RunEnd, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { smallLayout } from "../support/small-layout.ts";

const desired = smallLayout();

/** All operations that write to the disk. */
const operations = ["append", "note", "clear", "saveState"] as const;

test.each(operations)("whichever %s fails, the next run creates no duplicate and ends", async (operation) => {
  const expected = (await applyWith(operation, Number.POSITIVE_INFINITY)).titles;
  // No apply of this layout writes so often.
  const most = 200;
  let failing = 1;
  for (; failing < most; failing += 1) {
    const { fired, titles, story } = await applyWith(operation, failing);
    if (!fired) break;
    expect(titles, `${operation} ${failing}: ${story.join(", ")}`).toEqual(expected);
    expect(story.at(-1)).toBe("nothing");
  }
  expect(failing).toBeGreaterThan(1);
  expect(failing).toBeLessThan(most);
});

/** Applies until nothing is left to do. One write to the disk fails. */
async function applyWith(operation: (typeof operations)[number], failing: number) {
  const service = createTestService({ apiVersion: "current", random: seededRandom(4) });
  const memory = createMemoryDisk();
  let seen = 0;
  const fail = (performed: (typeof operations)[number]) => {
    if (performed !== operation) return;
    seen += 1;
    if (seen === failing) throw new Error("the disk is full");
  };
  const disk: Disk = {
    read: (organization) => memory.read(organization),
    lock: async (request) => failingLock(await memory.lock(request), fail),
  };
  const story: string[] = [];
  while (story.at(-1) !== "nothing" && story.length < 6)
    story.push(outcomeOf(await runLayout(service, desired, disk)));
  const { tables } = service.emulator.dump();
  const titles = Object.entries(tables).flatMap(([table, records]) =>
    records.map((record) => `${table} ${JSON.stringify(record["title"] ?? record["path"] ?? null)}`),
  );
  return { fired: seen >= failing, titles: titles.sort(), story };
}

function failingLock(lock: Lock, fail: (operation: (typeof operations)[number]) => void): Lock {
  const { journal } = lock;
  return {
    journal: {
      append: async (lines) => {
        fail("append");
        await journal.append(lines);
      },
      note: (lines) => {
        fail("note");
        journal.note(lines);
      },
      clear: async () => {
        fail("clear");
        await journal.clear();
      },
    },
    saveState: async (next, expected) => {
      fail("saveState");
      await lock.saveState?.(next, expected);
    },
    isValid: () => lock.isValid(),
    release: async () => await lock.release(),
  };
}

function outcomeOf(end: RunEnd): string {
  if (end.kind === "failed") return end.error instanceof Error ? end.error.message : "strange";
  return end.kind === "applied" ? end.result.outcome : end.kind;
}
