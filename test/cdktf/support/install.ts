import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { appLibraries } from "../../../src/constructs/as-code/app/project-files.ts";
import { npxScript } from "../../support/fast-npx.ts";
import { succeed } from "./run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The home folder of the tests. It contains docsform, and the provider where Terraform searches by default. */
    readonly home: string;
    /** The tarball of docsform, packed by npm. */
    readonly tarball: string;
    /** A folder `node_modules` with docsform and everything that apps of cdktf and cdktn import. */
    readonly packagesOfApps: string;
  }
}

const here = "test/cdktf";

/** Installs the command lines once, packs the build, and installs the package as a user does. */
export default async function install(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync("dist/constructs")) throw new Error("There is nothing to test. Run: npm run build");
  const home = mkdtempSync(join(tmpdir(), "docsform-cdktf-"));
  const needsAll = project.name === "whole-cdktf" || project.getProvidedContext().lawShare >= 1;
  const [{ tarball, packagesOfApps }] = await Promise.all([installPackage(home), installTools(needsAll)]);
  project.provide("home", home);
  project.provide("tarball", tarball);
  project.provide("packagesOfApps", packagesOfApps);
  return () => rm(home, { recursive: true, force: true });
}

/** Packs the build, and installs it, its provider, and the packages of apps. */
async function installPackage(home: string): Promise<{ tarball: string; packagesOfApps: string }> {
  await succeed("npm", ["pack", "--ignore-scripts", "--pack-destination", home], { cwd: "." });
  const tarball = join(home, readdirSync(home).find((name) => name.endsWith(".tgz")) as string);
  writeFileSync(join(home, "package.json"), '{"private":true}\n');
  const [packagesOfApps] = await Promise.all([
    installPackagesOfApps(home, tarball),
    succeed("npm", ["install", "--prefer-offline", tarball], { cwd: home }),
  ]);
  await succeed("npx", ["docsform", "terraform", "install", "--to", ".terraform.d/plugins"], { cwd: home });
  mkdirSync(join(home, "programs"));
  writeFileSync(join(home, "programs/npx"), npxScript(), { mode: 0o755 });
  return { tarball, packagesOfApps };
}

async function installPackagesOfApps(home: string, tarball: string): Promise<string> {
  const folder = join(home, "packages-of-apps");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  const libraries = Object.values(appLibraries).map(({ name, version }) => `${name}@${version}`);
  const compiled = ["constructs@10.7.2", "tsx@4.23.15", "@types/node@20.19.43"];
  await succeed("npm", ["install", "--prefer-offline", tarball, ...libraries, ...compiled], { cwd: folder });
  return join(folder, "node_modules");
}

/** Installs the command lines. A usual run does without cdktn, a newer Node for it, and a second compiler. */
async function installTools(needsAll: boolean): Promise<void> {
  const path = `${here}/node_modules/.docsform-installed`;
  const lock = readFileSync(`${here}/package-lock.json`, "utf8");
  const [all, usual] = [lock, `Without cdktn:\n${lock}`];
  const installed = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (installed === all || (installed === usual && !needsAll)) return;
  const omitted = needsAll ? [] : ["--omit=dev", "--omit=optional"];
  await succeed("npm", ["ci", "--ignore-scripts", "--prefer-offline", ...omitted], { cwd: here });
  writeFileSync(path, needsAll ? all : usual);
}
