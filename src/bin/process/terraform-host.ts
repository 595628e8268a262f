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
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { TerraformHost } from "../../cli/io.ts";
import { present } from "../../util/present.ts";

const executable = "terraform-provider-docs";

/** Terraform on this machine, and the provider if it was installed with this program. */
export function terraformHost(): TerraformHost {
  return {
    platform: platformName(),
    mirror: join(configurationFolder(), "plugins"),
    version: terraformVersion,
    lockProviders,
    ...present({ copyProvider: copierOf(process.argv[1]) }),
  };
}

function copierOf(program: string | undefined): TerraformHost["copyProvider"] {
  if (program === undefined) return undefined;
  // npm links the executable; the link's target is in the package.
  const providerFolder = join(dirname(realpathSync(program)), "../provider");
  if (!existsSync(join(providerFolder, executable))) return undefined;
  return (folder) => {
    mkdirSync(folder, { recursive: true });
    // The executable comes last: once it is there, everything that it needs is there too.
    const names = readdirSync(providerFolder).filter((name) => name !== executable);
    for (const name of [...names, executable]) {
      // Renaming puts the file in place at once: Terraform may be running the old one.
      const temporary = join(folder, `.${name}.${process.pid}.tmp`);
      copyFileSync(join(providerFolder, name), temporary);
      chmodSync(temporary, name === executable ? 0o755 : 0o644);
      renameSync(temporary, join(folder, name));
    }
  };
}

function configurationFolder(): string {
  // This is Terraform's own rule. It is here because only `bin` reads the environment.
  const roaming = process.platform === "win32" ? process.env["APPDATA"] : undefined;
  return roaming === undefined ? join(homedir(), ".terraform.d") : join(roaming, "terraform.d");
}

function platformName(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}

async function lockProviders(
  folder: string,
  mirror: string | undefined,
  addresses: readonly string[],
): Promise<string | undefined> {
  const source = mirror === undefined ? [] : [`-fs-mirror=${mirror}`];
  const args = ["providers", "lock", ...source, ...addresses];
  return await new Promise((resolve) => {
    execFile("terraform", args, { cwd: folder, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve(error === null ? undefined : withoutColors(`${stdout}${stderr}`).trim() || error.message);
    });
  });
}

/** Removes colors from Terraform's output. Terraform writes them to pipes too. */
function withoutColors(text: string): string {
  return process.getBuiltinModule("node:util").stripVTControlCharacters(text);
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
