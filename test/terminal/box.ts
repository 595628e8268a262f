import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { builtPackage } from "../support/built.ts";
import { startTestServer } from "../support/test-server.ts";
import { openPty, type Pty } from "./pty.ts";

/** The built executable, a folder with a layout, and an emulator with a latency. */
export interface TerminalBox {
  readonly folder: string;
  readonly emulator: RunningEmulator;
  /** Runs `docsform …` in a terminal. */
  run(args: string, options?: RunOptions): Pty;
  /** Starts `docsform …` without a terminal. */
  start(args: string): ChildProcess;
  close(): Promise<void>;
}

interface RunOptions {
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const organization = "Qm3vT8xLz1";

/** Opens a folder with a layout of this many spaces. */
export async function openBox(spaces: number, latencyMs = 0): Promise<TerminalBox> {
  const { program } = await builtPackage();
  const folder = mkdtempSync(join(tmpdir(), "docsform-terminal-"));
  writeFileSync(join(folder, "docsform.yaml"), layoutOf(spaces));
  const emulator = await startTestServer({
    organizationId: organization,
    token: "token",
    apiVersion: "current",
    random: Math.random,
    latencyMs,
  });
  const usual = {
    DOCSFORM_BASE_URL: emulator.url,
    DOCSFORM_TOKEN: "token",
    DOCSFORM_CONSISTENCY_WINDOW_MS: "0",
  };
  return {
    folder,
    emulator,
    run: (args, { columns, environment } = {}) =>
      openPty(`node ${program} ${args}`, {
        cwd: folder,
        ...(columns !== undefined && { columns }),
        environment: { ...usual, ...environment },
      }),
    start: (args) =>
      spawn("node", [program, ...args.split(" ")], {
        cwd: folder,
        env: { ...process.env, ...usual },
        stdio: "ignore",
      }),
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function layoutOf(spaces: number): string {
  const entries = Array.from({ length: spaces }, (_, at) => `  space-${at}: { title: Space ${at} }\n`);
  return `docsform: 1\norganization: ${organization}\nspaces:\n${entries.join("")}`;
}
