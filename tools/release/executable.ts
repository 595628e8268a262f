import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bundled } from "../build/bundle-in-pieces.ts";
import { bundleProvider } from "../build/bundle-provider.ts";
import { nodeFor, ownPlatform, type Platform } from "./platforms.ts";

const main = "launch-executable.js";
const name = "terraform-provider-docs";

/** Builds the provider as a single executable for each platform, and returns their bytes. */
export async function buildExecutables(
  platforms: readonly Platform[],
): Promise<ReadonlyMap<Platform, Uint8Array>> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-release-"));
  try {
    await bundleProvider(`src/bin/${name}.ts`, join(folder, name));
    rmSync(join(folder, name));
    rmSync(join(folder, "package.json"));
    const assets = readdirSync(folder).sort();
    await build({
      ...bundled,
      entryPoints: [`src/bin/process/${main.replace(/js$/, "ts")}`],
      outfile: join(folder, main),
    });
    return new Map(platforms.map((platform) => [platform, builtFor(platform, folder, assets)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node itself puts the program into a copy of the Node of any platform. It has no compiled code, which depends on the platform. */
function builtFor(platform: Platform, folder: string, assets: readonly string[]): Uint8Array {
  const own = ownPlatform();
  if (own === undefined)
    throw new Error("A release can be built on Linux (x64 and arm64) and on Windows (x64).");
  const output = `${platform.name}${platform.ending}`;
  const settings = {
    main,
    output,
    executable: nodeFor(platform),
    assets: Object.fromEntries(assets.map((asset) => [asset, asset])),
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false,
    // The executable is a provider, whatever NODE_OPTIONS says to the programs that are run with Node.
    execArgvExtension: "none",
  };
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  execFileSync(nodeFor(own), ["--build-sea", "settings.json"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "ignore", "inherit"],
  });
  const bytes = readFileSync(join(folder, output));
  return platform.system === "win32" ? withoutSignature(bytes) : bytes;
}

/**
 * Node for Windows is signed, and the signature does not cover the program that was put into it. Without the entry for it, Windows reads a
 * program that is not signed, instead of one that was tampered with.
 */
function withoutSignature(program: Buffer): Buffer {
  const header = program.readUInt32LE(0x3c);
  const firstDirectory = header + 24 + 112;
  const signature = firstDirectory + 4 * 8;
  program.fill(0, signature, signature + 8);
  return program;
}
