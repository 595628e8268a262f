import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { organization } from "../../cli/workbench.ts";
import { builtPackage } from "../../support/built.ts";
import { forGroup } from "../../support/made-by-hook.ts";
import { branch, type Platform } from "./platforms.ts";
import { openRecipeBench, type RecipeBench } from "./recipe-bench.ts";

// The app uses only constructs of cdktf, so that docsform's constructs need not be built.
const app = (titles: readonly string[]) => `// @ts-nocheck: the packages are not beside the app.
import { App, TerraformResource, TerraformStack } from "cdktf";

class Space extends TerraformResource {
  private readonly title: string;
  constructor(scope: TerraformStack, id: string, title: string) {
    super(scope, id, { terraformResourceType: "docs_space" });
    this.title = title;
  }
  protected override synthesizeAttributes() {
    return { title: this.title };
  }
}

const app = new App();
const stack = new TerraformStack(app, "docs");
stack.addOverride("provider.docs", [{ organization: ${JSON.stringify(organization)} }]);
for (const title of ${JSON.stringify(titles)}) new Space(stack, title, title);
app.synth();
`;

/** Tests a platform's recipes for apps that docsform applies without Terraform. */
export function proveAppRecipes(platform: Platform): void {
  // Each job starts a dozen processes.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

  const docsform = forGroup(builtPackage);

  let bench: RecipeBench;
  beforeEach(async () => {
    bench = await openRecipeBench(platform, "cdktf-without-terraform", {
      docsform,
      files: { "main.ts": app([]) },
      scripts: { test: "test ! -e broken" },
      variables: { NODE_PATH: resolve("node_modules") },
    });
  });
  afterEach(() => bench.close());

  test("an app is planned in a comment, applied from main, and checked for drift", async () => {
    bench.repository.commit(branch, { "main.ts": app(["Guides", "API"]) });
    await bench.succeed("validate");
    await bench.succeed("plan");
    expect(bench.ownComments()).toEqual([
      expect.stringMatching(/^<!-- docsform plan .* -->\n### docsform plan: 2 to create\n/u),
    ]);
    expect(bench.writes()).toBe(0);

    bench.repository.commit("main", { "main.ts": app(["Guides", "API"]) });
    await bench.succeed("apply");
    expect(new Set(bench.titles("space"))).toEqual(new Set(["Guides", "API"]));
    expect(bench.repository.read("main", "docsform.main.state.json")).toContain('"space.Guides"');
    await bench.succeed("drift");
    bench.retitle("Guides", "Somebody's");
    expect((await bench.run("drift")).code).toBe(2);
  });

  test("an app whose test fails is not valid", async () => {
    bench.repository.commit(branch, { "main.ts": app(["Guides"]), broken: "" });
    const { code, output } = await bench.run("validate");
    expect(code, output).not.toBe(0);
    expect(output).not.toContain("docsform validate");
  });
}
