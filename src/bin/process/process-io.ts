import { fstatSync, readFileSync } from "node:fs";
import { filesBelow } from "../../cli/files.ts";
import type { Io } from "../../cli/io.ts";
import { systemClock } from "../../contract/http/system-clock.ts";
import { present } from "../../util/present.ts";
import type { Dialog } from "./ask.ts";
import { isOpen, stdoutError, streamOf, writerTo } from "./output.ts";
import { type OwnScreen, openScreen } from "./screen.ts";

/** The parts of this process that the command line uses. */
export function processIo(): Io {
  const screen = screenOf(process.env);
  const stderr = writerAbove(screen, 2);
  const { signal, lastWords } = stopSignal(stderr, () => screen?.close());
  return {
    stdout: writerAbove(screen, 1),
    stderr,
    ...present({ screen }),
    lastWords,
    isTerminal: isTerminal(1),
    ...(isTerminal(1) ? { columns: () => process.stdout.columns } : {}),
    ...(isTerminal(0) && isTerminal(2)
      ? {
          ask: async (question, until = signal) => asking(screen, question, AbortSignal.any([signal, until])),
        }
      : {}),
    isRead: () => isOpen(1),
    unprinted: stdoutError,
    stdin: () => readFileSync(0, "utf8"),
    environment: process.env,
    files: filesBelow(process.cwd()),
    nodeVersion: process.versions.node,
    clock: systemClock,
    random: { fraction: Math.random, hex: randomHex },
    signal,
    terraform: async () => (await import("./terraform-host.ts")).terraformHost(),
    synthesize: async () =>
      (await import("./run-app.ts")).synthesizer({
        folder: process.cwd(),
        environment: process.env,
        print: stderr,
        signal,
      }),
  };
}

async function asking(
  screen: OwnScreen | undefined,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ask } = await import("./ask.ts");
  const wait = () => ask(question, terminal(signal));
  return screen === undefined ? await wait() : await screen.aside(wait);
}

/** The screen, if a person reads stderr on a terminal. undefined in a CI whose log pretends to be a terminal. */
function screenOf({ TERM, CI = "" }: NodeJS.ProcessEnv): OwnScreen | undefined {
  if (!isTerminal(2) || TERM === "dumb" || !["", "0", "false"].includes(CI)) return undefined;
  return openScreen(
    {
      // A terminal may not know its size.
      columns: () => process.stderr.columns || 80,
      rows: () => process.stderr.rows || 24,
      write: writerTo(2),
    },
    systemClock,
  );
}

/** A writer that prints above the screen, if both go to the same terminal. */
function writerAbove(screen: OwnScreen | undefined, descriptor: 1 | 2): (text: string) => void {
  if (screen !== undefined && isScreen(descriptor)) return screen.above;
  return writerTo(descriptor);
}

function isScreen(descriptor: 1 | 2): boolean {
  return isTerminal(descriptor) && fstatSync(descriptor).rdev === fstatSync(2).rdev;
}

// Only a character device can be a terminal. For other files docsform does not load node:tty, which loads node:net.
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return (
      fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor)
    );
  } catch {
    // The parent process closed the descriptor.
    return false;
  }
}

// Most commands need neither crypto nor readline, which together take a tenth of the start-up time.
function randomHex(bytes: number): string {
  return process.getBuiltinModule("node:crypto").randomBytes(bytes).toString("hex");
}

function terminal(signal: AbortSignal): Dialog {
  // The question goes to stderr: stdout may be redirected.
  return { input: process.stdin, output: streamOf(2), signal, interrupt };
}

// During a question, readline receives Ctrl-C instead of the process.
function interrupt(): void {
  process.kill(process.pid, "SIGINT");
}

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP (the terminal was closed). The second one ends the process at once, with the last
 * words of the work in progress.
 */
function stopSignal(
  write: (text: string) => void,
  closeScreen: () => void,
): Required<Pick<Io, "signal" | "lastWords">> {
  const controller = new AbortController();
  const lastWordsSources = new Set<() => string>();
  const stop = () => {
    if (controller.signal.aborted) {
      closeScreen();
      for (const words of lastWordsSources) write(words());
      process.exit(130);
    }
    write("Stopping after the calls in flight. Press Ctrl-C again to stop at once.\n");
    controller.abort(new Error("interrupted"));
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  return {
    signal: controller.signal,
    lastWords: (words) => {
      lastWordsSources.add(words);
      return () => lastWordsSources.delete(words);
    },
  };
}
