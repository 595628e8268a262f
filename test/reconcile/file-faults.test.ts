import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocsformError } from "../../src/model/errors.ts";
import { createFileDisk } from "../../src/state/file-disk.ts";
import { type FileSystem, machineFiles } from "../../src/state/file-system.ts";
import { usualPlaces } from "../../src/state/state-places.ts";
import { organizationId } from "../support/declare-world.ts";
import { someOfEach } from "../support/laws.ts";
import { liveCounts } from "../support/live-ids.ts";
import { worldIn } from "../support/read-text.ts";
import { type RunEnd, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

// Each file operation of an apply fails once, or fails from then on, with each error of a failing disk.

const layoutOf = (title: string) => `
docsform: 1
organization: ${organizationId}
collections:
  handbook: { title: ${title} }
spaces:
  guides: { title: Guides, collection: handbook }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [{ space: guides, path: en }] }
`;

const codes = ["ENOSPC", "EIO", "EACCES", "EISDIR", "EROFS"] as const;

const places = usualPlaces({ folder: "." });

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "docsform-file-faults-"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test.each(codes)(
  "%s at any file operation: a message, nothing lost, nothing left",
  {
    timeout: 240_000,
  },
  async (code) => {
    const many = await countOperations();
    expect(many).toBeGreaterThan(20);
    for (const fault of faultsAmong(many).filter((each) => each.code === code))
      expect(await checkFault(fault)).toBe(true);
  },
);

interface Fault {
  readonly code: string;
  /** The number of the failing operation, from 1. */
  readonly failing: number;
  /** Whether all operations after it fail too. */
  readonly lasts: boolean;
}

/** Some faults of each operation. */
function faultsAmong(operations: number): readonly Fault[] {
  const faults = Array.from({ length: operations }, (_, index) => index + 1).flatMap((failing) => [
    ...codes.map((code) => ({ code, failing, lasts: false })),
    // For a permanent failure, docsform's behavior does not depend on the error code. So only one code is tested.
    { code: "EIO", failing, lasts: true },
  ]);
  return someOfEach(
    faults,
    ({ failing }) => String(failing),
    (fault) => Object.values(fault).join(" "),
  );
}

/** Counts the file operations of an apply without a fault. */
async function countOperations(): Promise<number> {
  const { folder, service } = await openApplied();
  const counted = failingFiles({ code: "EIO", failing: Number.POSITIVE_INFINITY, lasts: false });
  await expectDone(
    service,
    await runLayout(service, further, createFileDisk(places, folder, counted.system)),
  );
  rmSync(folder, { recursive: true, force: true });
  return counted.count;
}

/** Applies a change with the fault, and then without it. Returns whether the apply has such an operation. */
async function checkFault(fault: Fault): Promise<boolean> {
  const { folder, service, healthy } = await openApplied();
  const before = readFileSync(join(folder, "docsform.state.json"), "utf8");

  const faulty = failingFiles(fault);
  const end = await runLayout(service, further, createFileDisk(places, folder, faulty.system));
  const about = `${fault.code} at operation ${fault.failing} (${faulty.failed})${fault.lasts ? " and after" : ""}`;
  for (const error of errorsOf(end)) {
    expect(error, about).toBeInstanceOf(DocsformError);
    // After `apply/not-verified`, all steps are done and only the final read of the disk failed.
    const codesTold = /^disk\/|^run\/lock-lost$|^apply\/not-verified$/u;
    expect((error as DocsformError).code, `${about}: ${String(error)}`).toMatch(codesTold);
    expect((error as DocsformError).remedy, about).toBeDefined();
  }
  // The file has its old or its new contents, never a part of them.
  const after = readFileSync(join(folder, "docsform.state.json"), "utf8");
  expect(() => JSON.parse(after) as unknown, about).not.toThrow();
  expect(isWhole(end) && after === before, about).toBe(false);
  // If removing fails, temporary files stay.
  const mayStay = fault.lasts || faulty.failed === "rmSync";
  expect(mayStay ? [] : leftIn(folder), about).toEqual([]);

  await service.clock.sleep(61_000);
  await expectDone(service, await runLayout(service, further, healthy), about);
  expect(liveCounts(service.emulator), about).toEqual({
    collection: 1,
    space: 2,
    site: 1,
    site_section: 2,
    site_space: 2,
  });
  rmSync(folder, { recursive: true, force: true });
  return faulty.failed !== undefined;
}

/** A service and a folder after the first apply. */
async function openApplied() {
  const folder = mkdtempSync(join(top, "disk-"));
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(4),
    // File times come from the machine's clock, so the service starts at the same time.
    clock: createVirtualClock(Date.now()),
  });
  const healthy = createFileDisk(places, folder);
  await expectDone(service, await runLayout(service, desiredOf("Handbook"), healthy));
  return { folder, service, healthy };
}

function desiredOf(title: string, text = layoutOf(title)) {
  return worldIn(text);
}

/** A layout whose apply creates an object, writes values and extends a structure. */
const further = desiredOf(
  "Manual",
  layoutOf("Manual")
    .replace("sites:", "  api: { title: API }\nsites:")
    .concat("      - { section: API, path: api, spaces: [{ space: api, path: en }] }\n"),
);

/** The machine's file system, except for the fault. Reads can fail too. */
function failingFiles({ code, failing, lasts }: Fault) {
  let count = 0;
  let failed: string | undefined;
  const isFailing = (name: string) => {
    count += 1;
    if (lasts ? count < failing : count !== failing) return false;
    failed ??= name;
    return true;
  };
  const error = () => Object.assign(new Error(`${code}: as if`), { code });
  const system = Object.fromEntries(
    operations.map((name) => [
      name,
      (...given: unknown[]) => {
        const call = machineFiles[name] as unknown as (...given: unknown[]) => unknown;
        if (!isFailing(name)) return call(...given);
        // A close that fails closes the file nevertheless.
        if (name === "closeSync") call(...given);
        const callback = given.at(-1);
        if (typeof callback !== "function") throw error();
        (callback as (error: Error) => void)(error());
        return undefined;
      },
    ]),
  ) as unknown as FileSystem;
  return {
    system,
    get failed() {
      return failed;
    },
    /** The number of operations until now. */
    get count() {
      return count;
    },
  };
}

const operations = Object.keys({
  accessSync: true,
  closeSync: true,
  fchmodSync: true,
  fdatasync: true,
  fstatSync: true,
  fsyncSync: true,
  ftruncateSync: true,
  lstatSync: true,
  mkdirSync: true,
  openSync: true,
  readFileSync: true,
  readdirSync: true,
  readSync: true,
  readlinkSync: true,
  renameSync: true,
  rmSync: true,
  statSync: true,
  writeSync: true,
} satisfies Record<keyof FileSystem, true>) as readonly (keyof FileSystem)[];

function errorsOf(end: RunEnd): readonly unknown[] {
  if (end.kind === "failed") return [end.error];
  if (end.kind !== "applied") return [];
  return [end.result.error, ...end.result.steps.map(({ error }) => error)].filter(
    (error) => error !== undefined,
  );
}

function isWhole(end: RunEnd): boolean {
  return end.kind === "applied" && end.result.outcome === "done";
}

/** Files other than the state and the journal of an unfinished run. */
function leftIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  return names.filter((name) => !["docsform.state.json", "docsform.jsonl"].includes(name));
}

async function expectDone(service: TestService, end: RunEnd, about = ""): Promise<void> {
  if (end.kind === "failed") throw end.error;
  expect(end, about).toMatchObject({ kind: "applied" });
  if (end.kind === "applied") expect(["done", "nothing"], about).toContain(end.result.outcome);
  await service.clock.sleep(5000);
}
