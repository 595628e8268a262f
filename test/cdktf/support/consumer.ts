import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isFullShare } from "../../support/laws.ts";
import type { App } from "./app.ts";
import { compilerOf, type Flavor, pathOf, templateOf } from "./flavor.ts";
import { run, succeed } from "./run.ts";

/** Compilations of the template with the compiler options that its users often change. */
const compilations = [
  { title: "5.9, resolution of Node 16", major: 5, options: ["--module", "node16"] },
  { title: "6, the template, types of Node", major: 6, options: ["--types", "node"] },
  {
    title: "6, old resolution",
    major: 6,
    options: ["--types", "node", "--moduleResolution", "node10", "--ignoreDeprecations", "6.0"],
  },
  { title: "6, resolution of Node 16", major: 6, options: ["--types", "node", "--module", "node16"] },
  {
    title: "6, resolution of bundlers",
    major: 6,
    options: ["--types", "node", "--module", "preserve", "--moduleResolution", "bundler", "--noEmit"],
  },
] as const;

/** The compiler must find each mistake. If the package had no types, it would find none. */
const mistakes = `
import { Site, l1 } from "docsform/constructs";
import type { Construct } from "constructs";

export const wrong = (scope: Construct) => [
  // @ts-expect-error A title is a text.
  new Site(scope, "number", { title: 1 }),
  // @ts-expect-error A site has a title.
  new Site(scope, "missing", {}),
  // @ts-expect-error There is no such word.
  new l1.Space(scope, "unknown", { title: "Space", color: "red" }),
];
`;

/** Tests that an app with the template's options and the installed package compiles and runs with each compiler and option. */
export function proveConsumer(app: App, flavor: Flavor): void {
  describe(`${flavor.name}: an app with the options of the template`, () => {
    beforeAll(() => {
      cpSync(join(templateOf(flavor.name), "tsconfig.json"), join(app.folder, "tsconfig.json"));
      writeFileSync(join(app.folder, "mistakes.ts"), mistakes.replace("docsform/constructs", flavor.entry));
    });

    const synthesized = (): unknown =>
      JSON.parse(readFileSync(join(app.folder, "cdktf.out/stacks/docs/cdk.tf.json"), "utf8"));
    const environment = { ...process.env, PATH: pathOf(flavor) };

    const compile = async (major: 5 | 6, options: readonly string[]): Promise<void> => {
      const { code, output } = await run(process.execPath, [compilerOf(major), "-p", ".", ...options], {
        cwd: app.folder,
      });
      expect(output).toBe("");
      expect(code).toBe(0);
    };

    // A usual run compiles it with the template's options, below.
    test.each(isFullShare() ? compilations : [])(
      "compiles with TypeScript $title",
      async ({ major, options }) => {
        await expect(compile(major, options)).resolves.toBeUndefined();
      },
    );

    test("runs as the template runs it, and compiled", async () => {
      await succeed("npx", ["tsx", "main.ts"], { cwd: app.folder, env: environment });
      const interpreted = synthesized();
      await compile(5, []);
      await succeed(flavor.node, ["main.js"], { cwd: app.folder });
      expect(synthesized()).toEqual(interpreted);
      expect(interpreted).toHaveProperty("resource.docs_site_section");
    });

    test("runs as an ECMAScript module", async () => {
      const names = `import { DocsProvider, Site, l1 } from "${flavor.entry}"; console.log(typeof DocsProvider, typeof Site, typeof l1.Space);`;
      const printed = await succeed(flavor.node, ["--input-type=module", "-e", names], { cwd: app.folder });
      expect(printed).toBe("function function function\n");
    });
  });
}
