import { filesBelow } from "../../cli/files.ts";
import type { Io } from "../../cli/io.ts";
import { systemClock } from "../../http/system-clock.ts";

/** What the command line touches of this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  // A reader that goes away (`docsform plan | head`) is no reason for a stack trace.
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(process.exitCode ?? 0);
    });
  }
  const signal = stopSignal();
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    isTerminal: stdout.isTTY === true,
    ...(stdin.isTTY === true && stderr.isTTY === true ? { ask: (question) => ask(question, signal) } : {}),
    environment: process.env,
    files: filesBelow(process.cwd()),
    clock: systemClock,
    random: { fraction: Math.random, hex: randomHex },
    signal,
  };
}

// Most commands need neither crypto nor readline, which together cost a tenth of the start.
function randomHex(bytes: number): string {
  return process.getBuiltinModule("node:crypto").randomBytes(bytes).toString("hex");
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  // The question goes to stderr: stdout may be redirected.
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // At a question it is readline that sees Ctrl-C.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}

/** Aborts at the first SIGINT or SIGTERM; the second ends the process at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write("Stopping: finishing what is under way. Once more stops at once.\n");
    controller.abort(new Error("interrupted"));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return controller.signal;
}
