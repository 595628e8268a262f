import { resolve } from "node:path";
import { fail } from "../../model/codes/command-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { OutputSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";
import { prepareApp } from "./prepare-app-command.ts";

export interface InstallSettings extends OutputSettings {
  /** The mirror folder for the provider. Absent: the one below this folder that Terraform searches by itself. */
  readonly to?: string;
  /** Prepares an app of cdktf in this folder. */
  readonly cdktf?: true;
}

export const providerAddress = "registry.terraform.io/docsform/docs";
export const terraformLockFile = ".terraform.lock.hcl";
export const impliedMirror = "terraform.d/plugins";

/** Copies the Terraform provider to a folder that `terraform init` searches, and prints the configuration for it. */
export async function installProvider(
  context: Context,
  settings: InstallSettings,
  version: string,
): Promise<ExitCode> {
  const { io } = context;
  const terraform = await io.terraform?.();
  if (terraform?.copyProvider === undefined) throw notPackaged();
  const found = await terraform.version();
  if (found === undefined) throw noTerraform();
  // With cdktf, Terraform runs in the folder of a stack, and searches for mirrors from there.
  const usual = settings.cdktf === true ? terraform.mirror : impliedMirror;
  // Terraform's CLI configuration applies to every folder, so it contains the absolute path of the mirror.
  const given = settings.to === undefined ? undefined : resolve(io.files.folder, settings.to);
  const mirror = given ?? usual;
  checkPlatform(terraform.platform, version, mirror);
  const folder = `${mirror}/${providerAddress}/${version}/${terraform.platform}`;
  terraform.copyProvider(folder);
  const isLocked = io.files.read(terraformLockFile)?.includes(`"${providerAddress}"`) === true;
  const next =
    settings.cdktf === true
      ? `${cliConfiguration(given)}${prepareApp(io.files, settings.to)}`
      : `${usage(version, given)}${isLocked ? lockedAlready : ""}`;
  const text = `The provider ${version} is in ${folder}, where Terraform ${found} finds it.${needsOf(terraform.platform)}\n\n${next}`;
  printResult(context, settings, {
    of: "terraform",
    json: { provider: providerAddress, version, folder, terraform: found, isLocked },
    text: settings.quiet === true ? "" : text,
  });
  return exitCodes.done;
}

const lockedAlready = `\n${terraformLockFile} already names the provider. If init refuses its checksum, remove that block from the file.\n`;

/** Refuses platforms that cannot run the provider of the npm package. */
function checkPlatform(platform: string, version: string, mirror: string): void {
  if (!platform.startsWith("windows_")) return;
  throw fail("cli/no-provider-for-windows", { version, folder: `${mirror}/${providerAddress}` });
}

/** What the provider needs where a release has no archive, which needs nothing. */
function needsOf(platform: string): string {
  if (!platform.startsWith("darwin_")) return "";
  return "\nTerraform runs it with the Node.js on the PATH, 20.19 or later. macOS has no way without Node.js yet: it runs only signed executables, and the release has none.";
}

function usage(version: string, mirror: string | undefined): string {
  const block = `terraform {
  required_providers {
    docs = {
      source  = "docsform/docs"
      version = "${version}"
    }
  }
}
`;
  return `Add this block to your Terraform configuration, then run terraform init:\n\n${block}${cliConfiguration(mirror)}`;
}

/** Instructions for a mirror that Terraform does not search by itself. */
function cliConfiguration(mirror: string | undefined): string {
  if (mirror === undefined) return "";
  return `
Add this block once to the CLI configuration of Terraform (~/.terraformrc):

provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["docsform/docs"]
  }
  direct {
    exclude = ["docsform/docs"]
  }
}
`;
}

export function noTerraform(): DocsformError {
  return fail("cli/no-terraform");
}

function notPackaged(): DocsformError {
  return fail("cli/no-provider");
}
