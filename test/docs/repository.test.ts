import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

// What GitHub, editors and containers read of this repository names only commands and files that exist.

const manifest = JSON.parse(read("package.json")) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
const recipes = "examples/ci/github";
const workflows = readdirSync(".github/workflows").map((name) => join(".github/workflows", name));
const forms = ["bug.yml", "idea.yml"].map((name) => join(".github/ISSUE_TEMPLATE", name));
const container = ".devcontainer/devcontainer.json";
const all = [
  ...workflows,
  ...forms,
  ".github/ISSUE_TEMPLATE/config.yml",
  ".github/dependabot.yml",
  ".github/pull_request_template.md",
  ".editorconfig",
  container,
];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<string, { readonly "timeout-minutes": number; readonly steps: readonly Step[] }>
  >;
}

function read(path: string): string {
  return readFileSync(path, "utf8");
}

function stepsOf(path: string): readonly Step[] {
  return Object.values((parse(read(path)) as Workflow).jobs).flatMap(({ steps }) => steps);
}

/** The names of the actions in their pinned versions. */
function actionsOf(path: string): readonly string[] {
  return stepsOf(path).flatMap(({ uses }) => uses ?? []);
}

test.each([
  ["ci.yml", ".ci/run", ["pull_request", "push"]],
  ["nightly.yml", ".ci/nightly", ["schedule", "workflow_dispatch"]],
])("%s runs %s", (name, script, events) => {
  const path = join(".github/workflows", name);
  expect(stepsOf(path).flatMap(({ run }) => run ?? [])).toEqual([script]);
  expect(() => accessSync(script, constants.X_OK)).not.toThrow();
  expect(Object.keys((parse(read(path)) as Workflow).on)).toEqual(events);
});

test.each(workflows)("%s may only read, and ends by itself", (path) => {
  const { permissions, jobs } = parse(read(path)) as Workflow;
  expect(permissions).toEqual({ contents: "read" });
  for (const job of Object.values(jobs)) {
    expect(job).not.toHaveProperty("permissions");
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
  }
});

test.each(workflows)("%s uses the actions of the recipes, in the same versions", (path) => {
  const known = readdirSync(recipes).flatMap((name) => actionsOf(join(recipes, name)));
  const used = actionsOf(path);
  expect(used).toHaveLength(3);
  expect(used.filter((action) => !known.includes(action))).toEqual([]);
  const files = stepsOf(path).flatMap(({ with: inputs }) => inputs?.["node-version-file"] ?? []);
  expect(files).toEqual([".nvmrc"]);
});

test.each(all)("%s names no secret, and only scripts and files that exist", (path) => {
  const text = read(path);
  expect(text).not.toMatch(/\bsecrets[.]|github[.]token/u);
  const scripts = [...text.matchAll(/\bnpm run ([\w:]+)/gu)].map(([, name = ""]) => name);
  expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  const paths = text.match(/\b[A-Z]+[.]md\b|(?<![\w/.])(?:[.]ci|docs|tools|examples)\/[\w./-]+/gu) ?? [];
  expect(paths.filter((each) => !existsSync(each))).toEqual([]);
});

test.each(forms)("%s has questions with ids of their own", (path) => {
  const form = parse(read(path)) as {
    readonly name: string;
    readonly description: string;
    readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: object }[];
  };
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  const questions = form.body.filter(({ type }) => type !== "markdown");
  expect(questions.length).toBeGreaterThan(2);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  for (const { attributes } of questions) expect(attributes).toHaveProperty("label");
});

test("Dependabot watches every package of this repository, and the actions", () => {
  const { version, updates } = parse(read(".github/dependabot.yml")) as {
    readonly version: number;
    readonly updates: readonly {
      readonly "package-ecosystem": string;
      readonly directory?: string;
      readonly directories?: readonly string[];
    }[];
  };
  expect(version).toBe(2);
  expect(updates.map((each) => each["package-ecosystem"])).toEqual(["npm", "github-actions"]);
  const folders = updates.flatMap(({ directories = [] }) => directories);
  expect(folders).toEqual(["/", "/examples/cdktf-app", "/test/cdktf", "/tools/release/node"]);
  expect(folders.filter((folder) => !existsSync(join(".", folder, "package.json")))).toEqual([]);
});

test("everyone who develops docsform gets the oldest Node that it supports", () => {
  const version = read(".nvmrc").trim();
  expect(manifest.engines.node).toBe(`>=${version}`);
  const { image } = JSON.parse(read(container)) as { readonly image: string };
  expect(image).toMatch(new RegExp(`:${Number.parseInt(version, 10)}-`, "u"));
});

test("the container has what npm test needs", () => {
  const { features, postCreateCommand } = JSON.parse(read(container)) as {
    readonly features: object;
    readonly postCreateCommand: string;
  };
  expect(Object.keys(features)).toEqual([expect.stringContaining("/terraform:")]);
  expect(postCreateCommand).toMatch(/install .*chromium && npm ci$/u);
});

test("editors format as the formatter does", () => {
  const { formatter } = JSON.parse(read("biome.json")) as {
    readonly formatter: {
      readonly indentStyle: string;
      readonly indentWidth: number;
      readonly lineWidth: number;
    };
  };
  const lines = read(".editorconfig").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "root = true",
      `indent_style = ${formatter.indentStyle}`,
      `indent_size = ${formatter.indentWidth}`,
      `max_line_length = ${formatter.lineWidth}`,
    ]),
  );
});
