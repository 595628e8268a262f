import { expect, test } from "vitest";
import {
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { StepResult } from "../../src/engine/apply/apply-events.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { DocsformError } from "../../src/model/errors.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { layoutWith } from "../support/read-text.ts";
import { everythingAllowed, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const spaces = Array.from({ length: 40 }, (_, at) => `  space-${at}: { title: Space ${at} }\n`).join("");
const fortySpaces = layoutWith(`spaces:\n${spaces}`);

/** A response to a write, given the number of earlier writes. Undefined: the emulator responds. */
type Respond = (before: number, at: number, request: TransportRequest) => TransportResponse | undefined;

/** Applies forty spaces to a service with these responses to writes. */
async function applyTo(say: Respond, lateMs = 0, desired = fortySpaces) {
  let writes = 0;
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(5),
    transport: (emulator) => {
      const inner = emulatorTransport(emulator);
      return async (request) => {
        if (request.method === "GET") return await inner(request);
        await service.clock.sleep(lateMs);
        writes += 1;
        return say(writes - 1, service.clock.now(), request) ?? (await inner(request));
      };
    },
  });
  const began = service.clock.now();
  const disk = createMemoryDisk();
  const end = await runLayout(service, desired, disk);
  if (end.kind !== "applied") throw new Error(`It ended ${end.kind}.`);
  const { outcome, error, steps } = end.result;
  const tookMs = service.clock.now() - began;
  return { outcome, error, code: error?.code, steps, writes, tookMs, events: end.events, service, disk };
}

function refused(status: number): TransportResponse {
  return { status, headers: {}, text: '{"error":{"message":"no"}}' };
}

function limited(seconds: number): TransportResponse {
  return { status: 429, headers: { "retry-after": `${seconds}` }, text: "{}" };
}

function statusesOf(steps: readonly StepResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of steps) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("a rejected token stops the remaining steps", async () => {
  const { outcome, code, steps, writes } = await applyTo((before) =>
    before >= 5 ? refused(401) : undefined,
  );
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/token-refused" });
  expect(steps.filter(({ status }) => status === "not-tried").length).toBeGreaterThan(25);
  expect(writes).toBeLessThan(12);
});

test("a service that refuses everything is tried for minutes, not for each object", async () => {
  const { outcome, code, tookMs } = await applyTo(() => limited(1));
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/no-progress" });
  expect(tookMs).toBeGreaterThanOrEqual(300_000);
  expect(tookMs).toBeLessThan(440_000);
});

test("earlier writes are reported", async () => {
  const { outcome, code, steps } = await applyTo((before) => (before >= 5 ? limited(1) : undefined));
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/no-progress" });
  expect(steps.filter(({ status }) => status === "done")).toHaveLength(5);
});

test("a slow service is progress", async () => {
  const { outcome, tookMs } = await applyTo(() => undefined, 60_000);
  expect(tookMs).toBeGreaterThan(300_000);
  expect(outcome).toBe("done");
});

test.each([
  { waits: "one of ten minutes", seconds: 600, times: 1 },
  { waits: "three of three minutes, one after the other", seconds: 180, times: 3 },
])("waits that the service asks for are not a lack of progress: $waits", async ({ seconds, times }) => {
  let until = 0;
  let asked = 0;
  const { outcome, tookMs, writes } = await applyTo((_before, at) => {
    if (at >= until && asked < times) {
      asked += 1;
      until = at + seconds * 1000;
    }
    return at < until ? limited(Math.ceil((until - at) / 1000)) : undefined;
  });
  expect(outcome).toBe("done");
  expect(tookMs).toBeGreaterThanOrEqual(seconds * times * 1000);
  // Each wait refuses the calls in flight once, and no call is repeated before the wait ends.
  expect(writes).toBeLessThanOrEqual(40 + 4 * times);
});

test("simultaneous waits count once, so that a lack of progress is reported in time", async () => {
  let asked = 0;
  const { code, tookMs } = await applyTo(() => (asked++ < 4 ? limited(120) : refused(400)), 60_000);
  expect(code).toBe("run/no-progress");
  expect(tookMs).toBeGreaterThanOrEqual(120_000 + 300_000);
  expect(tookMs).toBeLessThan(120_000 + 300_000 + 60_000);
});

test("an operation that is refused on three objects and allowed on none is not tried again", async () => {
  const { outcome, error, steps, writes, events } = await applyTo(() => refused(403));
  expect({ outcome, code: error?.code }).toEqual({ outcome: "partial", code: "run/not-permitted" });
  // Four calls are in flight at a time, so further ones may have been sent before the third refusal.
  expect(writes).toBeLessThanOrEqual(6);
  expect(statusesOf(steps)).toEqual({ failed: writes, "not-tried": 40 - writes });
  // The result reports the reason once, with the published name of the operation. Each failed step has its own error.
  expect(error?.message).toContain("createSpace (403) on 3 objects");
  expect(steps.filter(({ error: why }) => why?.code === "run/not-permitted")).toEqual([]);
  expect(events.filter(({ kind }) => kind === "skipped")).toHaveLength(40 - writes);
});

test("an operation that succeeded once continues, after any refusals", async () => {
  const { outcome, code, steps, writes } = await applyTo((before) =>
    before === 0 ? undefined : refused(403),
  );
  expect({ outcome, code, writes }).toEqual({ outcome: "partial", code: undefined, writes: 40 });
  expect(statusesOf(steps)).toEqual({ done: 1, failed: 39 });
});

test.each([
  { when: "in the midst of its writes", untilMs: 150_000, outcome: "partial", finalRead: false },
  { when: "before it has read again", untilMs: 605_000, outcome: "differs", finalRead: false },
])(
  "a run that is stopped $when with an error reports that error",
  async ({ untilMs, outcome, finalRead }) => {
    const reason = new DocsformError("run/timeout", "The time is over.");
    const stop = new AbortController();
    const service = createTestService({
      apiVersion: "current",
      random: seededRandom(5),
      transport: (emulator) => {
        const inner = emulatorTransport(emulator);
        return async (request) => {
          if (request.method !== "GET") await service.clock.sleep(60_000);
          return await inner(request);
        };
      },
    });
    const disk = createMemoryDisk();
    const reconciler = reconcilerOf(service, disk);
    const planned = await reconciler.plan(fortySpaces);
    if (planned.plan === undefined) throw new Error("The layout is right.");
    void service.clock.sleep(untilMs).then(() => stop.abort(reason));
    const result = await reconciler.apply(planned, everythingAllowed, { signal: stop.signal }).result;
    expect(result).toMatchObject({ outcome, finalRead });
    expect(result.error?.message).toContain(reason.message);
    // Journal and state are correct: the next run creates the remaining objects, and no duplicate.
    const again = await runLayout(service, fortySpaces, disk);
    expect(again.kind === "applied" && again.result.outcome).toBe(outcome === "differs" ? "nothing" : "done");
    expect(service.emulator.log.filter(({ method }) => method === "POST")).toHaveLength(40);
  },
);

test("two refusals stop nothing", async () => {
  const { outcome, steps } = await applyTo((before) => (before < 2 ? refused(403) : undefined));
  expect(outcome).toBe("partial");
  expect(statusesOf(steps)).toEqual({ done: 38, failed: 2 });
});

test("permitted steps continue beside refused ones", async () => {
  const { outcome, code, steps } = await applyTo(
    (_before, _at, { url }) => (url.endsWith("/spaces") ? refused(403) : undefined),
    0,
    layoutWith(`spaces:\n${spaces}teams:\n${teams}`),
  );
  expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/not-permitted" });
  const ofTeams = steps.filter(({ address }) => address.startsWith("team."));
  expect(statusesOf(ofTeams)).toEqual({ done: 12 });
  expect(statusesOf(steps)["not-tried"]).toBeGreaterThanOrEqual(30);
});

/** A fault in a run that creates forty spaces. Another user creates one of them, too, at the sixth write. */
interface Ending {
  readonly by: string;
  readonly ends: (run: Ended) => void;
  /** Requests that the service refuses from the beginning. */
  readonly refuses?: (request: TransportRequest) => boolean;
  readonly desired?: DesiredWorld;
  readonly outcome: string;
  readonly checkedForDuplicates: boolean;
}

interface Ended {
  readonly stop: AbortController;
  /** The service's responses from now on. */
  answer: (request: TransportRequest) => TransportResponse | Promise<TransportResponse> | undefined;
  /** Another run has taken the lock. */
  isOvertaken: boolean;
  /** The disk is full: the state cannot be written. */
  isFull: boolean;
  readonly clock: TestService["clock"];
}

const timeIsOver = (run: Ended) => run.stop.abort(new DocsformError("run/timeout", "The time is over."));
const isWrite = ({ method }: TransportRequest) => method !== "GET";
const teams = Array.from({ length: 12 }, (_, at) => `  team-${at}: { title: Team ${at} }\n`).join("");

const endings: readonly Ending[] = [
  { by: "its time", ends: timeIsOver, outcome: "partial", checkedForDuplicates: true },
  {
    by: "another run that has its lock",
    ends: (run) => {
      run.isOvertaken = true;
    },
    outcome: "partial",
    checkedForDuplicates: true,
  },
  {
    by: "what it may not do",
    ends: () => {},
    refuses: ({ url, method }) => method !== "GET" && url.endsWith("/teams"),
    desired: layoutWith(`spaces:\n${spaces}teams:\n${teams}`),
    outcome: "partial",
    checkedForDuplicates: true,
  },
  {
    by: "a state that cannot be written",
    ends: (run) => {
      run.isFull = true;
    },
    outcome: "partial",
    checkedForDuplicates: true,
  },
  {
    by: "a token that is refused",
    ends: (run) => {
      run.answer = () => refused(401);
    },
    outcome: "partial",
    checkedForDuplicates: false,
  },
  {
    by: "lack of progress",
    ends: (run) => {
      run.answer = (request) => (isWrite(request) ? limited(1) : undefined);
    },
    outcome: "partial",
    checkedForDuplicates: false,
  },
  { by: "a person", ends: ({ stop }) => stop.abort(), outcome: "interrupted", checkedForDuplicates: false },
  {
    by: "its time, when the service answers no more",
    ends: (run) => {
      timeIsOver(run);
      run.answer = async (request) => {
        if (!isWrite(request)) await run.clock.sleep(3_600_000, request.signal).catch(() => undefined);
        throw new TransportError("unknown", "no answer", { reason: "aborted" });
      };
    },
    outcome: "partial",
    checkedForDuplicates: false,
  },
];

test.each(endings)("a run that is stopped by $by says whether it checked for duplicates", async (ending) => {
  const { ends, refuses, desired = fortySpaces, outcome, checkedForDuplicates } = ending;
  let writes = 0;
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(5),
    transport: (emulator) => {
      const inner = emulatorTransport(emulator);
      return async (request) => {
        await service.clock.sleep(isWrite(request) ? 1000 : 10);
        const printed = await run.answer(request);
        if (printed !== undefined) return printed;
        const answered = await inner(request);
        if (isWrite(request)) writes += 1;
        if (isWrite(request) && writes === 6) {
          emulator.edit("createSpace", {}, { title: "Space 0" });
          ends(run);
        }
        return answered;
      };
    },
  });
  const run: Ended = {
    stop: new AbortController(),
    answer: (request) => (refuses?.(request) === true ? refused(403) : undefined),
    isOvertaken: false,
    isFull: false,
    clock: service.clock,
  };
  const disk = createMemoryDisk();
  const reconciler = reconcilerOf(service, {
    ...disk,
    lock: async (request) => {
      const lock = await disk.lock(request);
      return {
        ...lock,
        isValid: () => !run.isOvertaken && lock.isValid(),
        saveState: async (next, expected) => {
          if (run.isFull) throw new DocsformError("disk/not-written", "The disk is full.");
          await lock.saveState?.(next, expected);
        },
      };
    },
  });
  const planned = await reconciler.plan(desired);
  if (planned.plan === undefined) throw new Error("The layout is right.");
  const began = service.clock.now();
  const result = await reconciler.apply(planned, everythingAllowed, { signal: run.stop.signal }).result;
  expect(result).toMatchObject({ outcome, checkedForDuplicates });
  expect(result.duplicates.map(({ address }) => address)).toEqual(
    checkedForDuplicates ? ["space.space-0"] : [],
  );
  expect(service.clock.now() - began).toBeLessThan(600_000);
});

test("a run that created nothing has no duplicates", async () => {
  const { service, disk } = await applyTo(() => undefined);
  const [first] = service.emulator.service.list("space");
  service.emulator.edit("updateSpaceById", { spaceId: first?.id ?? "" }, { title: "Another" });
  service.emulator.faults.add({ on: { method: "write", times: "always" }, fault: { kind: "unauthorized" } });
  const end = await runLayout(service, fortySpaces, disk);
  expect(end.kind === "applied" && end.result).toMatchObject({
    outcome: "partial",
    checkedForDuplicates: true,
  });
});
