import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtPackage } from "../../support/built.ts";
import { isFullShare } from "../../support/laws.ts";
import { forGroup } from "../../support/made-by-hook.ts";
import { whyNoTerraform } from "../../terraform/support/terraform-workspace.ts";
import { branch, type Platform } from "./platforms.ts";
import { openRecipeBench, type RecipeBench } from "./recipe-bench.ts";

const why = whyNoTerraform();

const spaceOf = (name: string, title: string) => `resource "docs_space" "${name}" {\n  title = ${title}\n}\n`;
const hostile = '"x\\n</details>\\n```\\n@everyone\\r# Heading\\n/merge"';

/** Tests a platform's recipes for Terraform. */
export function proveTerraformRecipes(platform: Platform): void {
  // Each job starts a dozen processes.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

  describe.skipIf(why !== undefined)(`terraform${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
    const docsform = forGroup(builtPackage);

    let bench: RecipeBench;
    beforeEach(async () => {
      bench = await openRecipeBench(platform, "terraform", {
        docsform,
        files: { "README.md": "Read me.\n" },
      });
      // The state is on a server in a real project. Here it is a file beside the repository.
      const state = `${bench.repository.home}/state/docs.tfstate`;
      bench.repository.commit("main", { "head.tf": head(state) });
    });
    afterEach(() => bench.close());

    // The platforms' recipes start terraform and post comments in the same way, so a usual run proves each of these on one platform: the comment that
    // is cut on GitHub.
    const on = (name: Platform["name"]) => (isFullShare() || platform.name === name ? [platform.name] : []);

    test.each(on("gitlab"))("a plan on %s is written in a comment that its text cannot leave", async () => {
      bench.repository.commit(branch, {
        "main.tf": `${spaceOf("guides", hostile)}${spaceOf("api", '"API"')}`,
      });
      await bench.succeed("plan");
      expect(bench.ownComments()).toEqual([
        expect.stringMatching(/^<!-- terraform plan -->\n### terraform plan: 2 to create\n/u),
      ]);
      const [, , , , , ...code] = (bench.ownComments()[0] ?? "").trimEnd().split(/\r\n|\n|\r/u);
      expect(code.length).toBeGreaterThan(20);
      expect(code.filter((line) => !/^(?: {4}.*)?$/u.test(line))).toEqual([]);
    });

    test.each(on("gitlab"))(
      "main on %s is applied, drift is reported and repaired, a delete is refused",
      async () => {
        bench.repository.commit("main", { "main.tf": spaceOf("guides", '"Guides"') });
        await bench.succeed("apply");
        expect(bench.titles("space")).toEqual(["Guides"]);
        await bench.succeed("drift");
        bench.retitle("Guides", "Somebody's");
        const drift = await bench.run("drift");
        expect([drift.code, drift.output]).toEqual([2, expect.stringContaining("Somebody's")]);
        await bench.succeed("apply");
        expect(bench.titles("space")).toEqual(["Guides"]);

        bench.repository.commit("main", { "main.tf": "\n" });
        const refused = await bench.run("apply");
        expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("max_deletes")]);
        expect(bench.titles("space")).toEqual(["Guides"]);
      },
    );

    test.each(on("github"))("a long plan on %s fits", async () => {
      const many = 'resource "docs_space" "many" {\n  count = 400\n  title = "Space ${count.index}"\n}\n';
      bench.repository.commit(branch, { "main.tf": many });
      await bench.succeed("plan");
      const [comment = ""] = bench.ownComments();
      expect(comment).toContain("### terraform plan: 400 to create\n");
      const isCut = comment.endsWith("\nCut to fit. The log of the job has it all.\n");
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
