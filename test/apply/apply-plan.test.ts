import { describe, expect, it } from "vitest";
import type { Fault } from "../../src/emulator/faults.ts";
import { createJournal } from "../../src/engine/apply/journal.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { State } from "../../src/model/state.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { applyToEnd, createPlan, createToyBox, type ToyBox, toyTypes } from "./toy-service.ts";

function saver() {
  const saved: State[] = [];
  return { saved, saveState: async (state: State) => void saved.push(state) };
}

async function memoryJournal(box: ToyBox) {
  const disk = createMemoryDisk();
  const lock = await disk.lock({ id: "run1", clock: box.clock });
  return { journal: createJournal(lock.journal, box.clock, "run1"), lines: () => disk.journal };
}

const oneToy: DesiredWorld = {
  organizationId: "acme",
  objects: [
    { address: "toy.a", type: "toy", attributes: { title: "a", note: "n" }, owns: [], ignore: [], rank: 0 },
  ],
  prune: [],
  safety: {},
};

describe("applyPlan", () => {
  it("creates, configures, verifies and records", async () => {
    const box = createToyBox();
    const { saved, saveState } = saver();
    const { journal, lines } = await memoryJournal(box);
    const plan = createPlan([{ key: "a", note: "hello" }, { key: "b" }]);
    const { result, events } = await applyToEnd(plan, box.runtime({ saveState, journal }));

    expect(result.outcome).toBe("done");
    expect(box.titles()).toEqual(["a", "b"]);
    expect(events.filter((event) => event.kind === "done")).toHaveLength(3);
    expect(saved[0]?.objects["toy.a"]).toEqual({
      id: result.created["toy.a"],
      origin: "created",
      applied: { title: "a", note: "hello" },
    });
    // The plan's writes, one list before them, and one after.
    expect(result.calls.made).toBe(plan.writeCalls + 2);
    expect(lines()).toEqual([]);
  });

  const lost: readonly { readonly fault: Fault; readonly recovered: boolean }[] = [
    { fault: { kind: "drop-after" }, recovered: true },
    { fault: { kind: "error-after", status: 500 }, recovered: true },
    { fault: { kind: "truncate" }, recovered: true },
    { fault: { kind: "drop-before" }, recovered: false },
    { fault: { kind: "error-before", status: 500 }, recovered: false },
  ];
  it.each(lost)("creates exactly one object after $fault.kind", async ({ fault, recovered }) => {
    const box = createToyBox();
    box.emulator.faults.add({ on: { operation: "createToy" }, fault });
    const { result, events } = await applyToEnd(createPlan([{ key: "a", note: "n" }]), box.runtime());
    expect(box.emulator.faults.fired[fault.kind]).toBe(1);
    expect(result.outcome).toBe("done");
    expect(box.titles()).toEqual(["a"]);
    expect(events.some((event) => event.kind === "recovered")).toBe(recovered);
  });

  it.each([400, 409])(
    "finds the object of an earlier attempt when the repetition is refused with %i",
    async (status) => {
      const box = createToyBox();
      // The list omits the first attempt's object for longer than the run waits, and the service refuses a second attempt because the object
      // exists.
      box.emulator.faults.add({ on: { operation: "createToy", times: 1 }, fault: { kind: "drop-after" } });
      box.emulator.faults.add({
        on: { operation: "listToys", times: "always" },
        fault: { kind: "stale-reads", ms: 6000 },
      });
      box.emulator.faults.add({
        on: { operation: "createToy", nth: 2 },
        fault: { kind: "error-before", status, message: "This name is already taken." },
      });
      const { result, events } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime());
      expect(result.outcome, result.steps[0]?.error?.message).toBe("done");
      expect(events.some((event) => event.kind === "recovered")).toBe(true);
      expect(box.titles()).toEqual(["a"]);
    },
  );

  it("does not check for a refused object right away", async () => {
    const box = createToyBox();
    box.emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "error-before", status: 400 } });
    const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime());
    expect(result.steps[0]).toMatchObject({ status: "failed", error: { code: "http/unexpected-status" } });
    expect(box.emulator.log.filter(({ operation }) => operation === "listToys")).toHaveLength(1);
  });

  it("waits for a lost create that old reads hide", async () => {
    const box = createToyBox();
    box.emulator.faults.add({ fault: { kind: "stale-reads", ms: 3000 } });
    box.emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "drop-after" } });
    const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime());
    expect(result.outcome).toBe("done");
    expect(box.titles()).toEqual(["a"]);
  });

  it("stops and names the candidates if several could be the lost object", async () => {
    const box = createToyBox();
    box.emulator.faults.add({
      on: { operation: "createToy" },
      fault: {
        kind: "callback",
        before: (world) => void world.service.add("toy", { id: "duplicate", title: "a" }),
      },
    });
    box.emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "drop-after" } });
    const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime());
    expect(result.steps[0]).toMatchObject({ status: "failed", error: { code: "apply/ambiguous-create" } });
    expect(result.steps[0]?.error?.message).toContain("duplicate");
    expect(box.titles()).toEqual(["a", "a"]);
  });

  const open: readonly {
    readonly name: string;
    readonly arrange: (box: ToyBox) => void;
    readonly status: string;
  }[] = [
    {
      name: "several objects could be the created one",
      arrange: ({ emulator }) => {
        const before: Extract<Fault, { kind: "callback" }>["before"] = (world) =>
          void world.service.add("toy", { id: "duplicate", title: "a" });
        emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "callback", before } });
        emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "drop-after" } });
      },
      status: "failed",
    },
    {
      name: "no read shows the created object in time",
      arrange: ({ emulator }) => {
        emulator.faults.add({
          on: { operation: "createToy", times: "always" },
          fault: { kind: "drop-after" },
        });
        emulator.faults.add({
          on: { operation: "listToys", times: "always" },
          fault: { kind: "stale-reads", ms: 3_600_000 },
        });
      },
      status: "unknown",
    },
  ];
  it.each(open)(
    "keeps the journal of a create if $name, and saves the state",
    async ({ arrange, status }) => {
      const box = createToyBox();
      const { saved, saveState } = saver();
      const { journal, lines } = await memoryJournal(box);
      arrange(box);
      const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime({ saveState, journal }));
      expect(result.steps[0]?.status).toBe(status);
      expect(saved).toHaveLength(1);
      expect(
        lines()
          .map((line) => JSON.stringify(line))
          .join("\n"),
      ).toContain("toy.a");
    },
  );

  it("reports an unknown outcome if the reads fail too, and the next run finds the object by the journal", async () => {
    const box = createToyBox();
    const disk = createMemoryDisk();
    const reconciler = openReconciler({
      types: toyTypes,
      client: box.client,
      clock: box.clock,
      random: { hex: (bytes) => "5a".repeat(bytes) },
      disk,
      apiVersion: "current",
    });
    const planned = await reconciler.plan(oneToy);
    if (planned.plan === undefined) throw new Error("The layout is right.");
    box.emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "drop-after" } });
    box.emulator.faults.add({
      on: { operation: "listToys", nth: 2, times: "always" },
      fault: { kind: "error-before", status: 500 },
    });
    const { steps } = await reconciler.apply(planned, { allow: new Set() }).result;
    expect(steps[0]).toMatchObject({ status: "unknown", error: { code: "apply/unknown-outcome" } });
    expect(disk.state?.objects).toEqual({});

    box.emulator.faults.clear();
    const next = await reconciler.plan(oneToy);
    const id = box.emulator.service.list("toy")[0]?.id;
    expect(next.plan?.steps).toMatchObject([{ action: "patch", address: "toy.a", id }]);
  });

  it("reports a declared value that the service dropped, and continues with independent steps", async () => {
    const box = createToyBox();
    box.emulator.faults.add({ on: { operation: "updateToy" }, fault: { kind: "drop-field", field: "note" } });
    const plan = createPlan([
      { key: "a", note: "wanted" },
      { key: "b", note: "n" },
    ]);
    const { result } = await applyToEnd(plan, box.runtime({ concurrency: 1 }));
    expect(result.outcome).toBe("partial");
    const failed = result.steps.find((step) => step.status === "failed");
    expect(failed?.error?.code).toBe("apply/not-applied");
    expect(failed?.error?.message).toMatch(/note is null, not "(wanted|n)"/);
    expect(new Set(box.titles())).toEqual(new Set(["a", "b"]));
    expect(box.titles()).toHaveLength(2);
  });

  it("does not try what needs a failed step", async () => {
    const box = createToyBox();
    box.emulator.faults.add({ on: { operation: "createToy" }, fault: { kind: "error-before", status: 400 } });
    const plan = createPlan([{ key: "a" }, { key: "b", after: "a" }, { key: "c" }]);
    const { result } = await applyToEnd(plan, box.runtime());
    expect(result.steps.map((step) => step.status)).toEqual(["failed", "not-tried", "done"]);
    expect(box.titles()).toEqual(["c"]);
  });

  it("refuses a stale plan before the first write", async () => {
    const box = createToyBox();
    box.emulator.service.add("toy", { id: "foreign", title: "a" });
    const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime());
    expect(result.outcome).toBe("stale");
    expect(result.conflicts).toHaveLength(1);
    expect(box.emulator.log.every((request) => request.method === "GET")).toBe(true);
  });

  it("makes no call if a guard refuses", async () => {
    const box = createToyBox();
    const refusal = {
      code: "guard/deletes",
      message: "No.",
      remedy: "Ask.",
      addresses: [],
      permittedBy: "--allow-deletes",
    } as const;
    const plan = createPlan([{ key: "a" }]);
    const refused = { ...plan, guard: { ...plan.guard, refusals: [refusal] } };
    expect((await applyToEnd(refused, box.runtime())).result.outcome).toBe("refused");
    expect(box.emulator.log).toEqual([]);
  });

  it("waits for calls in flight and starts nothing new after an interruption", async () => {
    const box = createToyBox();
    const { saved, saveState } = saver();
    const stop = new AbortController();
    const plan = createPlan([{ key: "a" }, { key: "b", after: "a" }, { key: "c", after: "b" }]);
    const runtime = box.runtime({ signal: stop.signal, saveState });
    const { result } = await applyToEnd(plan, runtime, (event) => {
      if (event.kind === "started" && event.address === "toy.b") stop.abort();
    });
    expect(result.outcome).toBe("interrupted");
    expect(result.steps.map((step) => step.status)).toContain("not-tried");
    // The state records the created object.
    expect(Object.values(saved[0]?.objects ?? {})).toHaveLength(box.titles().length);
    expect(box.titles().length).toBeLessThan(3);
  });

  it("writes a line before each attempt, also after rate limits", async () => {
    const box = createToyBox();
    const { journal } = await memoryJournal(box);
    const seen: string[] = [];
    box.emulator.faults.add({
      on: { operation: "createToy", times: 3 },
      fault: { kind: "rate-limit", retryAfterSeconds: 1, headers: "retry-after" },
    });
    const spy = {
      ...journal,
      sent: (line: Parameters<typeof journal.sent>[0]) => void seen.push(line.address),
    };
    const { result } = await applyToEnd(createPlan([{ key: "a" }]), box.runtime({ journal: spy }));
    expect(result.outcome).toBe("done");
    expect(seen).toHaveLength(4);
  });

  it("records once what existed before the run", async () => {
    const box = createToyBox();
    const { journal } = await memoryJournal(box);
    const known: unknown[] = [];
    const spy = {
      ...journal,
      known: (lists: Parameters<typeof journal.known>[0]) => void known.push(...lists),
    };
    await applyToEnd(createPlan([{ key: "a" }, { key: "b" }]), box.runtime({ journal: spy }));
    const ids = box.emulator.service.list("toy").map(({ id }) => id);
    await applyToEnd(createPlan([{ key: "c" }]), box.runtime({ journal: spy }));
    expect(known).toEqual([
      { type: "toy", ids: [] },
      { type: "toy", ids },
    ]);
  });

  it("sends no create call before its line is on the disk", async () => {
    const box = createToyBox();
    const seen: string[] = [];
    const { journal } = await memoryJournal(box);
    const slow = {
      ...journal,
      queue: async (line: Parameters<typeof journal.queue>[0]) => {
        await box.clock.sleep(50);
        seen.push(`on disk ${line.address}`);
      },
      sent: (line: Parameters<typeof journal.sent>[0]) => void seen.push(`sent ${line.address}`),
    };
    const plan = createPlan([{ key: "a" }, { key: "b" }]);
    const { result } = await applyToEnd(plan, box.runtime({ journal: slow }));
    expect(result.outcome).toBe("done");
    const [a, b] = ["toy.a", "toy.b"].map((address) => [
      seen.indexOf(`on disk ${address}`),
      seen.indexOf(`sent ${address}`),
    ]);
    for (const [onDisk, sent] of [a, b] as [number, number][]) {
      expect(onDisk).toBeGreaterThanOrEqual(0);
      expect(sent).toBeGreaterThan(onDisk);
    }
  });
});
