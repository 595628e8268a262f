import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProvider } from "../../../tools/build/bundle-provider.ts";

/** A folder with a provider: its executable, and a mirror where Terraform finds it. */
export interface ProviderBundle {
  readonly folder: string;
  readonly executable: string;
  /** The path of a CLI configuration that names only the mirror. */
  readonly cliConfiguration: string;
  readonly remove: () => void;
}

/** Builds the corner provider into a temporary folder. */
export async function buildCornerProvider(): Promise<ProviderBundle> {
  return await buildProvider("example.test/test/corner", new URL("corner-main.ts", import.meta.url));
}

/** Builds the released provider into a temporary folder. */
export async function buildDocsProvider(): Promise<ProviderBundle> {
  const entry = new URL("../../../src/bin/terraform-provider-docs.ts", import.meta.url);
  return await buildProvider("registry.terraform.io/docsform/docs", entry);
}

/** Builds a provider whose types have state schemas of earlier versions. It has the address of the released provider. */
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

/** The platform in Terraform's form: `linux_amd64`. */
export function terraformPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
