import { dirname } from "node:path";
import { explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";

/** A new file that gets one line after the other. It has only whole lines, even if the process is killed. */
export interface LineFile {
  /** Writes the line. A failure is a `disk/` error, and leaves no part of the line in the file. */
  write(line: string): void;
  close(): void;
}

/** Creates or empties the file, and creates its folder. The path may be a pipe. */
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
        // The system already has everything that was written.
      }
    },
  };
}

/** Writes all bytes. A nearly full disk may accept only a part of them at a time. */
function writeWhole(system: FileSystem, file: number, bytes: Uint8Array): void {
  let left = bytes;
  while (left.length > 0) left = left.subarray(system.writeSync(file, left));
}

function truncateQuietly(system: FileSystem, file: number, length: number): void {
  try {
    system.ftruncateSync(file, length);
  } catch {
    // A pipe cannot be truncated.
  }
}
