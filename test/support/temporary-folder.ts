import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const inMemory = "/dev/shm";
const enoughBytes = 4e9;

/**
 * The folder for temporary files of tests. docsform flushes each file that it writes, and a disk takes milliseconds for that, so it is in memory
 * where the system has such a folder with enough room, and programs in it can start.
 */
export function temporaryFolder(): string {
  return process.env["TMPDIR"] ?? (hasRoom() ? inMemory : tmpdir());
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.includes(` ${inMemory} tmpfs `));
    return bavail * bsize > enoughBytes && mount?.includes("noexec") === false;
  } catch {
    // Only Linux has it.
    return false;
  }
}
