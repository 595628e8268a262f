import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lock } from "../../src/model/lock.ts";
import { claimFile, releaseClaim } from "../../src/reconcile/disk/claim-file.ts";
import type { Claimant, Disk } from "../../src/reconcile/disk/disk.ts";
import { createFileDisk } from "../../src/reconcile/disk/file-disk.ts";
import { type FileSystem, machineFiles } from "../../src/reconcile/disk/file-system.ts";
import type { ClaimPlace } from "../../src/reconcile/disk/hold-claim.ts";
import { createMemoryDisk } from "../../src/reconcile/disk/memory-disk.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-claim-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const places = {
  layout: "docsform",
  lock: "docsform.lock.json",
  journal: ".docsform/docsform.jsonl",
  claim: ".docsform/docsform.claim",
};
const start = Date.parse("2026-01-01T00:00:00Z");

/** Two processes on one disk: each sees what the other does through the disk alone. */
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

function lockOf(id: string): Lock {
  return {
    docsformLock: 2,
    organization: "acme",
    salt: "00",
    objects: { "space.guides": { id, applied: {} } },
  };
}

/** A clock as a process sees it that stops: nothing of it is done at intervals any more. */
function hanging(claimant: Claimant): Claimant {
  return { ...claimant, clock: { ...claimant.clock, every: () => () => {} } };
}

describe.each(disks)("the claim on a disk of %s", (_, open) => {
  const setup = () => {
    const clock = createVirtualClock(start);
    const [one, other] = open();
    return { clock, one, other, a: { id: "aa", clock }, b: { id: "bb", clock } };
  };

  test("is one run's at a time", async () => {
    const { one, other, a, b } = setup();
    const claim = await one.claim(a);
    await expect(other.claim(b)).rejects.toThrow(expect.objectContaining({ code: "run/busy" }));
    await claim.release();
    expect(claim.isHeld()).toBe(false);
    await (await other.claim(b)).release();
  });

  test("is waited for, and told once", async () => {
    const { clock, one, other, a, b } = setup();
    const claim = await one.claim(a);
    const told: string[] = [];
    const waiting = other.claim({ ...b, waitMs: 30_000, onWait: (holder) => told.push(holder) });
    await clock.sleep(20_000);
    await claim.release();
    const second = await waiting;
    expect(clock.now() - start).toBeLessThan(22_000);
    expect(told).toHaveLength(1);
    await expect(one.claim({ ...a, waitMs: 5000 })).rejects.toThrow(/after waiting for 5 s/u);
    await second.release();
  });

  test("lives as long as its run does, an hour if need be", async () => {
    const { clock, one, other, a, b } = setup();
    const claim = await one.claim(a);
    await expect(other.claim({ ...b, waitMs: 3_600_000 })).rejects.toThrow(/last heard of \d s ago/u);
    expect(clock.now() - start).toBeGreaterThanOrEqual(3_600_000);
    expect(claim.isHeld()).toBe(true);
    await claim.release();
  });

  test("is dead a minute after its run was heard of, and that run then begins nothing more", async () => {
    const { clock, one, other, a, b } = setup();
    const claim = await one.claim(hanging(a));
    await clock.sleep(59_000);
    await expect(other.claim(b)).rejects.toThrow(expect.objectContaining({ code: "run/busy" }));
    await clock.sleep(2000);
    const second = await other.claim(b);
    expect(claim.isHeld()).toBe(false);
    await claim.release();
    expect(second.isHeld()).toBe(true);
    await expect(one.claim(a)).rejects.toThrow(expect.objectContaining({ code: "run/busy" }));
    await second.release();
  });

  test("a lock is replaced only where it is still the one that was read", async () => {
    const { one, other, a } = setup();
    const claim = await one.claim(a);
    const [first, second] = [lockOf("1"), lockOf("2")];
    await claim.saveLock?.(first, undefined);
    const overtaken = expect.objectContaining({ code: "run/overtaken" });
    await expect(claim.saveLock?.(second, undefined)).rejects.toThrow(overtaken);
    await expect(claim.saveLock?.(first, second)).rejects.toThrow(overtaken);
    expect((await other.read("acme")).lock).toEqual(first);
    await claim.saveLock?.(second, first);
    expect((await other.read("acme")).lock).toEqual(second);
    await claim.release();
  });

  test("a run that was suspended finds its claim where nobody took it", async () => {
    const { clock, one, a } = setup();
    const claim = await one.claim(hanging(a));
    await clock.sleep(600_000);
    expect(claim.isHeld()).toBe(true);
    await claim.release();
  });
});

test("who finds a living claim leaves it alone", async () => {
  const own = mkdtempSync(join(folder, "living-"));
  const clock = createVirtualClock(start);
  const claim = await createFileDisk(places, own).claim({ id: "aa", clock });
  const made: unknown[] = [];
  const system: FileSystem = {
    ...machineFiles,
    openSync: (path, ...how) => {
      if (String(path).includes(places.claim)) made.push(path);
      return machineFiles.openSync(path, ...how);
    },
  };
  await expect(createFileDisk(places, own, system).claim({ id: "bb", clock })).rejects.toMatchObject({
    code: "run/busy",
  });
  expect(made).toEqual([]);
  await claim.release();
});

test("of many who see a dead claim one takes it", async () => {
  const own = mkdtempSync(join(folder, "many-"));
  const clock = createVirtualClock(start);
  await createFileDisk(places, own).claim(hanging({ id: "dead", clock }));
  await clock.sleep(61_000);
  const many = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      createFileDisk(places, own).claim({ id: `many-${index}`, clock }),
    ),
  );
  expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

/** Files, with something that happens just before one of the calls. Gives how many calls there were. */
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

test("of two who take over one dead claim exactly one has it, wherever the other comes in between", async () => {
  const isTaken = (found: ReturnType<ClaimPlace["take"]> | undefined) => found && "refresh" in found;
  const now = start + 120_000;
  const take = (system: FileSystem, path: string, id: string) =>
    claimFile(system, path).take({ id, since: now, at: now }, ({ at }) => now - at > 60_000);
  let last = 0;
  for (let at = 1; at <= last + 1; at++) {
    const path = join(mkdtempSync(join(folder, "two-")), "docsform.claim");
    claimFile(machineFiles, path).take({ id: "dead", since: start, at: start }, () => false);
    let second: ReturnType<ClaimPlace["take"]> | undefined;
    const { system, calls } = interrupted(at, () => (second = take(machineFiles, path, "second")));
    const first = take(system, path, "first");
    last = calls();
    second ??= take(machineFiles, path, "second");
    const [one, other] = [first, second].map(isTaken);
    expect(one, `both or none, where the second comes before call ${at}`).toBe(!other);
    const winner = one ? first : second;
    if (!("refresh" in winner)) throw new Error("One of them has it.");
    expect(winner.refresh(now)).toBe(true);
    winner.release();
  }
  expect(last).toBeGreaterThan(8);
});

test("a claim that a person released is lost to its run", async () => {
  const own = mkdtempSync(join(folder, "released-"));
  const clock = createVirtualClock(start);
  const disk = createFileDisk(places, own);
  const claim = await disk.claim({ id: "aa", clock });
  expect(releaseClaim(machineFiles, join(own, places.claim))).toMatchObject({ id: "aa" });
  await clock.sleep(11_000);
  expect(claim.isHeld()).toBe(false);
  await claim.release();
  expect(releaseClaim(machineFiles, join(own, places.claim))).toBeUndefined();
});
