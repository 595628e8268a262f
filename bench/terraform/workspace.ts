import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** What a run of terraform cost. */
export interface Cost {
  readonly wallMs: number;
  /** Of the providers that it started, all together, as far as they were seen. */
  readonly providerCpuMs: number;
  readonly providerPeakMb: number;
}

/** A folder with a configuration, initialised. */
export interface Workspace {
  run(argv: readonly string[]): Promise<Cost>;
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
  return {
    run: async (argv) => {
      const began = performance.now();
      const child = spawn("terraform", [...argv, "-no-color"], {
        cwd: home,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (piece: Buffer) => (output += piece.toString()));
      const watch = watchChildren(child.pid as number);
      const [code] = (await once(child, "close")) as [number | null];
      const wallMs = performance.now() - began;
      if (code !== 0)
        throw new Error(`terraform ${argv.join(" ")} ended with ${code}: ${output.slice(-2_000)}`);
      return { wallMs, ...watch.stop() };
    },
  };
}

const sampleMs = 25;
const ticksPerSecond = 100;

/** Looks at the processes that a process started, as Linux tells of them. Elsewhere it sees nothing. */
function watchChildren(parent: number) {
  const seen = new Map<number, { cpuMs: number; peakMb: number }>();
  const look = (): void => {
    for (const pid of childrenOf(parent)) {
      const cost = costOf(pid);
      if (cost !== undefined) seen.set(pid, cost);
    }
  };
  const timer = setInterval(look, sampleMs);
  return {
    stop: () => {
      clearInterval(timer);
      const costs = [...seen.values()];
      return {
        providerCpuMs: costs.reduce((sum, cost) => sum + cost.cpuMs, 0),
        providerPeakMb: Math.max(0, ...costs.map((cost) => cost.peakMb)),
      };
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  const listed = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout ?? "";
  return listed
    .split("\n")
    .filter((line) => line !== "")
    .map(Number);
}

function costOf(pid: number): { cpuMs: number; peakMb: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuMs: (ticks * 1_000) / ticksPerSecond, peakMb: Number(peak ?? 0) / 1_024 };
  } catch {
    return undefined;
  }
}
