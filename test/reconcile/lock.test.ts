import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { State } from "../../src/model/state.ts";
import type { LockPlace } from "../../src/state/acquire-lock.ts";
import type { Disk, LockRequest } from "../../src/state/disk.ts";
import { createFileDisk } from "../../src/state/file-disk.ts";
import { type FileSystem, machineFiles } from "../../src/state/file-system.ts";
import { openLockFile, releaseLock } from "../../src/state/lock-file.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-lock-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const places = {
  layout: "docsform",
  state: "docsform.state.json",
  journal: ".docsform/docsform.jsonl",
  lock: ".docsform/docsform.lock",
};
const start = Date.parse("2026-01-01T00:00:00Z");

/** Two processes that share only a disk. */
const disks: readonly (readonly [string, () => readonly [Disk, Disk]])[] = [
  [
    "files",
    () => {
      const own = mkdtempSync(join(folder, "disk-"));
      return [createFileDisk(places, own), createFileDisk(places, own)];
    },
  ],
  [
    "memory",
    () => {
      const disk = createMemoryDisk();
      return [disk, disk];
    },
  ],
];

function stateOf(id: string): State {
  return {
    docsformState: 2,
    organization: "acme",
    salt: "00",
    objects: { "space.guides": { id, applied: {} } },
  };
}

/** The lock request of a suspended process: its clock runs no intervals. */
function hanging(request: LockRequest): LockRequest {
  return { ...request, clock: { ...request.clock, every: () => () => {} } };
}

describe.each(disks)("the lock on a disk of %s", (_, open) => {
  const setup = () => {
    const clock = createVirtualClock(start);
    const [one, other] = open();
    return { clock, one, other, a: { id: "aa", clock }, b: { id: "bb", clock } };
  };

  test("belongs to one run at a time", async () => {
    const { one, other, a, b } = setup();
    const lock = await one.lock(a);
    await expect(other.lock(b)).rejects.toThrow(expect.objectContaining({ code: "run/locked" }));
    await lock.release();
    expect(lock.isValid()).toBe(false);
    await (await other.lock(b)).release();
  });

  test("is waited for, and reported once", async () => {
    const { clock, one, other, a, b } = setup();
    const lock = await one.lock(a);
    const reported: string[] = [];
    const waiting = other.lock({ ...b, waitMs: 30_000, onWait: (lockedBy) => reported.push(lockedBy) });
    await clock.sleep(20_000);
    await lock.release();
    const second = await waiting;
    expect(clock.now() - start).toBeLessThan(22_000);
    expect(reported).toHaveLength(1);
    await expect(one.lock({ ...a, waitMs: 5000 })).rejects.toThrow(/after waiting for 5 s/u);
    await second.release();
  });

  test("lasts as long as its run, even an hour", async () => {
    const { clock, one, other, a, b } = setup();
    const lock = await one.lock(a);
    await expect(other.lock({ ...b, waitMs: 3_600_000 })).rejects.toThrow(/last sign of life \d s ago/u);
    expect(clock.now() - start).toBeGreaterThanOrEqual(3_600_000);
    expect(lock.isValid()).toBe(true);
    await lock.release();
  });

  test("ends a minute after the last sign of its run, which then starts nothing more", async () => {
    const { clock, one, other, a, b } = setup();
    const lock = await one.lock(hanging(a));
    await clock.sleep(59_000);
    await expect(other.lock(b)).rejects.toThrow(expect.objectContaining({ code: "run/locked" }));
    await clock.sleep(2000);
    const second = await other.lock(b);
    expect(lock.isValid()).toBe(false);
    await lock.release();
    expect(second.isValid()).toBe(true);
    await expect(one.lock(a)).rejects.toThrow(expect.objectContaining({ code: "run/locked" }));
    await second.release();
  });

  test("replaces a state only if it is still the one that was read", async () => {
    const { one, other, a } = setup();
    const lock = await one.lock(a);
    const [first, second] = [stateOf("1"), stateOf("2")];
    await lock.saveState?.(first, undefined);
    const overtaken = expect.objectContaining({ code: "run/state-changed" });
    await expect(lock.saveState?.(second, undefined)).rejects.toThrow(overtaken);
    await expect(lock.saveState?.(first, second)).rejects.toThrow(overtaken);
    expect((await other.read("acme")).state).toEqual(first);
    await lock.saveState?.(second, first);
    expect((await other.read("acme")).state).toEqual(second);
    await lock.release();
  });

  test("a suspended run keeps its lock if no other run took it", async () => {
    const { clock, one, a } = setup();
    const lock = await one.lock(hanging(a));
    await clock.sleep(600_000);
    expect(lock.isValid()).toBe(true);
    await lock.release();
  });
});

test("a run does not touch a valid lock", async () => {
  const own = mkdtempSync(join(folder, "living-"));
  const clock = createVirtualClock(start);
  const lock = await createFileDisk(places, own).lock({ id: "aa", clock });
  const made: unknown[] = [];
  const system: FileSystem = {
    ...machineFiles,
    openSync: (path, ...how) => {
      if (String(path).includes(places.lock)) made.push(path);
      return machineFiles.openSync(path, ...how);
    },
  };
  await expect(createFileDisk(places, own, system).lock({ id: "bb", clock })).rejects.toMatchObject({
    code: "run/locked",
  });
  expect(made).toEqual([]);
  await lock.release();
});

test("only one of many runs takes an ended lock", async () => {
  const own = mkdtempSync(join(folder, "many-"));
  const clock = createVirtualClock(start);
  await createFileDisk(places, own).lock(hanging({ id: "dead", clock }));
  await clock.sleep(61_000);
  const many = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => createFileDisk(places, own).lock({ id: `many-${index}`, clock })),
  );
  expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

/** A file system that runs `happen` just before the call with this number, and counts the calls. */
function interrupted(at: number, happen: () => void): { system: FileSystem; calls: () => number } {
  let calls = 0;
  const watched = <Name extends keyof FileSystem>(name: Name): FileSystem[Name] =>
    ((...args: readonly unknown[]) => {
      calls += 1;
      if (calls === at) happen();
      return (machineFiles[name] as (...all: readonly unknown[]) => unknown)(...args);
    }) as FileSystem[Name];
  const names = Object.keys(machineFiles) as (keyof FileSystem)[];
  const system = Object.fromEntries(names.map((name) => [name, watched(name)])) as unknown as FileSystem;
  return { system, calls: () => calls };
}

test("exactly one of two runs takes an ended lock, at every interleaving", async () => {
  const isUsed = (found: ReturnType<LockPlace["acquire"]> | undefined) => found && "renew" in found;
  const now = start + 120_000;
  const take = (system: FileSystem, path: string, id: string) =>
    openLockFile(system, path).acquire({ id, since: now, at: now }, ({ at }) => now - at > 60_000);
  let last = 0;
  for (let at = 1; at <= last + 1; at++) {
    const path = join(mkdtempSync(join(folder, "two-")), "docsform.lock");
    openLockFile(machineFiles, path).acquire({ id: "dead", since: start, at: start }, () => false);
    let second: ReturnType<LockPlace["acquire"]> | undefined;
    const { system, calls } = interrupted(at, () => (second = take(machineFiles, path, "second")));
    const first = take(system, path, "first");
    last = calls();
    second ??= take(machineFiles, path, "second");
    const [one, other] = [first, second].map(isUsed);
    expect(one, `both or none, where the second comes before call ${at}`).toBe(!other);
    const winner = one ? first : second;
    if (!("renew" in winner)) throw new Error("One of them has it.");
    expect(winner.renew(now)).toBe(true);
    winner.release();
  }
  expect(last).toBeGreaterThan(8);
});

test("a run that continues while another one takes its ended lock keeps it", () => {
  const path = join(mkdtempSync(join(folder, "continued-")), "docsform.lock");
  const now = start + 120_000;
  const suspended = openLockFile(machineFiles, path).acquire(
    { id: "first", since: start, at: start },
    () => false,
  );
  if (!("renew" in suspended)) throw new Error("There was no lock before.");
  const system: FileSystem = {
    ...machineFiles,
    openSync: (...args) => {
      suspended.renew(now);
      return machineFiles.openSync(...args);
    },
  };
  const isDead = ({ at }: { readonly at: number }) => now - at > 60_000;
  const found = openLockFile(system, path).acquire({ id: "second", since: now, at: now }, isDead);
  expect(found).toMatchObject({ id: "first" });
  expect(suspended.renew(now)).toBe(true);
  suspended.release();
});

test("a released lock is lost to its run", async () => {
  const own = mkdtempSync(join(folder, "released-"));
  const clock = createVirtualClock(start);
  const disk = createFileDisk(places, own);
  const lock = await disk.lock({ id: "aa", clock });
  expect(releaseLock(machineFiles, join(own, places.lock))).toMatchObject({ id: "aa" });
  await clock.sleep(11_000);
  expect(lock.isValid()).toBe(false);
  await lock.release();
  expect(releaseLock(machineFiles, join(own, places.lock))).toBeUndefined();
});
