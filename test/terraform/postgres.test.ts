import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { forGroup } from "../support/made-by-hook.ts";
import { type DocsService, startService } from "./support/docs-service.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import {
  applyAll,
  type StartedTerraform,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";

const spaces = 6;

describeTerraform("state that is shared in PostgreSQL", () => {
  const bundle = builtProvider();
  const postgres = forGroup(startPostgres);
  let service: DocsService;
  let runners: readonly [TerraformWorkspace, TerraformWorkspace];
  let schema = 0;
  afterAll(() => postgres.close());
  beforeEach(async () => {
    service = await startService("current", 20);
    schema += 1;
    const runner = () => terraformWorkspace(bundle, configuration(postgres, `docs_${schema}`), service.head);
    runners = [runner(), runner()];
  });
  afterEach(() => service.close());

  const checkAllOnce = () => expect(service.ids()["space"]).toHaveLength(spaces);

  test("two applies at once: one waits for the other, and finds everything done", async () => {
    const applies = runners.map((runner) => runner.run("apply", "-auto-approve", "-lock-timeout=60s"));
    const outputs = (await Promise.all(applies)).map(({ output }) => output);
    const added = outputs.map((output) => Number(/Resources: (\d+) added/.exec(output)?.[1]));
    expect([...added].sort((a, b) => a - b)).toEqual([0, spaces]);
    checkAllOnce();
  });

  test("an apply during another one without a wait is refused", async () => {
    const [first, second] = runners;
    const running = first.start("apply", "-auto-approve", "-parallelism=1");
    await firstWrite(service, running);
    // It must not end before the other one begins.
    process.kill(-running.pid, "SIGSTOP");
    const refused = await second.run("apply", "-auto-approve");
    process.kill(-running.pid, "SIGCONT");
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("Error acquiring the state lock");
    expect((await running.ended).output).toContain(`Resources: ${spaces} added`);
    checkAllOnce();
  });

  test("a saved plan from before another apply is refused", async () => {
    const [first, second] = runners;
    expect((await first.run("plan", "-out=saved.plan")).code).toBe(0);
    await applyAll(second);
    const stale = await first.run("apply", "saved.plan");
    expect(stale.code).toBe(1);
    expect(stale.output).toContain("Saved plan is stale");
    checkAllOnce();
  });

  test("a killed runner leaves no lock", async () => {
    const [first, second] = runners;
    const running = first.start("apply", "-auto-approve", "-parallelism=1");
    await firstWrite(service, running);
    process.kill(-running.pid, "SIGKILL");
    await running.ended;
    const next = await second.run("plan", "-lock-timeout=10s");
    expect(next.output).toContain("to add, 0 to change, 0 to destroy");
  });
});

function configuration(postgres: Postgres, schema: string): string {
  return `
terraform {
  backend "pg" {
    conn_str    = ${JSON.stringify(postgres.url)}
    schema_name = ${JSON.stringify(schema)}
  }
}
resource "docs_space" "many" {
  count = ${spaces}
  title = "Space \${count.index}"
}
`;
}

/** Resolves when the service receives the first write. By then Terraform has locked the state. */
async function firstWrite(service: DocsService, running: StartedTerraform): Promise<void> {
  const { emulator } = service.running;
  let isOver = false;
  void running.ended.then(() => {
    isOver = true;
  });
  while (!emulator.log.some(({ method }) => method !== "GET")) {
    if (isOver) throw new Error((await running.ended).output);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
