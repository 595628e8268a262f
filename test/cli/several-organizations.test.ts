import { afterEach, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json } from "../../src/util/json.ts";
import { startWatchedEmulator } from "../support/contract-watch.ts";
import { manifestJson, stackJson } from "../support/synthesized-app.ts";
import {
  apply,
  type CommandResult,
  canaryToken,
  jumpingClock,
  openWorkbench,
  organization,
  type RunOptions,
  type Workbench,
} from "./workbench.ts";

const beta = "Beta71kd0P";
const betaToken = "canary-token-beta";

let bench: Workbench;
let other: RunningEmulator;
afterEach(async () => {
  await bench.close();
  await other.close();
});

interface StackSpec {
  readonly of?: "acme" | "beta" | "none";
  readonly token?: string;
  readonly spaces: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, Json>>;
}

/** Stacks of an app. Each names its own service, and the token for it. */
function appOf(stacks: Readonly<Record<string, StackSpec>>): Readonly<Record<string, string>> {
  const files = Object.entries(stacks).map(([name, { of = "acme", token, spaces, parts = {} }]) => {
    const own =
      of === "beta"
        ? { organization: beta, base_url: other.url, token: token ?? betaToken }
        : { organization, base_url: bench.emulator.url, token: token ?? canaryToken };
    const { organization: _, ...unnamed } = own;
    const provider = { provider: { docs: [of === "none" ? unnamed : own] } };
    const titles = Object.fromEntries(Object.entries(spaces).map(([key, title]) => [key, { title }]));
    return [
      `cdktf.out/stacks/${name}/cdk.tf.json`,
      stackJson(name, { docs_space: titles }, { ...provider, ...parts }),
    ];
  });
  return {
    "cdktf.out/manifest.json": manifestJson(...Object.keys(stacks)),
    ...(Object.fromEntries(files) as Record<string, string>),
  };
}

function write(stacks: Readonly<Record<string, StackSpec>>): void {
  for (const [path, text] of Object.entries(appOf(stacks))) bench.files.write(path, text);
}

async function open(stacks: Readonly<Record<string, StackSpec>>): Promise<void> {
  bench = await openWorkbench();
  other = await startWatchedEmulator({
    types: registry,
    operations,
    organizationId: beta,
    token: betaToken,
    clock: jumpingClock(),
    random: Math.random,
    port: 0,
  });
  write(stacks);
}

const unset = { DOCSFORM_BASE_URL: undefined, DOCSFORM_TOKEN: undefined };

async function ran(args: readonly string[], code = 0, options: RunOptions = {}): Promise<CommandResult> {
  const result = await bench.run(args, {
    ...options,
    environment: { ...unset, ...options.environment },
  });
  expect(result.code, `${args.join(" ")}\n${result.out}${result.err}`).toBe(code);
  expect(result.out + result.err).not.toContain("canary-token");
  return result;
}

function titlesOfBeta(): readonly unknown[] {
  return (other.emulator.dump().tables["space"] ?? [])
    .filter((record) => typeof record["deletedAt"] !== "string")
    .map((record) => record["title"]);
}

function stateOf(name: string): string | undefined {
  return bench.files.read(`docsform.${name}.state.json`);
}

const two = {
  acme: { spaces: { guides: "Guides" } },
  beta: { of: "beta", spaces: { guides: "Beta guides" } },
} as const;

describe("the stacks of several organizations are", () => {
  test("validated, planned, applied and compared one after another, each with a state of its own", async () => {
    await open(two);
    const { out: valid } = await ran(["validate", "cdktf.out"]);
    expect(valid).toContain(`== Organization ${organization}, 1 of 2 (stack acme) ==`);
    expect(valid.match(/The layout is valid/gu)).toHaveLength(2);
    const { out: planned } = await ran(["plan", "cdktf.out", "--detailed-exitcode"], 2);
    expect(planned).toMatch(
      new RegExp(
        `stack acme[^]*"Guides"[^]*== Organization ${beta}, 2 of 2 \\(stack beta\\) ==[^]*Beta guides`,
      ),
    );
    await ran([...apply, "cdktf.out"]);
    expect(bench.titles("space")).toEqual(["Guides"]);
    expect(titlesOfBeta()).toEqual(["Beta guides"]);
    for (const name of ["acme", "beta"]) expect(stateOf(name)).toContain('"space.guides"');
    await ran(["plan", "cdktf.out", "--detailed-exitcode"]);
    await ran(["drift", "cdktf.out"]);
    // A stack that is alone in its organization has the same state under its own path.
    for (const name of ["acme", "beta"])
      await ran(["plan", `cdktf.out/stacks/${name}`, "--detailed-exitcode"]);
  });

  test("compared to the end, also if the first one drifted", async () => {
    await open(two);
    await ran([...apply, "cdktf.out"]);
    bench.renameSpace("Guides", "Renamed");
    const { out } = await ran(["drift", "cdktf.out"], 2);
    expect(out).toContain(`== Organization ${beta}, 2 of 2`);
  });

  test("grouped by organization, in the order of the stacks", async () => {
    await open({
      one: { spaces: { guides: "Guides" } },
      beta: two.beta,
      two: {
        spaces: {
          guides: "More guides",
          api: "${data.terraform_remote_state.cross-stack-reference-input-beta.outputs.title}",
        },
      },
    });
    const stack = JSON.parse(appOf(two)["cdktf.out/stacks/beta/cdk.tf.json"] ?? "") as object;
    const title = { output: { title: { value: "${docs_space.guides.title}" } } };
    bench.files.write("cdktf.out/stacks/beta/cdk.tf.json", JSON.stringify({ ...stack, ...title }));
    const { out } = await ran([...apply, "cdktf.out"]);
    expect(out).toContain(`== Organization ${organization}, 1 of 2 (stacks one, two) ==`);
    // A value of the other organization's stack, which declares a space of the same name.
    expect(new Set(bench.titles("space"))).toEqual(new Set(["Guides", "More guides", "Beta guides"]));
    const state = stateOf(`cdktf.out.${organization}`);
    for (const address of ["space.one/guides", "space.two/guides", "space.api"])
      expect(state).toContain(JSON.stringify(address));
    expect(stateOf("beta")).toContain('"space.guides"');
  });

  test("not allowed to refer to each other's objects", async () => {
    await open({
      ...two,
      beta: { ...two.beta, parts: { output: { id: { value: "${docs_space.guides.id}" } } } },
    });
    const id = "${data.terraform_remote_state.cross-stack-reference-input-beta.outputs.id}";
    const stack = JSON.parse(bench.files.read("cdktf.out/stacks/acme/cdk.tf.json") ?? "") as {
      resource: object;
    };
    const translation = { docs_translation: { fr: { space_id: id, language: "fr" } } };
    const resource = { ...stack.resource, ...translation };
    bench.files.write("cdktf.out/stacks/acme/cdk.tf.json", JSON.stringify({ ...stack, resource }));
    const { err } = await ran(["validate", "cdktf.out"], 1);
    expect(err).toContain(
      "it is the id of an object of the stack beta, which belongs to another organization",
    );
  });

  test("destroyed after a question for each", async () => {
    await open(two);
    await ran([...apply, "cdktf.out"]);
    const questions: string[] = [];
    await ran(["destroy", "cdktf.out"], 0, { typed: [organization, beta], questions });
    expect(questions).toHaveLength(2);
    expect([...bench.titles("space"), ...titlesOfBeta()]).toEqual([]);
  });
});

describe("a run stops at the first organization that is not done", () => {
  test("a refusal in the first one leaves the second one alone", async () => {
    await open(two);
    await ran([...apply, "cdktf.out"]);
    write({
      acme: { spaces: { other: "Other" } },
      beta: { of: "beta", spaces: { guides: "Renamed" } },
    });
    const { err } = await ran([...apply, "cdktf.out"], 4);
    expect(err).toContain(`Stopped at organization ${organization}. Not started: ${beta}.`);
    expect(titlesOfBeta()).toEqual(["Beta guides"]);
    // A plan shows both.
    expect((await ran(["plan", "cdktf.out"])).out).toContain("Renamed");
    await ran([...apply, "cdktf.out", "--allow-deletes"]);
    expect(titlesOfBeta()).toEqual(["Renamed"]);
  });

  test("a refusal in the second one exits 3 if the first one was written", async () => {
    await open(two);
    await ran([...apply, "cdktf.out"]);
    write({
      acme: { spaces: { guides: "Renamed" } },
      beta: { of: "beta", spaces: { other: "Other" } },
    });
    const { err } = await ran([...apply, "cdktf.out"], 3);
    expect(err).toContain(`Stopped at organization ${beta}. Done before: ${organization}.`);
    expect(bench.titles("space")).toEqual(["Renamed"]);
    expect(titlesOfBeta()).toEqual(["Beta guides"]);
    // Nothing is left to write in the first one.
    await ran([...apply, "cdktf.out"], 4);
  });

  test("a wrong token for the second one exits 3", async () => {
    await open({ ...two, beta: { ...two.beta, token: "canary-token-wrong" } });
    const { err } = await ran([...apply, "cdktf.out"], 3);
    expect(err).toContain(`Stopped at organization ${beta}. Done before: ${organization}.`);
    expect(err).toContain("http/unauthorized");
    expect(bench.titles("space")).toEqual(["Guides"]);
  });

  test("a mistake in the second one is reported before the first one is applied", async () => {
    await open({ ...two, beta: { of: "beta", spaces: { guides: "x".repeat(51) } } });
    const { err } = await ran([...apply, "cdktf.out"], 1);
    expect(err).toContain("title is too long");
    expect(bench.titles("space")).toEqual([]);
  });
});

describe("one organization of several is named", () => {
  test("by its id, and the others stay as they are", async () => {
    await open(two);
    const { out } = await ran([...apply, "cdktf.out", "--organization", beta]);
    expect(out).toContain(`== Only organization ${beta} (stack beta), not ${organization} ==`);
    expect(titlesOfBeta()).toEqual(["Beta guides"]);
    expect(bench.titles("space")).toEqual([]);
    await ran(["plan", "cdktf.out", "--detailed-exitcode"], 0, {
      environment: { DOCSFORM_ORGANIZATION: beta },
    });
    await ran(["destroy", "cdktf.out", "--organization", beta]);
    expect(titlesOfBeta()).toEqual([]);
    const { err } = await ran(["plan", "cdktf.out", "--organization", "Gamma"], 1);
    expect(err).toContain(`The app is for the organizations ${organization}, ${beta}`);
  });

  test.each([
    ["plan", "--json"],
    ["plan", "--out", "plan.json"],
    ["plan", "--html", "plan.html"],
    ["plan", "--comment", "plan.md"],
    ["drift", "--state", "state.json"],
    ["plan", "--target", "space.guides"],
    ["plan", "--only", "space.guides"],
    ["plan", "--exclude", "space.guides"],
  ])("for %s %s", async (command, ...more) => {
    await open(two);
    const [flag = ""] = more;
    const { out, err } = await ran([command, "cdktf.out", ...more], 64);
    expect(out + err).toContain(`${flag} is for one organization, but the app is for several:`);
    await ran([command, "cdktf.out", ...more, "--organization", organization], command === "drift" ? 2 : 0);
  });

  test("for a journal", async () => {
    await open(two);
    const environment = { DOCSFORM_JOURNAL: "journal.jsonl" };
    expect((await ran(["plan", "cdktf.out"], 64, { environment })).err).toContain(
      "DOCSFORM_JOURNAL is for one",
    );
  });

  test.each([
    ["graph", "cdktf.out"],
    ["state", "list", "cdktf.out"],
    ["unlock", "cdktf.out"],
  ])("for %s", async (...args) => {
    await open(two);
    const { err } = await ran(args, 1);
    expect(err).toContain(`several organizations: ${organization} (acme) and ${beta} (beta)`);
    expect(err).toContain("Name one of them with --organization ID");
    await ran([...args, "--organization", beta]);
  });

  test("for a saved plan, which then needs no name", async () => {
    await open(two);
    await ran(["plan", "cdktf.out", "--organization", beta, "--out", "plan.json"]);
    await ran(["apply", "plan.json", "--yes", "--file", "cdktf.out"]);
    expect(titlesOfBeta()).toEqual(["Beta guides"]);
    expect(stateOf("beta")).toContain('"space.guides"');
    expect(bench.titles("space")).toEqual([]);
  });
});

describe("states", () => {
  test("of an app that gets a second organization are renamed first", async () => {
    await open({ acme: two.acme });
    await ran([...apply, "cdktf.out"]);
    expect(stateOf("cdktf.out")).toContain('"space.guides"');
    write(two);
    const { err } = await ran([...apply, "cdktf.out"], 1);
    const command = "state rename --from docsform.cdktf.out.state.json -f";
    expect(err).toContain(`docsform ${command} cdktf.out --organization ${organization}`);
    expect(titlesOfBeta()).toEqual([]);
    await ran(["plan", "cdktf.out", "--organization", beta]);
    await ran([...command.split(" "), "cdktf.out", "--organization", organization]);
    await ran([...apply, "cdktf.out"]);
    expect(bench.titles("space")).toEqual(["Guides"]);
    expect(stateOf("cdktf.out")).toBeUndefined();
  });

  test("of stacks that were applied alone are not replaced by one for their organization", async () => {
    await open({ ...two, more: { spaces: { api: "API" } } });
    await ran([...apply, "cdktf.out/stacks/acme"]);
    const { err } = await ran([...apply, "cdktf.out"], 1);
    expect(err).toContain("are in docsform.acme.state.json");
    await ran([...apply, "cdktf.out/stacks/more"]);
    await ran([...apply, "cdktf.out", "--organization", beta]);
    expect(bench.titles("space")).toEqual(["Guides", "API"]);
  });
});

describe("a stack without an organization", () => {
  const unnamed = { ...two, none: { of: "none", spaces: { api: "API" } } } as const;

  test("is an error if the others have several", async () => {
    await open(unnamed);
    const { err } = await ran(["plan", "cdktf.out"], 1);
    expect(err).toMatch(/stacks\/none\/cdk\.tf\.json:\d+:\d+: error synth\/no-organization/u);
  });

  test("belongs to the organization that the user names", async () => {
    await open(unnamed);
    await ran([...apply, "cdktf.out", "--organization", organization]);
    expect(new Set(bench.titles("space"))).toEqual(new Set(["Guides", "API"]));
  });
});
