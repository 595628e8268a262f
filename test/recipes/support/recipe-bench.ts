import { expect } from "vitest";
import { systemClock } from "../../../src/contract/http/system-clock.ts";
import { openWorkbench } from "../../cli/workbench.ts";
import type { BuiltPackage } from "../../support/built.ts";
import { botNames, type Comment, startCommentsServer } from "./comments-server.ts";
import { type JobOrder, type Platform, tokens, type Variant } from "./platforms.ts";
import type { Environment } from "./recipe.ts";
import { createRepository, type Repository } from "./repository.ts";
import type { JobRun } from "./run-job.ts";

type LiveRecord = Readonly<Record<string, unknown>> & { readonly id?: unknown };

/** A repository, a platform with a pull request, the service, and the recipes. */
export interface RecipeBench {
  readonly repository: Repository;
  readonly service: Awaited<ReturnType<typeof openWorkbench>>["emulator"]["emulator"];
  /** Runs a job: plan and validate check out the pull request, the other jobs main's newest commit. The output contains no token. */
  readonly run: (job: JobName, order?: Partial<JobOrder>) => Promise<JobRun>;
  /** Runs a job that must succeed, and returns its output. */
  readonly succeed: (job: JobName, order?: Partial<JobOrder>) => Promise<string>;
  readonly comments: () => readonly Comment[];
  /** The comments that the platform's jobs wrote. */
  readonly ownComments: () => readonly string[];
  /** Objects of a type outside the trash. */
  readonly live: (type: string) => readonly LiveRecord[];
  readonly titles: (type: string) => readonly unknown[];
  /** The number of docsform's writes to the service. */
  readonly writes: () => number;
  /** Another user renames a space. */
  readonly retitle: (from: string, to: string) => void;
  readonly close: () => Promise<void>;
}

type JobName = "validate" | "plan" | "apply" | "drift";

interface BenchOptions {
  readonly docsform: BuiltPackage;
  readonly files: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly already?: readonly Omit<Comment, "id">[];
  readonly variables?: Environment;
}

export async function openRecipeBench(
  platform: Platform,
  variant: Variant,
  { docsform, files, scripts, already = [], variables }: BenchOptions,
): Promise<RecipeBench> {
  const repository = createRepository(docsform, files, scripts);
  // Real processes run here, so the service uses the real clock.
  const bench = await openWorkbench({}, "current", { clock: systemClock, random: Math.random });
  const server = await startCommentsServer(platform.name, { token: tokens.comment, already });
  const { emulator } = bench.emulator;

  const run: RecipeBench["run"] = async (job, order = {}) => {
    const recipe = platform.recipe(variant, job === "validate" ? "plan" : job);
    const occasion = job === "plan" || job === "validate" ? "pull request" : "main";
    const ran = await platform.run(
      { recipe, job, occasion, ...order },
      {
        repository,
        commentsUrl: server.url,
        variables: { DOCSFORM_BASE_URL: bench.emulator.url, ...variables },
      },
    );
    for (const token of Object.values(tokens)) expect(ran.output).not.toContain(token);
    return ran;
  };
  const live: RecipeBench["live"] = (type) =>
    (emulator.dump().tables[type] ?? []).filter((record) => record["deletedAt"] == null);

  return {
    repository,
    service: emulator,
    run,
    succeed: async (job, order) => {
      const { code, output } = await run(job, order);
      expect(code, output).toBe(0);
      return output;
    },
    comments: server.comments,
    ownComments: () =>
      server
        .comments()
        .filter(({ author }) => author === botNames[platform.name])
        .map(({ body }) => body),
    live,
    titles: (type) => live(type).map((record) => record["title"]),
    writes: () => emulator.log.filter(({ method, foreign }) => method !== "GET" && foreign !== true).length,
    retitle: (from, to) => {
      const space = live("space").find((record) => record["title"] === from);
      emulator.edit("updateSpaceById", { spaceId: String(space?.id) }, { title: to });
    },
    close: async () => {
      await server.close();
      await bench.close();
      repository.remove();
    },
  };
}
