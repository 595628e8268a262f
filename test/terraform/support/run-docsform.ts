import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Files } from "../../../src/cli/files.ts";
import type { Io } from "../../../src/cli/io.ts";
import { runCli } from "../../../src/cli/run-cli.ts";
import { constructClasses } from "../../../src/constructs/construct-classes.ts";
import { exampleApp } from "../../../src/constructs/example-app.ts";
import { systemClock } from "../../../src/contract/http/system-clock.ts";
import { exampleLayout } from "../../../src/resources/example-layout.ts";
import { registry } from "../../../src/resources/registry.ts";

/** Runs `docsform …argv` with these files, and returns its exit code and its output. */
export async function runDocsform(
  files: Files,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly declared: string }> {
  const reported: string[] = [];
  const tell = (text: string) => void reported.push(text);
  const io: Io = {
    stdout: tell,
    stderr: tell,
    isTerminal: false,
    environment: { DOCSFORM_CONSISTENCY_WINDOW_MS: "0", ...environment },
    files,
    clock: systemClock,
    random: { fraction: Math.random, hex: (bytes) => randomBytes(bytes).toString("hex") },
    signal: new AbortController().signal,
  };
  const code = await runCli(argv, {
    io,
    version: "1.2.3",
    loadTypes: async () => registry,
    loadOperations: async () => ({}),
    loadExample: async () => exampleLayout,
    loadConstructs: async () => constructClasses,
    loadExampleApp: async () => exampleApp,
    readRecipe: (path) => readFileSync(`examples/ci/${path}`, "utf8"),
  });
  return { code, declared: reported.join("") };
}
