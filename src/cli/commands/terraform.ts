import { DocsformError } from "../../model/errors.ts";
import { answer } from "../answer.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { OutputSettings } from "../settings.ts";

export interface InstallSettings extends OutputSettings {
  /** The mirror folder that it goes into. Absent: the one below this folder in which Terraform looks by itself. */
  readonly to?: string;
}

const providerAddress = "registry.terraform.io/docsform/docs";
const impliedMirror = "terraform.d/plugins";

/** Puts the Terraform provider where `terraform init` finds it, and tells what to write into a configuration. */
export async function installProvider(
  context: Context,
  settings: InstallSettings,
  version: string,
): Promise<ExitCode> {
  const { io } = context;
  const terraform = await io.terraform?.();
  if (terraform === undefined) throw notPackaged();
  const found = await terraform.version();
  if (found === undefined) throw noTerraform();
  const mirror = settings.to ?? impliedMirror;
  const folder = `${mirror}/${providerAddress}/${version}/${terraform.platform}`;
  terraform.copyProvider(folder);
  const isLocked = io.files.read(".terraform.lock.hcl")?.includes(`"${providerAddress}"`) === true;
  answer(context, settings, {
    json: { provider: providerAddress, version, folder, terraform: found, isLocked },
    text: settings.quiet === true ? "" : told(version, folder, found, settings.to, isLocked),
  });
  return exitCodes.done;
}

function told(
  version: string,
  folder: string,
  terraform: string,
  mirror: string | undefined,
  isLocked: boolean,
): string {
  const locked = `\n.terraform.lock.hcl names the provider already. If init refuses its checksum, remove that block from the file.\n`;
  return `The provider ${version} is in ${folder}, for Terraform ${terraform} to find.\n\n${usage(version, mirror)}${isLocked ? locked : ""}`;
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
  const configuration =
    mirror === undefined
      ? ""
      : `
And, once, into the CLI configuration (~/.terraformrc), with the folder's absolute path:

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
  return `Write this into the configuration, then run terraform init:\n\n${block}${configuration}`;
}

function noTerraform(): DocsformError {
  return new DocsformError("cli/no-terraform", "There is no terraform on the path.", {
    remedy: "Install Terraform 1.11 or later, or add its folder to PATH, and run this again.",
  });
}

function notPackaged(): DocsformError {
  return new DocsformError("cli/no-provider", "This docsform comes without the Terraform provider.", {
    remedy: "Run the docsform of the npm package, which holds it.",
  });
}
