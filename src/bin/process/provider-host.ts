import { writeSync } from "node:fs";
import { tmpdir } from "node:os";
import type { ProviderHost } from "../../terraform/plugin/serve-provider.ts";

/** The parts of this process that a provider uses. A provider never reads standard input: it belongs to Terraform. */
export function processHost(): ProviderHost {
  return {
    environment: process.env,
    argv: process.argv.slice(2),
    pid: process.pid,
    platform: process.platform,
    temporaryFolder: tmpdir(),
    now: Date.now,
    stdoutWrite: (text) => void writeSync(1, text),
    stderrWrite,
    exit: (code) => process.exit(code),
    onSignal: (signal, handler) => void process.on(signal, handler),
    onCrash: (handler) => void process.on("uncaughtException", handler).on("unhandledRejection", handler),
  };
}

/** Writes to stderr. A log without a reader is no reason to fail. */
function stderrWrite(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Terraform has closed its end, or its pipe is full.
  }
}
