import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { selfSignedCertificate } from "../../src/terraform/certificate.ts";
import { organization, startEmulatorProcess } from "../support/emulator-process.ts";
import { environment } from "../support/executable.ts";
import { inFolder } from "../support/folder.ts";
import { type Bound, median, report } from "../support/verdict.ts";
import { buildInto, type Cost, openWorkspace, type Workspace } from "../terraform/workspace.ts";

const count = 1_000;
const rounds = 3;
const starts = 15;
const latencyMs = 10;
const parallelism = 50;
/** Upgrade, read, validate and plan for each resource, and the few of the process. */
const callsOfPlan = count * 4 + 3;

const engine = `resource "terraform_data" "many" {\n  count = ${count}\n  input = "\${count.index}"\n}\n`;

const hasTerraform = spawnSync("terraform", ["version"]).status === 0;
if (!hasTerraform) console.log("\nTerraform: skipped, terraform is not on PATH.");
else process.exitCode = (await measure()) ? 0 : 1;

async function measure(): Promise<boolean> {
  return await inFolder(async (folder) => {
    const executable = await buildInto(folder, "docs", "src/bin/terraform-provider-docs.ts");
    await buildInto(folder, "memory", "bench/terraform/memory-main.ts");
    const start = await measureStart(executable);
    const refresh = await measureRefresh(folder);
    const apply = await measureApply(folder);
    return [start, refresh, apply].every((holds) => holds);
  });
}

async function measureStart(executable: string): Promise<boolean> {
  const bare: number[] = [];
  const cold: number[] = [];
  for (let round = -2; round < starts; round += 1) {
    const began = performance.now();
    spawnSync(process.execPath, ["-e", "0"], { env: environment });
    const between = performance.now();
    await handshake(executable);
    if (round < 0) continue;
    bare.push(between - began);
    cold.push(performance.now() - between);
  }
  return report(
    `Terraform provider: cold start to handshake, median of ${starts}`,
    [`node -e 0 ${median(bare).toFixed(1)} ms, handshake ${median(cold).toFixed(1)} ms`],
    [{ name: "handshake / node -e 0", value: median(cold) / median(bare), most: 2.5, unit: "×" }],
  );
}

async function handshake(executable: string): Promise<void> {
  const child = spawn(executable, [], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...environment,
      TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
      PLUGIN_PROTOCOL_VERSIONS: "6",
      PLUGIN_CLIENT_CERT: selfSignedCertificate(Date.now()).certificatePem,
    },
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
}

/** Resources of several types, of which the service holds as many. */
function resources(provider: string): string {
  const each = count / 4;
  const block = (type: string, attributes: string) =>
    `resource "docs_${type}" "many" {\n  count    = ${each}\n  provider = ${provider}\n${attributes}}\n`;
  return [
    block("collection", '  title = "Collection ${count.index}"\n'),
    block("space", '  title = "Space ${count.index}"\n'),
    block("team", '  title = "Team ${count.index}"\n'),
    block(
      "openapi_spec",
      '  slug   = "spec-${count.index}"\n  source = { url = "https://acme.example/${count.index}.json" }\n',
    ),
  ].join("");
}

function configuration(provider: "docs" | "memory", url: string): string {
  return `terraform {\n  required_providers {\n    ${provider} = { source = "docsform/${provider}" }\n  }\n}\nprovider "${provider}" {\n  base_url     = ${JSON.stringify(url)}\n  organization = "${organization}"\n}\n${resources(provider)}`;
}

async function measureRefresh(folder: string): Promise<boolean> {
  const service = await startEmulatorProcess(folder, {});
  try {
    const spaces: Record<"engine" | "memory" | "docs", Workspace> = {
      engine: openWorkspace(folder, "engine", engine, service.token),
      memory: openWorkspace(folder, "memory", configuration("memory", service.url), service.token),
      docs: openWorkspace(folder, "docs", configuration("docs", service.url), service.token),
    };
    for (const workspace of Object.values(spaces))
      await workspace.run(["apply", "-auto-approve", "-parallelism=50"]);
    const costs = { engine: [] as Cost[], memory: [] as Cost[], docs: [] as Cost[] };
    let calls = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ["engine", "memory", "docs"] as const) {
        await service.takeLog();
        costs[name].push(await spaces[name].run(["plan"]));
        if (name === "docs") calls = (await service.takeLog()).length;
      }
    }
    const wall = (name: keyof typeof costs) => median(costs[name].map((cost) => cost.wallMs));
    const cpuMs = median(costs.docs.map((cost) => cost.providerCpuMs)) / callsOfPlan;
    return report(
      `terraform plan, refresh of ${count} resources of four types, median of ${rounds}`,
      [
        `terraform_data ${wall("engine").toFixed(0)} ms, in-memory provider ${wall("memory").toFixed(0)} ms, docs ${wall("docs").toFixed(0)} ms`,
        `CPU of the provider: ${cpuMs.toFixed(3)} ms a call, starts included`,
      ],
      [
        { name: "in-memory / terraform_data", value: wall("memory") / wall("engine"), most: 4.5, unit: "×" },
        { name: "docs / in-memory", value: wall("docs") / wall("memory"), most: 1.2, unit: "×" },
        { name: "calls of the service", value: calls, most: 4, unit: "calls" },
        { name: "CPU of a call, in ms", value: cpuMs, most: 0.4, unit: "×" },
        {
          name: "peak memory of the provider",
          value: Math.max(...costs.docs.map((cost) => cost.providerPeakMb)),
          most: 128,
          unit: "MB",
        },
      ] satisfies readonly Bound[],
    );
  } finally {
    await service.stop();
  }
}

async function measureApply(folder: string): Promise<boolean> {
  const argv = ["apply", "-auto-approve", `-parallelism=${parallelism}`];
  const service = await startEmulatorProcess(folder, { latencyMs });
  try {
    const memory = openWorkspace(folder, "apply-memory", configuration("memory", service.url), service.token);
    const docs = openWorkspace(folder, "apply-docs", configuration("docs", service.url), service.token);
    const floor = await memory.run(argv);
    const cost = await docs.run(argv);
    const writes = (await service.takeLog()).filter((request) => request.method !== "GET").length;
    const boundMs = (writes * latencyMs) / parallelism;
    return report(
      `terraform apply of ${count} resources, -parallelism=${parallelism}, ${latencyMs} ms latency`,
      [
        `in-memory provider ${floor.wallMs.toFixed(0)} ms, docs ${cost.wallMs.toFixed(0)} ms, latency bound of ${writes} writes ${boundMs.toFixed(0)} ms`,
      ],
      [
        {
          name: "docs / (in-memory + latency bound)",
          value: cost.wallMs / (floor.wallMs + boundMs),
          most: 1.2,
          unit: "×",
        },
      ],
    );
  } finally {
    await service.stop();
  }
}
