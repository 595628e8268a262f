import { type AsyncZippable, zip } from "fflate";

/** A file of an archive. */
export interface ArchivedFile {
  readonly content: Uint8Array;
  readonly isExecutable?: true;
}

const regularFile = 0o100000;
const unix = 3;

/** Compresses files. The same files give the same bytes, at any time and on any machine. */
export async function archive(files: Readonly<Record<string, ArchivedFile>>): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([name, { content, isExecutable }]) => {
    const mode = regularFile | (isExecutable === true ? 0o755 : 0o644);
    // Archives contain local times.
    const options = { os: unix, attrs: mode * 0x10000, mtime: new Date(1980, 0, 1), level: 6 } as const;
    return [name, [content, options]] as const;
  });
  return await new Promise((resolve, reject) => {
    zip(Object.fromEntries(entries) as unknown as AsyncZippable, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    );
  });
}
