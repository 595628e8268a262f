import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { builtPackage } from "../support/built.ts";
import { oracleClient, ownCredentials, startProvider } from "../terraform/support/provider-process.ts";

// A later V8 can have no such flag, and complain about it.
const hasFlag = Number.parseInt(process.versions.v8, 10) <= 13;

const folder = mkdtempSync(join(tmpdir(), "docsform-wasm-flag-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes Node write the flags that a program sets to stderr. */
function optionsOfNode(): string {
  const path = join(folder, "print-flags.mjs");
  writeFileSync(
    path,
    `import v8 from "node:v8";
import { syncBuiltinESMExports } from "node:module";
v8.setFlagsFromString = (flag) => process.stderr.write("flag: " + flag + "\\n");
syncBuiltinESMExports();
`,
  );
  return `--import=${pathToFileURL(path).href}`;
}

test.runIf(hasFlag)("the built command line keeps V8 from optimizing WebAssembly", async () => {
  const { program } = await builtPackage();
  const env = { NODE_OPTIONS: optionsOfNode() };
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, "--version"], { env }, (_, out, err) => resolve(out + err));
  });
  expect(printed).toContain("flag: --wasm-tiering-budget=");
});

test.runIf(hasFlag)("the built provider keeps V8 from optimizing WebAssembly", async () => {
  const { provider } = await builtPackage();
  const executable = join(provider, "terraform-provider-docs");
  const running = await startProvider(executable, { NODE_OPTIONS: optionsOfNode() });
  const client = oracleClient(running.socket, ownCredentials(running));
  try {
    // The provider loads the part of it that calls the service only for a call like this one.
    await client.call("/tfplugin6.Provider/StopProvider", ["Empty", {}], "Empty");
    expect(running.stderr()).toContain("flag: --wasm-tiering-budget=");
  } finally {
    client.close();
    running.child.kill("SIGKILL");
  }
});
