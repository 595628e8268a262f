import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openWorkbench, type Workbench } from "../../cli/workbench.ts";
import { whyNoTerraform } from "../../terraform/support/terraform-workspace.ts";
import { botNames, type CommentsServer, startCommentsServer } from "./comments-server.ts";
import { branch, type Platform, tokens } from "./platforms.ts";
import { buildDocsform, createRepository, type Docsform, type Repository } from "./repository.ts";
import type { JobRun } from "./run-job.ts";

const why = whyNoTerraform();

const spaceOf = (name: string, title: string) => `resource "docs_space" "${name}" {\n  title = ${title}\n}\n`;

/** Runs the recipes of a platform for Terraform. */
export function proveTerraformRecipes(platform: Platform): void {
  // Each job starts a dozen processes.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

  describe.skipIf(why !== undefined)(`terraform${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
    let docsform: Docsform;
    beforeAll(async () => {
      docsform = await buildDocsform({ provider: true });
    });
    afterAll(() => docsform.remove());

    let repository: Repository;
    let bench: Workbench;
    let server: CommentsServer;
    beforeEach(async () => {
      repository = createRepository(docsform, { "README.md": "Read me.\n" });
      // What a team would have on a server.
      const state = `${repository.home}/state/docs.tfstate`;
      repository.commit("main", { "head.tf": head(state) });
      bench = await openWorkbench();
      server = await startCommentsServer(platform.name, { token: tokens.comment, already: [] });
    });
    afterEach(async () => {
      await server?.close();
      await bench?.close();
      repository?.remove();
    });

    const run = async (job: "plan" | "apply" | "drift"): Promise<JobRun> => {
      const occasion = job === "plan" ? "pull request" : "main";
      const ran = await platform.run(
        { recipe: platform.recipe("terraform", job), job, occasion },
        { repository, commentsUrl: server.url, variables: { DOCSFORM_BASE_URL: bench.emulator.url } },
      );
      for (const token of Object.values(tokens)) expect(ran.output).not.toContain(token);
      return ran;
    };
    const succeed = async (job: "plan" | "apply" | "drift"): Promise<void> => {
      const { code, output } = await run(job);
      expect(code, output).toBe(0);
    };
    const comment = () => {
      expect(server.comments()).toMatchObject([{ author: botNames[platform.name] }]);
      return server.comments()[0]?.body ?? "";
    };
    const titles = () =>
      (bench.emulator.emulator.dump().tables["space"] ?? [])
        .filter((record) => record["deletedAt"] == null)
        .map((record) => record["title"]);

    test("a plan is a comment, main is applied, drift is told", async () => {
      const hostile = '"x\\n</details>\\n```\\n@everyone\\r# Heading\\n/merge"';
      repository.commit(branch, { "main.tf": spaceOf("guides", hostile) });
      await succeed("plan");
      expect(comment()).toContain("### terraform plan: 1 to create\n");
      repository.commit(branch, { "main.tf": `${spaceOf("guides", hostile)}${spaceOf("api", '"API"')}` });
      await succeed("plan");
      expect(comment()).toContain("### terraform plan: 2 to create\n");
      const [, , , , , ...code] = comment()
        .trimEnd()
        .split(/\r\n|\n|\r/u);
      expect(code.length).toBeGreaterThan(20);
      expect(code.filter((line) => !/^(?: {4}.*)?$/u.test(line))).toEqual([]);

      repository.commit("main", { "main.tf": spaceOf("guides", '"Guides"') });
      await succeed("apply");
      expect(titles()).toEqual(["Guides"]);
      await succeed("drift");
      const guides = bench.emulator.emulator.dump().tables["space"]?.[0];
      bench.emulator.emulator.edit("updateSpaceById", { spaceId: guides?.id ?? "" }, { title: "Somebody's" });
      const drift = await run("drift");
      expect([drift.code, drift.output]).toEqual([2, expect.stringContaining("Somebody's")]);
      await succeed("apply");
      expect(titles()).toEqual(["Guides"]);

      repository.commit("main", { "main.tf": "\n" });
      const refused = await run("apply");
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("max_deletes")]);
      expect(titles()).toEqual(["Guides"]);
    });

    test("a long plan fits", async () => {
      const many = 'resource "docs_space" "many" {\n  count = 400\n  title = "Space ${count.index}"\n}\n';
      repository.commit(branch, { "main.tf": many });
      await succeed("plan");
      expect(comment()).toContain("### terraform plan: 400 to create\n");
      const isCut = comment().endsWith("\nCut to fit. The log of the job has it all.\n");
      expect(isCut).toBe(platform.name === "github");
    });
  });
}

const head = (state: string) => `terraform {
  required_providers {
    docs = { source = "docsform/docs" }
  }
  backend "local" {
    path = ${JSON.stringify(state)}
  }
}
provider "docs" {
  max_deletes = 0
}
`;
