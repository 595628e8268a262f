import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cdktf, cdktn, type Flavor, pathOf } from "./flavor.ts";
import { type Run, run } from "./run.ts";

/** A folder with an app, and with docsform installed from its tarball. */
export interface App {
  readonly folder: string;
  readonly flavor: Flavor;
  /** Runs the command line of cdktf or cdktn without a terminal. */
  readonly cli: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Run>;
}

interface Workplace {
  readonly home: string;
  readonly packagesOfApps: string;
}

/** Copies the source of an app into a new folder, and links its packages, which npm has installed once. */
export function installApp(source: string, flavor: Flavor, { home, packagesOfApps }: Workplace): App {
  const folder = mkdtempSync(join(home, `${flavor.name}-`));
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !/node_modules|cdktf\.out|tfstate/.test(path),
  });
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".ts"))) {
    const file = join(folder, name);
    writeFileSync(file, turned(readFileSync(file, "utf8"), flavor));
  }
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"commonjs"}\n');
  const packages = join(folder, "node_modules");
  execFileSync("cp", ["-al", packagesOfApps, packages]);
  // An app of one library must work without the other.
  for (const { name } of [cdktf, cdktn].filter((each) => each.name !== flavor.name))
    rmSync(join(packages, name), { recursive: true });
  return {
    folder,
    flavor,
    cli: (args, environment) => runCli({ folder, flavor, home }, args, environment),
  };
}

function turned(text: string, { name, entry }: Flavor): string {
  return text.replaceAll('"cdktf"', `"${name}"`).replaceAll('"docsform/constructs"', `"${entry}"`);
}

function runCli(
  { folder, flavor, home }: { readonly folder: string; readonly flavor: Flavor; readonly home: string },
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return run(flavor.node, [flavor.cli, ...args], {
    cwd: folder,
    env: {
      PATH: pathOf(flavor),
      HOME: home,
      CI: "true",
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      CHECKPOINT_DISABLE: "1",
      CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
      // Without this option, `terraform providers lock` ignores local mirrors.
      TF_CLI_ARGS_providers_lock: `-fs-mirror=${join(home, ".terraform.d/plugins")}`,
      ...environment,
    },
  });
}
