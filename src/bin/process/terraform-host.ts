import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { TerraformHost } from "../../cli/io.ts";

const executable = "terraform-provider-docs";

/** Terraform on this machine, and the provider that came with this program; undefined where none came with it. */
export function terraformHost(): TerraformHost | undefined {
  const program = process.argv[1];
  if (program === undefined) return undefined;
  // Links such as those of npm lead to where the package is.
  const providerFolder = join(dirname(realpathSync(program)), "../provider");
  if (!existsSync(join(providerFolder, executable))) return undefined;
  return {
    platform: platformName(),
    version: terraformVersion,
    copyProvider: (folder) => {
      mkdirSync(folder, { recursive: true });
      // The executable is last: who finds it finds what it needs.
      const names = readdirSync(providerFolder).filter((name) => name !== executable);
      for (const name of [...names, executable]) {
        // Renamed into place: Terraform may be running the one that is there.
        const beside = join(folder, `.${name}.${process.pid}.tmp`);
        copyFileSync(join(providerFolder, name), beside);
        chmodSync(beside, name === executable ? 0o755 : 0o644);
        renameSync(beside, join(folder, name));
      }
    },
  };
}

function platformName(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}

async function terraformVersion(): Promise<string | undefined> {
  return await new Promise((resolve) => {
    execFile("terraform", ["version", "-json"], { timeout: 20_000 }, (error, stdout) => {
      resolve(error === null ? versionIn(stdout) : undefined);
    });
  });
}

function versionIn(text: string): string {
  try {
    return (JSON.parse(text) as { terraform_version?: string }).terraform_version ?? "";
  } catch {
    return "";
  }
}
