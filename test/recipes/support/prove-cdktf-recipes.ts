import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { builtPackage, newBuiltFolder } from "../../support/built.ts";
import { forGroup } from "../../support/made-by-hook.ts";
import { branch, type Platform } from "./platforms.ts";
import { openRecipeBench, type RecipeBench } from "./recipe-bench.ts";

// The app uses only constructs of cdktf, so that docsform's constructs need not be built.
const app = (state: string, titles: readonly string[]) => `
const { App, LocalBackend, TerraformResource, TerraformStack } = require("cdktf");

class Space extends TerraformResource {
  constructor(scope, id, title) {
    super(scope, id, { terraformResourceType: "docs_space" });
    this.title = title;
  }
  synthesizeAttributes() {
    return { title: this.title };
  }
}

const app = new App();
const stack = new TerraformStack(app, "docs");
new LocalBackend(stack, { path: ${JSON.stringify(state)} });
stack.addOverride("terraform.required_providers.docs", { source: "docsform/docs", version: "1.2.3" });
stack.addOverride("provider.docs", [{ max_deletes: 0 }]);
for (const [at, title] of ${JSON.stringify(titles)}.entries()) new Space(stack, "space-" + at, title);
app.synth();
`;

/** Tests a platform's recipes for cdktf with Terraform. `cli`: the path of its script, which the project itself does not install. */
export function proveCdktfRecipes(platform: Platform, cli: string): void {
  describe(`the recipes of ${platform.name} for cdktf`, () => {
    // Each job starts a dozen processes.
    vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

    const docsform = forGroup(builtPackage);
    let globalPrefix: string;
    beforeAll(() => {
      // npx finds this program, because the project has none of this name.
      globalPrefix = newBuiltFolder("global");
      mkdirSync(join(globalPrefix, "bin"));
      symlinkSync(cli, join(globalPrefix, "bin/cdktf"));
    });

    let bench: RecipeBench;
    beforeEach(async () => {
      const cdktf = {
        language: "typescript",
        app: "node main.cjs",
        sendCrashReports: "false",
        projectId: "docs",
      };
      bench = await openRecipeBench(platform, "cdktf", {
        docsform,
        files: { "cdktf.json": JSON.stringify(cdktf) },
        variables: {
          NODE_PATH: resolve("node_modules"),
          NPM_CONFIG_PREFIX: globalPrefix,
        },
      });
    });
    afterEach(() => bench.close());

    test("an app is planned in a comment, deployed from main, and checked for drift", async () => {
      const { repository } = bench;
      const main = (titles: readonly string[]) => ({
        "main.cjs": app(`${repository.home}/docs.tfstate`, titles),
      });
      repository.commit("main", main([]));
      repository.commit(branch, main(["Guides\r# @everyone", "API"]));
      await bench.succeed("plan");
      expect(bench.ownComments()).toEqual([
        expect.stringMatching(
          /^<!-- cdktf diff -->\n### cdktf diff: Plan: 2 to add, 0 to change, 0 to destroy\n/u,
        ),
      ]);
      const [, , , , , ...code] = (bench.ownComments()[0] ?? "").trimEnd().split(/\r\n|\n|\r/u);
      expect(code.filter((line) => !/^(?: {4}.*)?$/u.test(line))).toEqual([]);
      expect(bench.writes()).toBe(0);

      repository.commit("main", main(["Guides", "API"]));
      await bench.succeed("apply");
      expect(new Set(bench.titles("space"))).toEqual(new Set(["Guides", "API"]));
      await bench.succeed("drift");
      bench.retitle("Guides", "Somebody's");
      const drift = await bench.run("drift");
      expect([drift.code, drift.output]).toEqual([2, expect.stringContaining("Somebody's")]);

      repository.commit("main", main(["Guides"]));
      const refused = await bench.run("apply");
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("max_deletes")]);
      expect(bench.titles("space")).toHaveLength(2);
    });
  });
}
