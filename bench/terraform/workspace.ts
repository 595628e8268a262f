import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bundleProvider } from "../../tools/build/bundle-provider.ts";
import { environment } from "../support/executable.ts";

const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;

/** The path of a provider's executable in the mirror of a folder. */
function executableIn(folder: string, name: string): string {
  const home = join(folder, "mirror", "registry.terraform.io/docsform", name, "1.0.0", platform);
  return join(home, `terraform-provider-${name}`);
}

/** Builds a provider into the mirror of a folder. Returns the path of its executable. */
export async function buildInto(folder: string, name: string, entry: string): Promise<string> {
  const executable = executableIn(folder, name);
  await bundleProvider(entry, executable);
  return executable;
}

/** Copies the provider of another build into the mirror of a folder. */
export function copyInto(folder: string, name: string, built: string): void {
  const home = dirname(executableIn(folder, name));
  mkdirSync(dirname(home), { recursive: true });
  cpSync(built, home, { recursive: true });
}

/** Writes a single executable into the mirror of a folder. Returns its path. */
export function writeInto(folder: string, name: string, content: Uint8Array): string {
  const executable = executableIn(folder, name);
  mkdirSync(dirname(executable), { recursive: true });
  writeFileSync(executable, content, { mode: 0o755 });
  return executable;
}

/** The CPU and the memory of the providers that one run of terraform started. */
export interface Cost {
  readonly processes: number;
  readonly cpuMs: number;
  /** The peak memory of the largest process. */
  readonly peakMb: number;
}

/** An initialized folder with a configuration. */
export interface Workspace {
  readonly folder: string;
  /** Applies the configuration. Returns the time, in ms. */
  apply(parallelism: number): Promise<number>;
  /** Plans, and throws if the plan has changes. Returns the time, in ms. */
  plan(): Promise<number>;
  /** Plans with a probe in the providers that records their CPU and memory. */
  costOfPlan(): Promise<Cost>;
}

export function openWorkspace(
  folder: string,
  name: string,
  configuration: string,
  token: string,
  more: NodeJS.ProcessEnv = {},
): Workspace {
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
    ...more,
  };
  const init = spawnSync("terraform", ["init", "-input=false", "-no-color"], {
    cwd: home,
    env,
    encoding: "utf8",
  });
  if (init.status !== 0) throw new Error(`terraform init failed: ${init.stdout}${init.stderr}`);
  const run = async (
    argv: readonly string[],
    expected: string,
    more: NodeJS.ProcessEnv = {},
  ): Promise<number> => {
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
    const ms = performance.now() - began;
    if (code === 0 && output.includes(expected)) return ms;
    throw new Error(
      `terraform ${argv.join(" ")} ended with ${code}, without "${expected}": ${output.slice(-2_000)}`,
    );
  };
  const plan = (more?: NodeJS.ProcessEnv): Promise<number> => run(["plan"], "No changes.", more);
  const costOfPlan = async (): Promise<Cost> => {
    const noted = join(home, "costs");
    rmSync(noted, { force: true });
    const probe = `--require=${resolve("bench/terraform/cost-probe.cjs")}`;
    await plan({ NODE_OPTIONS: probe, BENCH_COSTS: noted });
    return sumOf(readFileSync(noted, "utf8"));
  };
  return {
    folder: home,
    apply: (parallelism) => run(["apply", "-auto-approve", `-parallelism=${parallelism}`], "Apply complete!"),
    plan: () => plan(),
    costOfPlan,
  };
}

function sumOf(noted: string): Cost {
  const costs = noted
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Omit<Cost, "processes">);
  const sum = (of: (cost: Omit<Cost, "processes">) => number) =>
    costs.reduce((total, cost) => total + of(cost), 0);
  return {
    processes: costs.length,
    cpuMs: sum(({ cpuMs }) => cpuMs),
    peakMb: Math.max(...costs.map(({ peakMb }) => peakMb)),
  };
}
