import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleProvider } from "../../tools/build/bundle-provider.ts";
import { environment } from "../support/executable.ts";

const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;

/** Puts a provider into a mirror of its own below a folder, and gives the executable. */
export async function buildInto(folder: string, name: string, entry: string): Promise<string> {
  const home = join(folder, "mirror", "registry.terraform.io/docsform", name, "1.0.0", platform);
  const executable = join(home, `terraform-provider-${name}`);
  await bundleProvider(entry, executable);
  return executable;
}

/** What the providers cost that one run of terraform started. */
export interface Cost {
  readonly processes: number;
  readonly cpuMs: number;
  /** Of the largest one. */
  readonly peakMb: number;
}

interface Noted extends Cost {
  /** That they answered, where they were counted. */
  readonly calls: number;
}

/** A folder with a configuration, initialised. */
export interface Workspace {
  readonly folder: string;
  /** Gives how long it took, in ms. */
  run(argv: readonly string[]): Promise<number>;
  /** The same with something in the providers that notes what they cost. */
  cost(argv: readonly string[]): Promise<Cost>;
  /** Calls of the protocol that the providers answer, go-plugin's own included. */
  calls(argv: readonly string[]): Promise<number>;
}

export function openWorkspace(folder: string, name: string, configuration: string, token: string): Workspace {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "main.tf"), configuration);
  const rc = join(folder, "terraform.rc");
  writeFileSync(
    rc,
    `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(join(folder, "mirror"))}\n  }\n}\n`,
  );
  const env = {
    ...environment,
    DOCSFORM_TOKEN: token,
    TF_CLI_CONFIG_FILE: rc,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
  };
  const init = spawnSync("terraform", ["init", "-input=false", "-no-color"], {
    cwd: home,
    env,
    encoding: "utf8",
  });
  if (init.status !== 0) throw new Error(`terraform init failed: ${init.stdout}${init.stderr}`);
  const run = async (argv: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<number> => {
    const began = performance.now();
    const child = spawn("terraform", [...argv, "-no-color"], {
      cwd: home,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0)
      throw new Error(`terraform ${argv.join(" ")} ended with ${code}: ${output.slice(-2_000)}`);
    return performance.now() - began;
  };
  const cost = async (argv: readonly string[], more: NodeJS.ProcessEnv): Promise<Noted> => {
    const noted = join(home, "costs");
    rmSync(noted, { force: true });
    const probe = `--require=${resolve("bench/terraform/cost-probe.cjs")}`;
    await run(argv, { NODE_OPTIONS: probe, BENCH_COSTS: noted, ...more });
    return sumOf(readFileSync(noted, "utf8"));
  };
  return {
    folder: home,
    run,
    cost: (argv) => cost(argv, {}),
    calls: async (argv) => (await cost(argv, { BENCH_COUNT: "1" })).calls,
  };
}

function sumOf(noted: string): Noted {
  const costs = noted
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Omit<Noted, "processes">);
  const sum = (of: (cost: Omit<Noted, "processes">) => number) =>
    costs.reduce((total, cost) => total + of(cost), 0);
  return {
    processes: costs.length,
    cpuMs: sum(({ cpuMs }) => cpuMs),
    peakMb: Math.max(...costs.map(({ peakMb }) => peakMb)),
    calls: sum(({ calls }) => calls),
  };
}
