import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { durableFiles } from "./durable-file.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";

// A file system that loses data without fsync must not lose a file's name either.

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "docsform-durable-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A file system that records renames, new files and syncs, and fails the fsync of a folder with a code. */
function watched(code?: string): { system: FileSystem; noted: string[] } {
  const noted: string[] = [];
  const opened = new Map<number, string>();
  const nameOf = (path: unknown) => relative(home, String(path)).replace(/[.]\d+[.]tmp$/u, ".tmp") || ".";
  const system: FileSystem = {
    ...machineFiles,
    mkdirSync: ((path: string, options: { recursive: true }) => {
      const made = machineFiles.mkdirSync(path, options);
      if (made !== undefined) noted.push(`make ${nameOf(made)}`);
      return made;
    }) as FileSystem["mkdirSync"],
    openSync: (path, ...how) => {
      const file = machineFiles.openSync(path, ...how);
      opened.set(file, nameOf(path));
      return file;
    },
    fsyncSync: (file) => {
      if (machineFiles.fstatSync(file).isDirectory() && code !== undefined)
        throw Object.assign(new Error(code), { code });
      noted.push(`sync ${opened.get(file)}`);
      machineFiles.fsyncSync(file);
    },
    renameSync: (from, to) => {
      machineFiles.renameSync(from, to);
      noted.push(`rename ${nameOf(to)}`);
    },
  };
  return { system, noted };
}

test("a replaced file has its name on the disk, and its folder is on the disk", () => {
  const { system, noted } = watched();
  durableFiles(system).replace(join(home, "a/b/state"), "1");
  expect(noted).toEqual(["make a", "sync a", "sync .", "sync a/b/state.tmp", "rename a/b/state", "sync a/b"]);
});

test("a new file has its name on the disk before the first line", async () => {
  const { system, noted } = watched();
  const tail = durableFiles(system).tail(join(home, "journals/journal"));
  await tail.append("line\n");
  tail.close();
  expect(noted).toEqual(["make journals", "sync .", "sync journals"]);
});

test.each(["EISDIR", "EPERM", "EINVAL"])(
  "a system that cannot do this for folders (%s) still writes",
  async (code) => {
    const files = durableFiles(watched(code).system);
    files.replace(join(home, "a/state"), "1");
    const tail = files.tail(join(home, "a/journal"));
    await tail.append("line\n");
    tail.close();
    expect(readFileSync(join(home, "a/state"), "utf8")).toBe("1");
    expect(readFileSync(join(home, "a/journal"), "utf8")).toBe("line\n");
  },
);

test("reports a failing disk", () => {
  const files = durableFiles(watched("EIO").system);
  expect(() => files.replace(join(home, "state"), "1")).toThrow(
    expect.objectContaining({ code: "disk/not-written" }),
  );
});
