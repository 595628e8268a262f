import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Flavor, pathOf } from "./flavor.ts";
import { type Run, run, succeed } from "./run.ts";

/** A folder with an app, and with docsform installed from its tarball. */
export interface App {
  readonly folder: string;
  readonly flavor: Flavor;
  /** Runs the command line of cdktf or cdktn without a terminal. */
  readonly cli: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Run>;
}

interface Workplace {
  readonly home: string;
  readonly tarball: string;
}

const compiled = ["tsx@4.23.15", "@types/node@20.19.43"];

/** Copies the source of an app into a new folder, and installs its packages. */
export async function installApp(source: string, flavor: Flavor, { home, tarball }: Workplace): Promise<App> {
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
  const library = `${flavor.name}@${flavor.version}`;
  const packages = [tarball, library, "constructs@10.7.2", ...compiled];
  await succeed("npm", ["install", "--prefer-offline", ...packages], { cwd: folder });
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
