import { writeSync } from "node:fs";
import type { DocsformError } from "../../model/errors.ts";
import { codeOf, fileError } from "../../reconcile/disk/file-error.ts";

type Descriptor = 1 | 2;

const names = { 1: "stdout", 2: "stderr" } as const;

/**
 * Where nothing can be printed any more: nobody reads (`docsform apply --yes | head`), or the disk is full. What would go there is
 * dropped. The work goes on, since half of an apply is worse than what nobody reads of it.
 */
const closed = new Set<Descriptor>();

/** What stood against printing, where somebody will look for what was not printed. */
const failures = new Map<Descriptor, DocsformError>();

/** Whether what is printed there still arrives. */
export function arrives(descriptor: Descriptor): boolean {
  return !closed.has(descriptor);
}

/** What stands against printing the answer. Not where its reader went away, who wants no more of it. */
export function unprinted(): DocsformError | undefined {
  return failures.get(1);
}

// Making a stream takes as long as reading a small layout, so it is made only when something cannot be written at once.
export function writerTo(descriptor: Descriptor): (text: string) => void {
  let stream: NodeJS.WriteStream | undefined;
  return (text) => {
    if (closed.has(descriptor)) return;
    const left = stream === undefined ? unwritten(descriptor, text) : text;
    if (left.length === 0) return;
    stream ??= streamOf(descriptor);
    stream.write(left);
  };
}

/** The stream, which never ends the process. Only what has a reader is slow, so where it fails nobody reads any more. */
export function streamOf(descriptor: Descriptor): NodeJS.WriteStream {
  const stream = process[names[descriptor]];
  if (stream.listenerCount("error") === 0) stream.on("error", () => closed.add(descriptor));
  return stream;
}

/** Writes what the reader takes now, and gives the rest, which a stream then writes. */
function unwritten(descriptor: Descriptor, text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    // The pipe is full.
    if (codeOf(error) === "EAGAIN") return left;
    close(descriptor, error);
  }
  return new Uint8Array();
}

const readerLeft: ReadonlySet<string | undefined> = new Set(["EPIPE", "ECONNRESET"]);

function close(descriptor: Descriptor, error: unknown): void {
  closed.add(descriptor);
  if (!readerLeft.has(codeOf(error)))
    failures.set(descriptor, fileError(names[descriptor], "written", error) as DocsformError);
}
