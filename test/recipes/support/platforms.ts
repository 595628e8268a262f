import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { botNames } from "./comments-server.ts";
import { type Environment, githubJob, gitlabJob, type Job } from "./recipe.ts";
import { git, type Repository } from "./repository.ts";
import { type JobRun, runJob } from "./run-job.ts";

/** The trigger of a job. */
export type Occasion = "pull request" | "main";

/** The URLs that a job uses, and the secrets of its project. */
export interface Surroundings {
  readonly repository: Repository;
  readonly commentsUrl: string;
  /** Further variables of the project, such as the service's URL. */
  readonly variables: Environment;
}

export interface JobOrder {
  readonly recipe: string;
  readonly job: string;
  readonly occasion: Occasion;
  /** The flags for a manually started apply. */
  readonly permit?: string;
  /** Changes the repository after the push that started the job. */
  readonly afterPush?: () => void;
}

export const tokens = {
  docsform: "canary-token-5d1f",
  comment: "canary-comment-77aa",
  push: "canary-push-31c0",
} as const;

/** The kind of recipe: for layouts, or for the tool in its name. */
export type Variant = "layout" | "terraform" | "cdktf" | "cdktf-without-terraform";

/** A platform, its recipes, and how it runs them. */
export interface Platform {
  readonly name: keyof typeof botNames;
  readonly recipe: (variant: Variant, job: string) => string;
  /** The recipe of the single actions. */
  readonly actions: string;
  readonly job: (recipe: string, job: string) => Job;
  readonly run: (order: JobOrder, surroundings: Surroundings) => Promise<JobRun>;
}

/** The branch of the only pull request. */
export const branch = "change";

export const github: Platform = {
  name: "github",
  recipe: (variant, job) => `examples/ci/github/${variant === "layout" ? "" : `${variant}-`}${job}.yml`,
  actions: "examples/ci/github/actions.yml",
  job: (recipe, job) => githubJob(recipe, job, githubExpressions({})),
  run: runOnGithub,
};

export const gitlab: Platform = {
  name: "gitlab",
  recipe: (variant) => `examples/ci/gitlab/${variant === "layout" ? "" : variant}.gitlab-ci.yml`,
  actions: "examples/ci/gitlab/actions.gitlab-ci.yml",
  job: gitlabJob,
  run: runOnGitlab,
};

async function runOnGithub(
  order: JobOrder,
  { repository, commentsUrl, variables }: Surroundings,
): Promise<JobRun> {
  order.afterPush?.();
  // The platform checks out a pull request as merged into main. Other recipes check out main.
  const folder = repository.clone("main", order.occasion === "main" ? "newest" : "whole");
  if (order.occasion === "pull request") git(folder, "merge", "--quiet", "--no-edit", `origin/${branch}`);
  const temporary = homeOf(folder);
  const job = githubJob(order.recipe, order.job, githubExpressions(order));
  const summary = join(temporary, "summary.md");
  writeFileSync(summary, "");
  const ran = await runJob(job, {
    folder,
    environment: {
      HOME: temporary,
      TMPDIR: temporary,
      RUNNER_TEMP: temporary,
      GITHUB_API_URL: commentsUrl,
      GITHUB_REPOSITORY: "acme/docs",
      GITHUB_STEP_SUMMARY: summary,
      ...variables,
    },
  });
  return { ...ran, output: `${ran.output}${readFileSync(summary, "utf8")}` };
}

/** The values of the expressions in the recipes. */
function githubExpressions({ permit = "" }: Partial<JobOrder>): Environment {
  return {
    "secrets.DOCSFORM_TOKEN": tokens.docsform,
    "secrets.DOCSFORM_PLAN_TOKEN": tokens.docsform,
    "secrets.PG_CONN_STR": "",
    "github.token": tokens.comment,
    "github.event.pull_request.number": "7",
    "github.event.pull_request.head.sha": "5d1f".repeat(10),
    "inputs.permit": permit,
  };
}

async function runOnGitlab(
  order: JobOrder,
  { repository, commentsUrl, variables }: Surroundings,
): Promise<JobRun> {
  const isMain = order.occasion === "main";
  const folder = repository.clone(isMain ? "main" : branch, isMain ? "newest" : "whole");
  git(folder, "checkout", "--quiet", "--detach");
  order.afterPush?.();
  const temporary = homeOf(folder);
  const job = gitlabJob(order.recipe, order.job);
  return await runJob(job, {
    folder,
    environment: {
      HOME: temporary,
      TMPDIR: temporary,
      CI_API_V4_URL: commentsUrl,
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
      CI_DEFAULT_BRANCH: "main",
      CI_COMMIT_SHA: git(folder, "rev-parse", "HEAD").trim(),
      CI_SERVER_HOST: "gitlab.example.com",
      CI_PROJECT_PATH: "acme/docs",
      DOCSFORM_PLAN_TOKEN: tokens.docsform,
      // The platform gives a protected variable only to jobs of main.
      ...(isMain && {
        DOCSFORM_TOKEN: tokens.docsform,
        GITLAB_PUSH_TOKEN: tokens.push,
        PERMIT: order.permit ?? "",
      }),
      GITLAB_COMMENT_TOKEN: tokens.comment,
      // git maps the project's URL with the right token to the test's repository.
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `url.${repository.origin}.insteadOf`,
      GIT_CONFIG_VALUE_0: `https://docsform:${tokens.push}@gitlab.example.com/acme/docs.git`,
      ...variables,
    },
  });
}

function homeOf(folder: string): string {
  const home = `${folder}.home`;
  mkdirSync(home);
  return home;
}
