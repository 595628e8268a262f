import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { github, gitlab, type Variant } from "./support/platforms.ts";
import { type Job, recipesOf } from "./support/recipe.ts";

// Other tests run these recipes: layouts, apps and Terraform in this folder, and cdktf in test/cdktf, which installs its command line.
const variants: readonly Variant[] = ["layout", "cdktf-without-terraform", "terraform", "cdktf"];
const jobs = ["plan", "apply", "drift"] as const;

// The test does not run these actions, nor GitLab's image and cache: only the platform can.
const actions = ["actions/checkout@v4", "actions/setup-node@v4", "hashicorp/setup-terraform@v3"];

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly if?: string;
        readonly permissions?: unknown;
        readonly environment?: string;
        readonly "timeout-minutes": number;
        readonly env?: unknown;
        readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: unknown }[];
      }
    >
  >;
}

test.each([github, gitlab])("each recipe of $name has an entry here", (platform) => {
  const known = variants.flatMap((variant) => jobs.map((job) => platform.recipe(variant, job)));
  expect(new Set(recipesOf(platform.name))).toEqual(new Set([...known, platform.actions]));
});

const workflowOf = (path: string) => parse(readFileSync(path, "utf8")) as Workflow;
const workflowsFor = (job: (typeof jobs)[number]) => variants.map((variant) => github.recipe(variant, job));

describe.each(recipesOf("github"))("%s", (path) => {
  const { on, jobs: all } = workflowOf(path);
  const steps = Object.values(all).flatMap((job) => job.steps);

  test("uses few actions, each with a fixed version", () => {
    expect(actions).toEqual(expect.arrayContaining(steps.flatMap(({ uses }) => uses ?? [])));
  });

  test("puts no outside text into its shell lines", () => {
    expect(steps.filter(({ run }) => run?.includes("${{") === true)).toEqual([]);
  });

  test("passes secrets only to the steps that need them, and never to a fork", () => {
    expect(JSON.stringify(Object.values(all).map(({ env }) => env ?? {}))).not.toContain("secrets.");
    expect(Object.keys(on)).not.toContain("pull_request_target");
  });

  test("has a time limit", () => {
    for (const job of Object.values(all)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });
});

test.each(workflowsFor("plan"))("%s may write comments, on pull requests that are not from forks", (path) => {
  const { permissions, concurrency, jobs: all } = workflowOf(path);
  expect(permissions).toEqual({ contents: "read" });
  expect(concurrency["cancel-in-progress"]).toBe(true);
  const { plan, ...others } = all;
  expect(plan?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  expect(plan?.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
  expect(JSON.stringify(others)).not.toMatch(/secrets\.|permissions/u);
});

test.each(workflowsFor("apply"))("%s applies the newest main, one run at a time", (path) => {
  const { permissions, concurrency, jobs: all } = workflowOf(path);
  expect(permissions).toEqual({});
  expect(concurrency).toEqual({ group: "documentation-apply", "cancel-in-progress": false });
  expect(Object.keys(all)).toEqual(["apply"]);
  expect(all["apply"]).toMatchObject({ if: "github.ref == 'refs/heads/main'", environment: "documentation" });
  const checkout = all["apply"]?.steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkout?.with).toMatchObject({ ref: "main" });
});

test.each(workflowsFor("drift"))("%s only reads, and does not cancel a waiting apply", (path) => {
  const { permissions, concurrency, jobs: all } = workflowOf(path);
  expect(permissions).toEqual({ contents: "read" });
  expect(JSON.stringify(all)).not.toContain("permissions");
  expect(concurrency.group).toBe("documentation-drift");
});

describe.each(recipesOf("gitlab").filter((path) => path !== gitlab.actions))("%s", (path) => {
  type Pipeline = Readonly<Record<string, unknown>>;
  const pipeline = parse(readFileSync(path, "utf8")) as Pipeline & {
    readonly apply: { readonly resource_group: string; readonly rules: unknown };
    readonly plan: { readonly rules: readonly { readonly if: string }[] };
  };

  test("gives no token to forks, and permits only one apply at a time", () => {
    expect(pipeline.apply.resource_group).toBe("documentation");
    expect(pipeline.plan.rules.map((rule) => rule.if)).toEqual([
      expect.stringContaining("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID"),
    ]);
  });

  test("begins each shell line with a word", () => {
    // YAML would parse a line like `- word: more` as a map.
    const lines = Object.values(pipeline).flatMap((job) => {
      const { script = [], before_script: before = [] } = job as Record<
        string,
        readonly unknown[] | undefined
      >;
      return [...before, ...script];
    });
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => typeof line !== "string")).toEqual([]);
  });
});

// A later run finds the comment by its first line. So only the recipes for layouts run again, and the tests of the others state that line.
test("similar recipes post their comments in the same way", () => {
  const posting = (platform: typeof github): readonly string[] =>
    variants.map((variant) => {
      const { scripts } = readPlan(platform, variant);
      const text = scripts.at(-1)?.lines ?? "";
      return text.slice(text.search(/(issues|notes)="/u));
    });
  for (const platform of [github, gitlab]) {
    expect(posting(platform)[0]?.length).toBeGreaterThan(500);
    expect(new Set(posting(platform)).size).toBe(1);
  }
});

function readPlan(platform: typeof github, variant: Variant): Job {
  return platform.job(platform.recipe(variant, "plan"), "plan");
}
