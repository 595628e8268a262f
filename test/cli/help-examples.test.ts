import { afterEach, expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import type { TerraformHost } from "../../src/cli/io.ts";
import { planOfSpace } from "../support/terraform-plan.ts";
import { openApplied, organization, type RunOptions, smallLayout, type Workbench } from "./workbench.ts";

// Every example of the help runs on a service that the layout was applied to.

const examples = Object.values(commandTable).flatMap(({ examples: lines }) => Object.keys(lines));
/** The id that the examples name. */
const namedId = "sp4Kq1ZmT8";
const environments = `${smallLayout}environments: { staging: {}, production: {} }\n`;

const terraform: TerraformHost = {
  platform: "linux_amd64",
  mirror: "mirror",
  version: async () => "1.11.4",
  copyProvider: () => undefined,
  lockProviders: async () => undefined,
};

let bench: Workbench;
afterEach(() => bench.close());

async function applied(layout: string, environment: readonly string[]): Promise<void> {
  bench = await openApplied(
    { "docsform.yaml": layout, "cdktf.json": "{}", "tfplan.json": planOfSpace(organization) },
    { flags: environment },
  );
  await bench.checkDone(["plan", "--out", "plan.json", ...environment]);
  const { tables } = bench.emulator.emulator.dump();
  bench.files.write("seed.json", JSON.stringify({ tables }));
}

function idOfGuides(): string {
  return String(bench.emulator.emulator.service.list("space").find(({ title }) => title === "Guides")?.id);
}

function surroundingsOf(command: string): RunOptions {
  const typed = command === "destroy" ? organization : "yes";
  // An emulator runs until a signal ends it.
  return { typed, terraform, ...(command === "emulator" && { signal: AbortSignal.timeout(50) }) };
}

test.each(examples)("%s", async (line) => {
  const [program, command = "", ...words] = line.split(" ");
  const environment = words.at(words.indexOf("--env") + 1) ?? "";
  if (words.includes("--env")) await applied(environments, ["--env", environment]);
  else await applied(smallLayout, []);
  if (command === "init" || words.includes("live.yaml"))
    for (const path of ["docsform.yaml", "docsform.state.json", "cdktf.json"])
      bench.files.system.rmSync(bench.files.full(path));
  const args = words.map((word) => (word === namedId ? idOfGuides() : word === "4800" ? "0" : word));
  const { code, err } = await bench.run([command, ...args], surroundingsOf(command));
  expect(program).toBe("docsform");
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("Error") });
});
