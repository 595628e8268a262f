import { writeSync } from "node:fs";
import type { DocsformError } from "../../model/errors.ts";
import { codeOf, fileError } from "../../state/file-error.ts";

type Descriptor = 1 | 2;

const names = { 1: "stdout", 2: "stderr" } as const;

/**
 * Descriptors that accept no more output, because the reader has closed its end (`docsform apply --yes | head`) or the disk is
 * full. docsform drops further output to them and continues its work: half an apply is worse than lost output.
 */
const closed = new Set<Descriptor>();

/** Write errors to report, by descriptor. A reader that closed its end causes none. */
const failures = new Map<Descriptor, DocsformError>();

/** Whether the descriptor still accepts output. */
export function isOpen(descriptor: Descriptor): boolean {
  return !closed.has(descriptor);
}

/** The error that kept docsform from writing its result to stdout. undefined also if the reader closed its end. */
export function stdoutError(): DocsformError | undefined {
  return failures.get(1);
}

// Creating a stream takes as long as reading a small layout, so docsform creates one only if a write would block.
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

/**
 * The stream of a descriptor. Its errors never end the process: only a descriptor with a reader is slow, so an error means that the
 * reader is gone.
 */
export function streamOf(descriptor: Descriptor): NodeJS.WriteStream {
  const stream = process[names[descriptor]];
  if (stream.listenerCount("error") === 0) stream.on("error", () => closed.add(descriptor));
  return stream;
}

/** Writes as much as the descriptor accepts now, and returns the rest for a stream to write. */
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
