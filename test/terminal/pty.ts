import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import headless from "@xterm/headless";

/** A program in its own terminal, with a person who types. */
export interface Pty {
  /** Closes the terminal, as a lost connection does. */
  close(): void;
  type(text: string): void;
  /** Waits until the terminal shows this, and returns all of its lines. */
  waitFor(what: string | RegExp): Promise<string>;
  /** All lines, including those that have scrolled away. */
  lines(): Promise<string>;
  /** The output of the program, in the chunks that the terminal received. */
  readonly pieces: readonly string[];
  /** Resolves with the exit code when the program ends. */
  ended: Promise<number>;
}

export interface PtyOptions {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

const patienceMs = 8_000;
export const ctrlC = "\u0003";

const opened = new Set<ChildProcess>();

/** Kills the processes that failed tests left. */
export function endAll(): void {
  for (const child of opened) child.kill("SIGKILL");
  opened.clear();
}

/** Starts a shell command in a terminal: `script` of util-linux runs it, and xterm renders its output. */
export function openPty(command: string, { cwd, environment, columns = 80, rows = 24 }: PtyOptions): Pty {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const shell = `stty cols ${columns} rows ${rows}; exec ${command}`;
  // With CI set, docsform would print the lines of a log.
  const { CI: _ci, NO_COLOR: _plain, FORCE_COLOR: _color, ...inherited } = process.env;
  const child = spawn("script", ["-qefc", shell, "/dev/null"], {
    cwd,
    env: { ...inherited, TERM: "xterm-256color", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  opened.add(child);
  const pieces: string[] = [];
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (piece: string) => {
    pieces.push(piece);
    terminal.write(piece);
  });
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  const lines = async (): Promise<string> => {
    await new Promise<void>((resolve) => terminal.write("", resolve));
    const { active } = terminal.buffer;
    return Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "")
      .join("\n")
      .trimEnd();
  };
  return {
    pieces,
    ended,
    lines,
    close: () => void child.kill("SIGKILL"),
    type: (text) => void child.stdin.write(text),
    async waitFor(what) {
      const until = Date.now() + patienceMs;
      for (;;) {
        const text = await lines();
        if (typeof what === "string" ? text.includes(what) : what.test(text)) return text;
        if (Date.now() > until || child.exitCode !== null)
          throw new Error(`The terminal does not show ${String(what)}, but:\n${text}`);
        await sleep(20);
      }
    },
  };
}
