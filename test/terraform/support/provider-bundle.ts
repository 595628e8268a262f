import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "../../../src/util/once.ts";
import { bundleProvider } from "../../../tools/build/bundle-provider.ts";
import { builtPackage, newBuiltFolder } from "../../support/built.ts";

/** A folder with a provider: its executable, and a mirror where Terraform finds it. */
export interface ProviderBundle {
  readonly folder: string;
  readonly executable: string;
  /** The path of a CLI configuration that names only the mirror. */
  readonly cliConfiguration: string;
}

const docsAddress = "registry.terraform.io/docsform/docs";

/** The released provider. */
export const docsProvider = once(() =>
  bundleAt(docsAddress, async (executable) => {
    const { provider } = await builtPackage();
    cpSync(provider, dirname(executable), { recursive: true });
  }),
);

/** The corner provider. */
export const cornerProvider = once(() =>
  bundleAt("example.test/test/corner", bundled(new URL("corner-main.ts", import.meta.url))),
);

/** A provider whose types have state schemas of earlier versions. It has the address of the released provider. */
export const upgradingProvider = once(() =>
  bundleAt(docsAddress, bundled(new URL("upgrading-main.ts", import.meta.url))),
);

function bundled(entry: URL): (executable: string) => Promise<void> {
  return (executable) => bundleProvider(fileURLToPath(entry), executable);
}

async function bundleAt(
  address: string,
  build: (executable: string) => Promise<void>,
): Promise<ProviderBundle> {
  const name = address.slice(address.lastIndexOf("/") + 1);
  const folder = newBuiltFolder(name);
  const mirror = join(folder, "mirror");
  const executable = join(mirror, address, "1.0.0", terraformPlatform(), `terraform-provider-${name}`);
  await build(executable);
  const cliConfiguration = join(folder, "terraform.rc");
  writeFileSync(
    cliConfiguration,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
  );
  return { folder, executable, cliConfiguration };
}

/** The platform in Terraform's form: `linux_amd64`. */
export function terraformPlatform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
