import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProvider } from "../../../tools/build/bundle-provider.ts";

/** A folder with a provider in it, as a file that runs and as a mirror that Terraform finds. */
export interface ProviderBundle {
  readonly folder: string;
  /** The executable. */
  readonly executable: string;
  /** A CLI configuration that names the mirror and nothing else. */
  readonly cliConfiguration: string;
  readonly remove: () => void;
}

/** Builds the corner provider into a temporary folder. */
export async function buildCornerProvider(): Promise<ProviderBundle> {
  return await buildProvider("example.test/test/corner", new URL("corner-main.ts", import.meta.url));
}

/** Builds the provider that is shipped, as it is shipped, into a temporary folder. */
export async function buildDocsProvider(): Promise<ProviderBundle> {
  const entry = new URL("../../../src/bin/terraform-provider-docs.ts", import.meta.url);
  return await buildProvider("registry.terraform.io/docsform/docs", entry);
}

/** Builds the provider with types whose stored states have a history, under the address of the one that is shipped. */
export async function buildUpgradingProvider(): Promise<ProviderBundle> {
  return await buildProvider(
    "registry.terraform.io/docsform/docs",
    new URL("upgrading-main.ts", import.meta.url),
  );
}

async function buildProvider(address: string, entry: URL): Promise<ProviderBundle> {
  const name = address.slice(address.lastIndexOf("/") + 1);
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const mirror = join(folder, "mirror");
  const executable = join(mirror, address, "1.0.0", terraformPlatform(), `terraform-provider-${name}`);
  await bundleProvider(fileURLToPath(entry), executable);
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

/** As Terraform writes it: `linux_amd64`. */
export function terraformPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
