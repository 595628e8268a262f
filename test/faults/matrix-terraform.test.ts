import { expect, test } from "vitest";
import type { Fault } from "../../src/emulator/faults.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import { type ApiVersion, publishedApiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { someOfEach } from "../support/laws.ts";
import { createdSchemasIn } from "../terraform/support/every-type.ts";
import type { Config, InState } from "../terraform/support/rpc-terraform.ts";
import { type Bench, configOf, openBench } from "../terraform/support/type-bench.ts";
import { faultsOf } from "./faults-of.ts";
import { worldLines } from "./world-lines.ts";

// The matrix of faults for Terraform, which also records its creates: for each type, a resource is created with a fault or a kill at one of the
// requests, and then applied by new processes until nothing is left to do.

/** A fault or a kill at one request of the apply. */
type Incident = Fault | { readonly kind: "kill"; readonly when: "before" | "after" };

interface Stage {
  readonly bench: Bench;
  readonly config: Config;
  /** Starts to count requests. `at` is the number of the request with the incident, from 1. */
  readonly arm: (at: number, incident: Incident) => void;
  /** Resolves when a process is killed. */
  readonly killed: () => Promise<void>;
}

async function openStage(schema: TerraformSchema, apiVersion: ApiVersion): Promise<Stage> {
  let armed: { readonly at: number; readonly incident: Incident } | undefined;
  let requests = 0;
  let kill = (): void => undefined;
  const killed = async () =>
    new Promise<void>((resolve) => {
      kill = resolve;
    });
  const bench = openBench(schema, apiVersion, {}, undefined, (send) => async (request) => {
    requests += 1;
    if (armed === undefined || requests !== armed.at) return await send(request);
    const { incident } = armed;
    if (incident.kind !== "kill") {
      const times = incident.kind === "stale-reads" ? "always" : 1;
      bench.service.emulator.faults.add({ on: { times }, fault: incident });
      return await send(request);
    }
    if (incident.when === "after") await send(request);
    kill();
    return await new Promise(() => undefined);
  });
  const config = await configOf(bench);
  bench.terraform.restart();
  const arm = (at: number, incident: Incident) => {
    armed = { at, incident };
    requests = 0;
  };
  return { bench, config, arm, killed };
}

const mostRuns = 6;

/** Runs Terraform until nothing is left to do, and returns the number of runs. */
async function converge({ bench, config, killed }: Stage): Promise<number> {
  const { terraform, schema } = bench;
  let held: InState = terraform.nothing;
  const story: string[] = [];
  for (let run = 1; run <= mostRuns; run += 1) {
    if (held.state !== null) held = await terraform.read(schema.name, held).catch(() => held);
    const { replaced } = await terraform.plan(schema.name, held, config);
    if (replaced.length > 0) held = await deleted(bench, held);
    const before = held;
    const end = await Promise.race([
      terraform.apply(schema.name, before, config),
      killed().then(() => ({ ...before, errors: ["killed"] })),
    ]);
    terraform.restart();
    if (end.errors.length === 0) {
      if ((await terraform.plan(schema.name, await terraform.read(schema.name, end), config)).isEmpty)
        return run;
      held = end;
      continue;
    }
    story.push(...end.errors);
    const found = /create of the \w+ (\S+) was lost/u.exec(end.errors.join())?.[1];
    if (found !== undefined) {
      held = await terraform.import(schema.name, found);
      continue;
    }
    held = end;
    // Terraform taints an object whose create failed, so the next run deletes it.
    if (before.state === null && end.state !== null) held = await deleted(bench, end);
  }
  throw new Error(`It never ended: ${story.join(" / ")}`);
}

async function deleted({ terraform, schema }: Bench, held: InState): Promise<InState> {
  const errors = await terraform.applyDelete(
    schema.name,
    held,
    await terraform.planDelete(schema.name, held),
  );
  terraform.restart();
  return errors.length === 0 ? terraform.nothing : held;
}

interface Calm {
  readonly requests: readonly LoggedRequest[];
  readonly world: readonly string[];
}

async function runCalm(schema: TerraformSchema, apiVersion: ApiVersion): Promise<Calm> {
  const stage = await openStage(schema, apiVersion);
  const { emulator } = stage.bench.service;
  const from = emulator.log.length;
  const { errors } = await stage.bench.terraform.apply(
    schema.name,
    stage.bench.terraform.nothing,
    stage.config,
  );
  expect(errors).toEqual([]);
  return { requests: emulator.log.slice(from), world: worldLines(emulator.dump()) };
}

function incidentsAt(request: LoggedRequest): readonly Incident[] {
  const kills = (["before", "after"] as const).map((when) => ({ kind: "kill", when }) as const);
  return [...faultsOf(request), ...(request.method === "GET" ? [] : kills)];
}

const cases = publishedApiVersions.flatMap((apiVersion) =>
  createdSchemasIn(apiVersion).map((schema) => ({ schema, apiVersion, name: schema.name })),
);

test.each(cases)(
  "$name, $apiVersion: a fault or a kill at any request of its create creates no duplicate",
  { timeout: 120_000 },
  async ({ schema, apiVersion }) => {
    const faultless = await runCalm(schema, apiVersion);
    const problems: string[] = [];
    const cells = faultless.requests.flatMap((request, index) =>
      incidentsAt(request).map((incident) => ({
        at: index + 1,
        incident,
        where: `${JSON.stringify(incident)} at ${index + 1} ${request.method} ${request.operation}`,
      })),
    );
    const ofRun = someOfEach(
      cells,
      ({ at }) => String(at),
      ({ where }) => `${schema.name} ${where}`,
    );
    for (const { at, incident, where } of ofRun) {
      const stage = await openStage(schema, apiVersion);
      stage.arm(at, incident);
      try {
        await converge(stage);
        const world = worldLines(stage.bench.service.emulator.dump());
        if (world.join("\n") !== faultless.world.join("\n")) problems.push(`${where}: another world`);
      } catch (error) {
        problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    expect(problems).toEqual([]);
  },
);
