import fc from "fast-check";
import { expect, test } from "vitest";
import { createClient } from "../../src/contract/http/http-client.ts";
import type { Transport } from "../../src/contract/http/transport.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { openReconciler, type Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Lock } from "../../src/state/disk.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { Clock } from "../../src/util/clock.ts";
import { groupBy } from "../../src/util/groups.ts";
import { organizationId } from "../support/declare-world.ts";
import { timeoutOf, worldsOf } from "../support/laws.ts";
import { everythingAllowed } from "../support/run-layout.ts";
import { seededRandom } from "../support/service.ts";
import { smallLayout } from "../support/small-layout.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

// Several applies of one layout run at the same time. Random latencies interleave their calls in every way.

const desired = smallLayout();

/** A request with its writer and its response. */
interface Entry {
  readonly writer: string;
  readonly method: string;
  readonly status: number;
}

interface Box {
  readonly clock: Clock;
  readonly emulator: Emulator;
  readonly history: readonly Entry[];
  /** The transport of one writer, with these latencies. */
  transport(writer: string, lateMs: readonly number[]): Transport;
}

function openBox(): Box {
  const clock = createVirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId,
    token: "token",
    apiVersion: "current",
    clock,
    random: seededRandom(7),
  });
  const history: Entry[] = [];
  const inner = emulatorTransport(emulator);
  return {
    clock,
    emulator,
    history,
    transport: (writer, lateMs) => {
      let calls = 0;
      const late = () => clock.sleep(lateMs[calls++ % lateMs.length] ?? 0);
      return async (request) => {
        await late();
        const answer = await inner(request);
        history.push({ writer, method: request.method, status: answer.status });
        await late();
        return answer;
      };
    },
  };
}

const pace = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 30 });

test("of two or three applies on one disk one writes at a time, and the others find it done", {
  timeout: timeoutOf(200),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pace, { minLength: 2, maxLength: 3 }), async (paces) => {
      const box = openBox();
      const disk = createMemoryDisk();
      const outcomes = await Promise.all(
        paces.map((lateMs, index) => applyWaiting(box, `writer ${index}`, lateMs, disk)),
      );
      expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "nothing")).toHaveLength(paces.length - 1);
      expectOneAtATime(box.history);
      expect(titlesOf(box.emulator)).toEqual(expectedTitles);
    }),
    { numRuns: 60 },
  );
});

test("a run that does not wait reports the other run, and sends nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(pace, pace), fc.integer({ min: 0, max: 3000 }), async (paces, beginMs) => {
      const box = openBox();
      const disk = createMemoryDisk();
      const first = applyWaiting(box, "first", paces[0], disk);
      await box.clock.sleep(beginMs);
      const second = await applyAtOnce(box, "second", paces[1], disk).catch(
        (error: { code: string }) => error.code,
      );
      expect(await first).toBe("done");
      const sent = box.history.filter(({ writer }) => writer === "second").length;
      expect(second).toBe(sent === 0 ? "run/locked" : "nothing");
      expect(titlesOf(box.emulator)).toEqual(expectedTitles);
    }),
    { numRuns: 40 },
  );
});

test("a plan from before another apply is stale", async () => {
  const box = openBox();
  const disk = createMemoryDisk();
  const mine = reconcilerOf(box, "mine", [5], disk);
  const planned = await mine.plan(desired);
  if (planned.plan === undefined) throw new Error("The layout is right.");
  expect(await applyWaiting(box, "other", [5], disk)).toBe("done");
  await expect(mine.apply(planned, everythingAllowed).result).rejects.toThrow(
    expect.objectContaining({ code: "run/state-changed" }),
  );
  expect(titlesOf(box.emulator)).toEqual(expectedTitles);
});

test("a state from before another apply is not saved", async () => {
  const ends = new Set<string>();
  const saver = fc.record({
    save: fc.constantFrom(pullAll, acceptAll),
    lateMs: pace,
    beginMs: fc.integer({ min: 0, max: 12_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(saver, { minLength: 1, maxLength: 3 }), pace, async (savers, applyMs) => {
      const box = openBox();
      const { disk, serials } = countingSaves();
      const applied = applyWaiting(box, "apply", applyMs, disk);
      await Promise.all(
        savers.map(async ({ save, lateMs, beginMs }, index) => {
          await box.clock.sleep(beginMs);
          const reconciler = reconcilerOf(box, `saver ${index}`, lateMs, disk);
          ends.add(await save(reconciler).catch(({ code }: { code: string }) => code));
        }),
      );
      expect(await applied).toBe("done");
      expect(Object.keys(disk.state?.objects ?? {})).toHaveLength(knownAlone);
      expect(serials).toEqual(serials.map((_, index) => index + 1));
    }),
    { numRuns: 60 },
  );
  expect([...ends].sort()).toEqual(["run/locked", "run/state-changed", "saved"]);
});

test.each([pullAll, acceptAll])("%o loses nothing that another run saved", async (save) => {
  const box = openBox();
  const disk = createMemoryDisk();
  const slow = save(reconcilerOf(box, "slow", [1000], disk));
  expect(await applyWaiting(box, "other", [1], disk)).toBe("done");
  const saved = disk.state;
  await expect(slow).rejects.toMatchObject({ code: "run/state-changed" });
  expect(disk.state).toBe(saved);
});

test("a run that loses its lock starts nothing more, and keeps state and journal", async () => {
  const box = openBox();
  const memory = createMemoryDisk();
  let rereads = 0;
  const disk: typeof memory = Object.create(memory, {
    lock: {
      value: async (request: Parameters<typeof memory.lock>[0]) => {
        const lock = await memory.lock(request);
        const isValid = () => {
          rereads += 1;
          return rereads <= 2;
        };
        return { ...lock, isValid };
      },
    },
  }) as typeof memory;
  const reconciler = reconcilerOf(box, "loser", [100], disk, 1);
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) throw new Error("The layout is right.");
  const run = reconciler.apply(planned, everythingAllowed);
  const begun: string[] = [];
  for await (const event of run) if (event.kind === "started") begun.push(event.node);
  const { outcome, error, steps } = await run.result;
  expect({ outcome, code: error?.code }).toEqual({ outcome: "partial", code: "run/lock-lost" });
  expect(steps.some(({ status }) => status === "not-tried")).toBe(true);
  expect(begun.length).toBeLessThanOrEqual(2);
  expect(memory.state).toBeUndefined();
  expect(memory.journal.some(({ kind }) => kind === "end")).toBe(false);
  // The next run finds the object that the earlier one created.
  expect(await applyWaiting(box, "next", [5], memory)).toBe("done");
  expect(titlesOf(box.emulator)).toEqual(expectedTitles);
});

test("two or three applies on as many disks create nothing twice, or report it", {
  timeout: timeoutOf(1200),
}, async () => {
  const many = worldsOf(1200);
  let doubled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ lateMs: pace, beginMs: fc.integer({ min: 0, max: 6_000 }) }), {
        minLength: 2,
        maxLength: 3,
      }),
      async (writers) => {
        const box = openBox();
        const ends = await Promise.all(
          writers.map(async ({ lateMs, beginMs }, index) => {
            await box.clock.sleep(beginMs);
            return await applyAlone(reconcilerOf(box, `writer ${index}`, lateMs, createMemoryDisk()));
          }),
        );
        const twice = duplicatesIn(box.emulator);
        if (twice.length > 0) doubled += 1;
        const reported = ends.flatMap((end) =>
          end.kind === "ended" && end.outcome === "differs" ? end.duplicateIds : [],
        );
        // The run that reports a duplicate knows which of the two objects it created.
        for (const ids of twice)
          expect(
            ids.filter((id) => reported.includes(id)),
            JSON.stringify(ends),
          ).not.toEqual([]);
      },
    ),
    { numRuns: many },
  );
  // If the runs rarely created duplicates, the test would prove nothing.
  expect(doubled).toBeGreaterThan(many / 10);
});

/** How a run without a lock ended: refused or stopped, or applied with its report of duplicates. */
type AloneEnd =
  | { readonly kind: "stopped"; readonly why: string }
  | { readonly kind: "ended"; readonly outcome: string; readonly duplicateIds: readonly string[] };

async function applyAlone(reconciler: ReturnType<typeof reconcilerOf>): Promise<AloneEnd> {
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) return { kind: "stopped", why: "invalid" };
  try {
    const result = await reconciler.apply(planned, everythingAllowed).result;
    return {
      kind: "ended",
      outcome: result.outcome,
      duplicateIds: (result.duplicates ?? []).flatMap(({ id, duplicateId }) => [id, duplicateId]),
    };
  } catch (error) {
    return { kind: "stopped", why: error instanceof Error ? error.message : "strangely" };
  }
}

/** Ids of objects that exist more often than the layout declares them, by name and place. Contents of duplicates do not count. */
function duplicatesIn(emulator: Emulator): readonly (readonly string[])[] {
  return ["collection", "space", "site"].flatMap((table) => {
    const named = groupBy(emulator.service.list(table), ({ title, parent }) =>
      JSON.stringify([title, parent ?? null]),
    );
    return [...named.values()]
      .filter((records) => records.length > 1)
      .map((records) => records.map(({ id }) => id));
  });
}

type TestDisk = ReturnType<typeof createMemoryDisk>;

function reconcilerOf(box: Box, writer: string, lateMs: readonly number[], disk: TestDisk, concurrency = 10) {
  let drawn = 0;
  return openReconciler({
    types: registry,
    client: createClient({
      baseUrl: "http://127.0.0.1",
      token: new Secret("token", { kind: "literal" }),
      transport: box.transport(writer, lateMs),
      clock: box.clock,
      random: seededRandom(3),
    }),
    clock: box.clock,
    random: {
      hex: (bytes) =>
        Buffer.from(`${writer} ${drawn++}`)
          .toString("hex")
          .padStart(2 * bytes, "0"),
    },
    disk,
    concurrency,
    consistencyWindowMs: 2000,
    apiVersion: "current",
  });
}

/** A disk that records the serials of the saved states. */
function countingSaves() {
  const memory = createMemoryDisk();
  const serials: (number | undefined)[] = [];
  const lock = memory.lock.bind(memory);
  memory.lock = async (request) => {
    const given = await lock(request);
    const saveState: Lock["saveState"] = async (next, expected) => {
      await given.saveState?.(next, expected);
      serials.push(next.serial);
    };
    return { ...given, saveState };
  };
  return { disk: memory, serials };
}

/** Does the same as `pull --out`, without the lock. */
async function pullAll(reconciler: Reconciler): Promise<string> {
  const { live, state } = await reconciler.pull({ organizationId });
  const { desired: written, ids } = writePulled({ types: registry, live });
  if (written === undefined) throw new Error("What was pulled can be read.");
  await reconciler.savePulled({ desired: written, live, state, ids });
  return "saved";
}

/** Does the same as `accept`, without the lock. */
async function acceptAll(reconciler: Reconciler): Promise<string> {
  const taking = await reconciler.accept(desired, { changes: "everything" });
  const empty = { docsformState: 2, organization: organizationId, salt: "00", objects: {} } as const;
  await reconciler.saveAccepted(taking, { ...(taking.inputs.state ?? empty), pulled: true });
  return "saved";
}

/** Waits for the lock, as `apply --wait` does. */
async function applyWaiting(box: Box, writer: string, lateMs: readonly number[], disk: TestDisk) {
  return await applyWhileLocked(reconcilerOf(box, writer, lateMs, disk), 3_600_000);
}

async function applyAtOnce(box: Box, writer: string, lateMs: readonly number[], disk: TestDisk) {
  return await applyWhileLocked(reconcilerOf(box, writer, lateMs, disk), 0);
}

async function applyWhileLocked(
  reconciler: ReturnType<typeof reconcilerOf>,
  waitMs: number,
): Promise<string> {
  const lock = await reconciler.lock({ waitMs });
  try {
    const planned = await reconciler.plan(desired);
    if (planned.plan === undefined) return "invalid";
    return (await reconciler.apply(planned, everythingAllowed).result).outcome;
  } finally {
    await lock.release();
  }
}

/** Between the first and the last request of a writer, no other writer sends a request. */
function expectOneAtATime(history: readonly Entry[]): void {
  const turns = history.map(({ writer }) => writer).filter((writer, at, all) => writer !== all[at - 1]);
  expect(turns).toEqual([...new Set(turns)]);
}

function titlesOf(emulator: Emulator): readonly string[] {
  const { tables } = emulator.dump();
  return Object.entries(tables)
    .flatMap(([table, records]) =>
      records.map((record) => `${table} ${JSON.stringify(record["title"] ?? record["path"] ?? null)}`),
    )
    .sort();
}

const [expectedTitles, knownAlone] = await (async () => {
  const box = openBox();
  const disk = createMemoryDisk();
  await applyWaiting(box, "alone", [1], disk);
  return [titlesOf(box.emulator), Object.keys(disk.state?.objects ?? {}).length] as const;
})();
