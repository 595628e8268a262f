import { dirname } from "node:path";
import { explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";

/** A file that is begun anew and gets one line after the other: whole lines, also where the process is killed in between. */
export interface LineFile {
  /** Throws what stands against it, as a `disk/` error. The line is then not there, nor a part of it. */
  write(line: string): void;
  close(): void;
}

/** Begins the file, and makes its folder. It may be a pipe. */
export function openLines(system: FileSystem, path: string): LineFile {
  const written = <Result>(work: () => Result) => explained(path, "written", work);
  const file = written(() => {
    system.mkdirSync(dirname(path), { recursive: true });
    return system.openSync(path, "w", 0o644);
  });
  let length = 0;
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      try {
        written(() => writeWhole(system, file, bytes));
        length += bytes.length;
      } catch (error) {
        truncateQuietly(system, file, length);
        throw error;
      }
    },
    close: () => {
      try {
        system.closeSync(file);
      } catch {
        // What was written is with the system already.
      }
    },
  };
}

/** A disk that is nearly full may take a part. */
function writeWhole(system: FileSystem, file: number, bytes: Uint8Array): void {
  let left = bytes;
  while (left.length > 0) left = left.subarray(system.writeSync(file, left));
}

function truncateQuietly(system: FileSystem, file: number, length: number): void {
  try {
    system.ftruncateSync(file, length);
  } catch {
    // A pipe keeps what it was given.
  }
}
