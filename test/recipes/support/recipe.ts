import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** Lines that one shell runs. */
interface Script {
  readonly name: string;
  readonly lines: string;
  readonly environment: Environment;
  /** It also runs after an earlier script has failed. */
  readonly isAlways: boolean;
}

export type Environment = Readonly<Record<string, string>>;

/** The shell scripts of a recipe's job, and its actions. */
export interface Job {
  readonly scripts: readonly Script[];
  /** Actions that the platform runs and the test does not: `actions/checkout@v4`. */
  readonly actions: readonly string[];
}

/** The paths of a platform's recipes, from the project's folder. */
export function recipesOf(platform: "github" | "gitlab"): readonly string[] {
  const folder = `examples/ci/${platform}`;
  return readdirSync(folder).map((name) => `${folder}/${name}`);
}

interface Workflow {
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

interface WorkflowJob {
  readonly env?: Environment;
  readonly steps: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly if?: string;
    readonly env?: Environment;
  }[];
}

/** A job of a GitHub workflow, with values in the place of its expressions. Throws for an expression without a value. */
export function githubJob(path: string, name: string, expressions: Environment): Job {
  const workflow = parse(readFileSync(path, "utf8")) as Workflow;
  const job = found(workflow.jobs[name], `${path} has no job ${name}`);
  // GitHub runs `bash --noprofile --norc -eo pipefail` only if the workflow names bash.
  if (workflow.defaults.run.shell !== "bash") throw new Error(`${path} must name bash as its shell`);
  return {
    actions: job.steps.flatMap(({ uses }) => uses ?? []),
    scripts: job.steps
      .filter(({ run }) => run !== undefined)
      .map((step) => ({
        name: step.name ?? step.run ?? "",
        lines: step.run ?? "",
        environment: evaluated({ ...job.env, ...step.env }, expressions),
        isAlways: isAlways(step.if),
      })),
  };
}

function isAlways(condition: string | undefined): boolean {
  if (condition === undefined || condition === "always()") return condition !== undefined;
  throw new Error(`Nobody here knows what the condition ${condition} means`);
}

function evaluated(environment: Environment, expressions: Environment): Environment {
  const value = (_: string, expression: string) =>
    found(expressions[expression], `There is no value for ${expression}`);
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, text.replace(/\$\{\{ (.*?) \}\}/gu, value)]),
  );
}

interface Pipeline {
  readonly variables?: Environment;
  readonly default: { readonly before_script: readonly string[] };
}

interface PipelineJob {
  readonly variables?: Environment;
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
}

/** A job of a GitLab pipeline. One shell runs all of its lines. */
export function gitlabJob(path: string, name: string): Job {
  const pipeline = parse(readFileSync(path, "utf8")) as Pipeline & Readonly<Record<string, PipelineJob>>;
  const job = found(pipeline[name] as PipelineJob | undefined, `${path} has no job ${name}`);
  const lines = [...(job.before_script ?? pipeline.default.before_script), ...job.script];
  const environment = Object.fromEntries(
    Object.entries({ ...pipeline.variables, ...job.variables }).map(([key, value]) => [key, String(value)]),
  );
  return { actions: [], scripts: [{ name, lines: lines.join("\n"), environment, isAlways: false }] };
}

function found<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise);
  return value;
}
