#!/usr/bin/env node
import module from "node:module";

declare const DOCSFORM_VERSION: string | undefined;

// Kept small: what is imported here is paid for by every start. Where Node can keep compiled code, it shall.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const args = process.argv.slice(2);
if (args.length === 1 && args[0] === "--version") {
  process.stdout.write(`${await version()}\n`);
} else {
  const [{ runCli }, { processIo }] = await Promise.all([
    import("../cli/run-cli.ts"),
    import("./process/process-io.ts"),
  ]);
  process.exitCode = await runCli(args, {
    io: processIo(),
    version: await version(),
    loadTypes: async () => (await import("../resources/registry.ts")).registry,
  });
}

// The bundle knows its version; from source it is read.
async function version(): Promise<string> {
  if (typeof DOCSFORM_VERSION === "string") return DOCSFORM_VERSION;
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
