import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** A folder with the corner provider in it, as a file that runs and as a mirror that Terraform finds. */
export interface ProviderBundle {
  readonly folder: string;
  /** The executable. */
  readonly executable: string;
  /** A CLI configuration that names the mirror and nothing else. */
  readonly cliConfiguration: string;
  readonly remove: () => void;
}

/** Builds the corner provider as one CommonJS file into a temporary folder. */
export function buildCornerProvider(): ProviderBundle {
  const folder = mkdtempSync(join(tmpdir(), "corner-"));
  const mirror = join(folder, "mirror");
  const home = join(mirror, "example.test/test/corner/1.0.0", `${terraformPlatform()}`);
  mkdirSync(home, { recursive: true });
  const executable = join(home, "terraform-provider-corner");
  buildSync({
    entryPoints: [fileURLToPath(new URL("corner-main.ts", import.meta.url))],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "error",
  });
  chmodSync(executable, 0o755);
  writeFileSync(join(home, "package.json"), '{"type":"commonjs"}');
  const cliConfiguration = join(folder, "terraform.rc");
  writeFileSync(
    cliConfiguration,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
  return {
    folder,
    executable,
    cliConfiguration,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function terraformPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
