import { afterEach, expect, test } from "vitest";
import { nodeFinding } from "../../src/cli/doctor/local.ts";
import type { TerraformHost } from "../../src/cli/io.ts";
import { hashOf } from "../../src/engine/reconcile/keep-plan.ts";
import { sampleCertificates } from "../../src/resources/saml-provider/sample-certificates.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { appFiles, manifestJson, stackJson } from "../support/synthesized-app.ts";
import { openWorkbench, organization, type RunOptions, type Workbench } from "./workbench.ts";

// Errors that few people see, each through the command that reports it.

let bench: Workbench;
afterEach(() => bench?.close());

const head = `docsform: 1\norganization: ${organization}\n`;
const layout = (text: string) => ({ "docsform.yaml": `${head}${text}\n` });
const space = layout("spaces: { guides: { title: Guides } }");
const provider = { provider: { docs: [{ organization }] } };
const stack = stackJson("acme", { docs_space: { guides: { title: "Guides" } } }, provider);
const app = appFiles(stack);
const annotated = (level: string) => ({
  ...app,
  "cdktf.out/manifest.json": manifestJson("acme").replace(
    '"annotations": []',
    `"annotations": [{ "constructPath": "acme/guides", "level": "${level}", "message": "No icon." }]`,
  ),
});

/** A terraform that cannot reach the registry. */
const terraform: TerraformHost = {
  platform: "linux_amd64",
  mirror: "mirror",
  version: async () => "1.9.0",
  copyProvider: () => undefined,
  lockProviders: async () => "The registry is down.",
};

interface Rare {
  readonly error: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly says: string;
  readonly options?: RunOptions;
}

const cases: readonly Rare[] = [
  {
    error: "accept/app",
    files: app,
    args: ["accept", "-f", "cdktf.out"],
    says: "cannot change a synthesized app",
  },
  { error: "accept/no-state", files: space, args: ["accept", "--no-state"], says: "Without a state" },
  {
    error: "cli/no-environments",
    files: app,
    args: ["plan", "cdktf.out", "--env", "test"],
    says: "--env is for YAML",
  },
  {
    error: "cli/no-variables",
    files: app,
    args: ["plan", "cdktf.out", "--var", "a=b"],
    says: "--var is for YAML",
  },
  {
    error: "cli/one-app",
    files: { ...app, ...space },
    args: ["plan", "-f", "cdktf.out", "-f", "docsform.yaml"],
    says: "cannot be combined",
  },
  { error: "cli/no-stack", files: app, args: ["plan", "cdktf.out/stacks/other"], says: "has no stack other" },
  {
    error: "cli/no-terraform",
    files: { "main.tf": "" },
    args: ["terraform", "lock"],
    says: "no terraform on the PATH",
    options: { terraform: { ...terraform, version: async () => undefined } },
  },
  {
    error: "cli/not-locked",
    files: { "main.tf": "" },
    args: ["terraform", "lock"],
    says: "cannot lock the providers of .: The registry is down.",
    options: { terraform },
  },
  {
    error: "cli/no-provider-for-windows",
    files: { "main.tf": "" },
    args: ["terraform", "install"],
    says: "_windows_amd64.zip from the release",
    options: { terraform: { ...terraform, platform: "windows_amd64" } },
  },
  {
    error: "synth/app-error",
    files: annotated("@cdktf/error"),
    args: ["validate", "cdktf.out"],
    says: "No icon. Construct: acme/guides.",
  },
  {
    error: "synth/not-utf8",
    files: appFiles('{"resource": "\ufffd"}'),
    args: ["validate", "cdktf.out"],
    says: "not UTF-8",
  },
  { error: "layout/not-utf8", files: layout("name: \ufffd"), args: ["validate"], says: "not UTF-8" },
  {
    error: "layout/invalid-key",
    files: layout("spaces:\n  ? [a, b]\n  : { title: API }"),
    args: ["validate"],
    says: "A key must be a name.",
  },
  {
    error: "layout/too-much",
    files: layout(`spaces: ${"[".repeat(300)}${"]".repeat(300)}`),
    args: ["validate"],
    says: "more than 100 levels of nesting",
  },
  { error: "state/none", files: space, args: ["state", "rm", "space.guides"], says: "There is no state" },
  {
    error: "apply/no-state",
    files: space,
    args: ["state", "rename", "--from", "old"],
    says: "There is no state at",
  },
  {
    error: "plan/nothing-to-copy",
    files: layout("spaces: { guides: { title: Guides, copyOf: guides } }"),
    args: ["plan"],
    says: "a copy of itself",
  },
  {
    error: "plan/part-of-whole",
    files: layout(
      "spaces: { a: { title: A } }\nsites: { docs: { title: Docs, structure: [{ section: Guides, path: guides, spaces: [a] }] } }",
    ),
    args: ["destroy", "--target", "site_section.docs/guides", "--organization", organization],
    says: "only as a whole",
  },
];

test.each(cases)("$error: docsform $args", async ({ error, files, args, says, options }) => {
  bench = await openWorkbench(files);
  const { code, err } = await bench.run(args, options);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(error);
  expect(err).toContain(says);
});

test("synth/app-warning: a warning of the app ends no plan", async () => {
  bench = await openWorkbench(annotated("@cdktf/warn"));
  const { err } = await bench.checkDone(["validate", "cdktf.out"]);
  expect(err).toContain("warning synth/app-warning: No icon. Construct: acme/guides.");
});

test("plan/only-at-create: a changed source of an existing copy is a note", async () => {
  const copy = (source: string) =>
    layout(`spaces: { a: { title: A }, b: { title: B }, c: { title: C, copyOf: ${source} } }`);
  bench = await openWorkbench(copy("a"));
  await bench.checkDone(["apply", "--yes"]);
  bench.files.write("docsform.yaml", copy("b")["docsform.yaml"]);
  const { out } = await bench.checkDone(["plan"]);
  expect(out).toContain("[plan/only-at-create]");
  expect(out).toContain("No changes");
});

test.each([
  { error: "cli/threshold-of-saved-plan", args: ["--max-deletes", "5"], says: "keeps the thresholds" },
  { error: "cli/selection-of-saved-plan", args: ["--target", "space.guides"], says: "keeps the selection" },
])("$error: docsform apply plan.json $args", async ({ error, args, says }) => {
  bench = await openWorkbench(space);
  await bench.run(["plan", "--out", "plan.json"]);
  const { code, err } = await bench.run(["apply", "plan.json", "--yes", ...args]);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(`[${error}]`);
  expect(err).toContain(says);
  expect(bench.writes()).toBe(0);
});

test("saved-plan/other-api-version: a plan is for the API version that it was made with", async () => {
  bench = await openWorkbench(space, "classic");
  await bench.run(["plan", "--out", "plan.json"]);
  const saved = bench.files.read("plan.json") ?? "";
  await bench.close();
  bench = await openWorkbench({ "plan.json": saved });
  const { err } = await bench.run(["apply", "plan.json", "--yes"]);
  expect(err).toContain("[saved-plan/other-api-version]");
  expect(bench.writes()).toBe(0);
});

test("state/not-kept: an import needs a state", async () => {
  bench = await openWorkbench(space);
  await bench.checkDone(["apply", "--yes", "--no-state"]);
  const { err } = await bench.run(["import", "space.guides", bench.idOf("space", "Guides"), "--no-state"]);
  expect(err).toContain("[state/not-kept]");
});

test("cli/emulator-port: the port of another emulator is taken", async () => {
  bench = await openWorkbench(space);
  const { port } = new URL(bench.emulator.url);
  const { err } = await bench.run(["emulator", "--port", port]);
  expect(err).toContain(`cannot listen on port ${port}`);
  expect(err).toContain("[cli/emulator-port]");
});

test("cli/old-node: doctor names the least version of Node", () => {
  expect(JSON.stringify(nodeFinding({ nodeVersion: "18.20.0" }))).toContain(
    "docsform needs Node 20.19 or later",
  );
  expect(JSON.stringify(nodeFinding({ nodeVersion: "20.19.0" }))).not.toContain("needs Node");
});

test("accept/file-changed: an editor saves the layout while a person reads the question", async () => {
  bench = await openWorkbench(space);
  await bench.checkDone(["apply", "--yes"]);
  bench.renameSpace("Guides", "Manual");
  const saved = `${space["docsform.yaml"]}# saved\n`;
  class Editor extends Array<string> {
    override push(...asked: readonly string[]): number {
      bench.files.write("docsform.yaml", saved);
      return super.push(...asked);
    }
  }
  const { err } = await bench.run(["accept"], { isTerminal: true, typed: "yes", questions: new Editor() });
  expect(err).toContain("[accept/file-changed]");
  expect(bench.files.read("docsform.yaml")).toBe(saved);
});

test("saved-plan/changed: a plan whose secrets stand in another form is not applied", async () => {
  bench = await openWorkbench(layout("saml: { okta: { label: Okta, certificate: !env PEM } }"));
  const environment = { PEM: sampleCertificates[0] };
  await bench.checkDone(["plan", "--out", "plan.json"], { environment });
  const saved = JSON.parse(bench.files.read("plan.json") ?? "") as JsonObject;
  const odd = JSON.parse(
    JSON.stringify(saved).replaceAll('"kind":"environment"', '"kind":"memory"'),
  ) as JsonObject;
  bench.files.write("plan.json", JSON.stringify({ ...odd, hash: hashOf(odd) }));
  const { err } = await bench.run(["apply", "plan.json", "--yes"], { environment });
  expect(err).toContain("[saved-plan/changed]");
  expect(bench.writes()).toBe(0);
});

test("apply/stays-closed: a site is not published while a removed section is still in it", async () => {
  const site = (published: boolean, sections: string) =>
    layout(
      `prune: [sites]\nspaces: { a: { title: A }, b: { title: B } }\nsites: { docs: { title: Docs, published: ${published}, structure: [${sections}] } }`,
    );
  const [a, b] = ["{ section: Guides, path: a, spaces: [a] }", "{ section: Other, path: b, spaces: [b] }"];
  bench = await openWorkbench(site(false, `${a}, ${b}`));
  await bench.checkDone(["apply", "--yes"]);
  bench.files.write("docsform.yaml", site(true, a)["docsform.yaml"]);
  const { out, err } = await bench.run(["apply", "--yes", "--skip-deletes", "--allow-opens"]);
  expect(out + err).toContain("docsform has not opened");
});
