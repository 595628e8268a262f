import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { worldLines } from "../../faults/world-lines.ts";
import { isFullShare } from "../../support/laws.ts";
import { runStages } from "../../support/run-stages.ts";
import type { App } from "./app.ts";
import { type Box, startBox, type Tables } from "./box.ts";
import type { Flavor } from "./flavor.ts";
import { run } from "./run.ts";
import { summary } from "./summary.ts";

const stack = "docs";

/** The titles of the objects that the example declares. */
const declared = {
  collections: ["Engineering", "Handbook"],
  spaces: [
    "Engineering/API reference",
    "Handbook/Changelog",
    "Handbook/Guides",
    "Handbook/Guides (français)",
  ],
  teams: [{ title: "Writers", members: ["u_ada", "u_grace"] }],
  saml: ["Okta"],
  openapi: ["petstore"],
  sites: [
    {
      title: "Acme docs",
      published: true,
      structure: [
        { section: "Guides", spaces: ["Guides", "Guides (français)"] },
        { group: "Reference", children: [{ section: "API", spaces: ["API reference"] }] },
        { section: "Changelog", spaces: ["Changelog"] },
      ],
    },
  ],
};

/** Tests the whole lifecycle of the example, and what the service has after each stage. */
export function proveLife(app: App, flavor: Flavor): void {
  describe(`${flavor.name} ${flavor.version}`, () => {
    let box: Box;
    let before: Tables;
    let deployed: Tables;

    beforeAll(async () => {
      box = await startBox();
      before = box.tables();
    });
    afterAll(() => box?.close());

    // The synthesis of the first deploy stays valid, because no test changes the app.
    const command = async (...args: readonly string[]): Promise<string> => {
      const { code, output } = await app.cli(args, box.environment);
      expect(code, output).toBe(0);
      return output;
    };
    /** Applies the synthesized app with the docsform that is installed in it. */
    const docsform = async ({ environment }: Box): Promise<void> => {
      const program = join(app.folder, "node_modules/docsform/dist/bin/docsform.js");
      const { code, output } = await run(
        process.execPath,
        [program, "apply", "cdktf.out", "--yes", "--no-state"],
        { cwd: app.folder, env: { ...process.env, ...environment } },
      );
      expect(code, output).toBe(0);
    };
    const writes = (): readonly string[] => box.requests().filter((request) => !request.startsWith("GET "));
    const idOf = (type: string, title: string): string => {
      const found = box.tables()[type]?.find((each) => each["title"] === title);
      return String(found?.["id"]);
    };

    test("the life of an app", { timeout: 900_000 }, async () => {
      // In a usual run, the diff proves that a second deploy changes nothing, because it shows only what the other user has changed.
      const deployAgain = {
        "a second deploy changes nothing": async () => {
          writes();
          await command("deploy", stack, "--auto-approve", "--skip-synth");
          expect(writes()).toEqual([]);
          expect(box.tables()).toEqual(deployed);
        },
      };
      await runStages({
        "deploy creates the objects": async () => {
          const output = await command("deploy", stack, "--auto-approve");
          expect(output).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy/);
          deployed = box.tables();
          expect(summary(deployed)).toEqual(declared);
          const state = readFileSync(join(app.folder, `terraform.${stack}.tfstate`), "utf8");
          expect(state).toContain("docs_saml_provider");
          expect(state).not.toContain("BEGIN CERTIFICATE");
        },
        "docsform alone leaves the same organization, and has nothing to do after Terraform": async () => {
          const other = await startBox();
          try {
            await docsform(other);
            const world = worldLines(other.dump());
            expect(world).toEqual(worldLines(box.dump()));
            expect(world.join("\n")).toContain("Guides (français)");
          } finally {
            await other.close();
          }
          writes();
          await docsform(box);
          expect(writes()).toEqual([]);
        },
        ...(isFullShare() ? deployAgain : {}),
        "diff shows what another user has changed": async () => {
          const siteId = idOf("site", "Acme docs");
          const siteSectionId = idOf("site_section", "Changelog");
          const teamId = idOf("team", "Writers");
          box.edit("updateSiteSectionById", { siteId, siteSectionId }, { title: "News" });
          box.edit("updateMembersInOrganizationTeam", { teamId }, { remove: ["u_ada"] });
          box.requests();
          const output = await command("diff", stack, "--skip-synth");
          expect(output).toMatch(/title\s+= "News" -> "Changelog"/);
          expect(output).toContain('+ "ada@example.com"');
          expect(output).toContain("Plan: 0 to add, 2 to change, 0 to destroy");
          expect(writes()).toEqual([]);
        },
        "deploy repairs the change, and changes nothing else": async () => {
          await command("deploy", stack, "--auto-approve", "--skip-synth");
          expect(summary(box.tables())).toEqual(declared);
          expect(writes()).toHaveLength(2);
        },
        "destroy leaves the earlier objects": async () => {
          await command("destroy", stack, "--auto-approve", "--skip-synth");
          expect(summary(box.tables())).toEqual(summary(before));
        },
      });
    });
  });
}
