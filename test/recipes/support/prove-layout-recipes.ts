import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { smallLayout } from "../../cli/workbench.ts";
import { builtPackage } from "../../support/built.ts";
import { isFullShare, someOf } from "../../support/laws.ts";
import { forGroup } from "../../support/made-by-hook.ts";
import { branch, type Platform } from "./platforms.ts";
import { openRecipeBench, type RecipeBench } from "./recipe-bench.ts";

const emptyLayout = `${smallLayout.split("collections:")[0]}`;
const withoutSection = smallLayout.replace(/ {6}- \{ section: API.*\n/u, "");

// More comments of other people than fit on one page of the API. One of them looks like docsform's.
const marker = "<!-- docsform plan Qm3vT8xLz1 docsform.yaml -->";
const already = Array.from({ length: 130 }, (_, at) => ({
  author: at === 3 ? "mallory" : "grace",
  body: at === 3 ? `${marker}\nnothing to do` : `Remark ${at}`,
}));

/** Tests a platform's recipes for layouts. */
export function proveLayoutRecipes(platform: Platform): void {
  // Each job starts a dozen processes.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

  const docsform = forGroup(builtPackage);

  let bench: RecipeBench;
  beforeEach(async () => {
    const files = { "docsform.yaml": emptyLayout };
    bench = await openRecipeBench(platform, "layout", { docsform, files, already });
  });
  afterEach(() => bench.close());

  const state = () => bench.repository.read("main", "docsform.state.json");
  const journal = () => bench.repository.read("main", ".docsform/docsform.jsonl");

  test("a plan is written once, in a comment that later runs update", async () => {
    bench.repository.commit(branch, { "docsform.yaml": smallLayout });
    await bench.succeed("validate");
    await bench.succeed("plan");
    expect(bench.ownComments()).toEqual([expect.stringContaining("### docsform plan: 8 to create\n")]);
    expect(bench.ownComments()[0]).toContain('+ space "Guides" in collection "Handbook"  space.guides');

    bench.repository.commit(branch, { "docsform.yaml": withoutSection });
    await bench.succeed("plan");
    expect(bench.ownComments()).toEqual([expect.stringContaining("### docsform plan: 6 to create\n")]);
    expect(bench.ownComments()[0]).toMatch(/\nPlanned for [0-9a-f]{40}\.\n$/u);
    expect(bench.comments().slice(0, already.length), "what others wrote stays").toMatchObject(already);
    expect(bench.writes()).toBe(0);
  });

  const onGithub = isFullShare() || platform.name === "github" ? [platform.name] : [];
  test.each(onGithub)(
    "main on %s is applied and recorded, drift is reported, and a delete waits for permission",
    async () => {
      const { repository } = bench;
      repository.commit("main", { "docsform.yaml": smallLayout });
      await bench.succeed("apply");
      expect(bench.titles("space")).toEqual(expect.arrayContaining(["Guides", "API"]));
      expect(state()).toContain('"space.guides"');
      expect(repository.subjects("main")[0]).toBe("Record what was applied [skip ci]");
      await bench.succeed("drift");

      const before = [bench.writes(), repository.subjects("main").length];
      await bench.succeed("apply");
      expect([bench.writes(), repository.subjects("main").length], "nothing to do or to commit").toEqual(
        before,
      );

      bench.retitle("Guides", "Somebody's");
      const drift = await bench.run("drift");
      expect(drift.code).toBe(2);
      expect(drift.output).toContain('space "Guides" renamed to "Somebody\'s"');

      repository.commit("main", { "docsform.yaml": withoutSection });
      const written = bench.writes();
      const refused = await bench.run("apply");
      expect(refused.code).toBe(4);
      expect(refused.output).toContain("--allow-deletes");
      expect(bench.writes()).toBe(written);
      await bench.succeed("apply", { permit: "--allow-deletes --max-deletes 100%" });
      expect(bench.titles("site_section")).toEqual(["Guides"]);
      expect(bench.titles("space")).toContain("Guides");
      await bench.succeed("drift");
    },
  );

  // The recipes of both platforms start docsform in the same way, so a usual run proves each of these on one platform: those of odd places on GitHub.
  const further: Readonly<Record<string, () => Promise<void>>> = {
    "a plan ignores commits of main that the pull request lacks": async () => {
      bench.repository.commit(branch, { "README.md": "Read me.\n" });
      bench.repository.commit("main", { "docsform.yaml": smallLayout });
      await bench.succeed("apply");
      await bench.succeed("plan");
      expect(bench.ownComments()).toEqual([expect.stringContaining("### docsform plan: nothing to do\n")]);
    },
    "a plan of a thousand spaces fits": async () => {
      const spaces = Array.from(
        { length: 1000 },
        (_, at) => `  space-${at}: { title: "\`\`\` @space ${at}" }\n`,
      );
      bench.repository.commit(branch, { "docsform.yaml": `${emptyLayout}spaces:\n${spaces.join("")}` });
      await bench.succeed("plan");
      const [comment = ""] = bench.ownComments();
      expect(comment).toContain("### docsform plan: 1000 to create\n");
      const shown = comment.match(/^\+ space "/gmu)?.length ?? 0;
      expect(shown).toBeGreaterThan(500);
      expect(comment.includes(`${1000 - shown} steps (${1000 - shown} to create)`)).toBe(shown < 1000);
    },
    "a layout with an error fails, and names the place": async () => {
      bench.repository.commit(branch, {
        "docsform.yaml": smallLayout.replace("spaces: [api]", "spaces: [apo]"),
      });
      const { code, output } = await bench.run("validate");
      expect(code).toBe(1);
      expect(output).toContain("docsform.yaml:13");
      expect((await bench.run("plan")).code).toBe(1);
      expect(bench.ownComments()).toEqual([]);
    },
    "an incomplete apply is recorded, and the next one continues": async () => {
      bench.repository.commit("main", { "docsform.yaml": smallLayout });
      bench.service.faults.add({
        on: { operation: "createSite", times: "always" },
        fault: { kind: "error-before", status: 400 },
      });
      const { code, output } = await bench.run("apply");
      expect(code, output).toBe(3);
      expect(state()).toContain('"space.guides"');
      expect(state()).not.toContain('"site.docs"');
      bench.service.faults.clear();
      await bench.succeed("apply");
      expect(bench.titles("space")).toHaveLength(2);
      expect(bench.titles("site")).toEqual(["Docs"]);
    },
    "the journal of an incomplete run is kept, and the next run continues with it": async () => {
      bench.repository.commit("main", { "docsform.yaml": smallLayout });
      const { faults } = bench.service;
      // The service creates the site, and no response arrives.
      const silence = () =>
        faults.add({
          on: { operation: "listSites", times: "always" },
          fault: { kind: "error-before", status: 400 },
        });
      faults.add({ on: { operation: "createSite" }, fault: { kind: "drop-after" } });
      faults.add({ on: { operation: "createSite" }, fault: { kind: "callback", before: silence } });
      const { code, output } = await bench.run("apply");
      expect(code, output).toBe(3);
      expect(journal()).toContain('"site.docs"');
      faults.clear();
      await bench.succeed("apply");
      expect(bench.titles("site")).toEqual(["Docs"]);
      expect(state()).toMatch(/"site\.docs": \{\s+"id": "[^"]+",\s+"origin": "created"/u);
      expect(journal()).toBeUndefined();
    },
    "the state goes on top of commits during the apply": async () => {
      const { repository } = bench;
      repository.commit("main", { "docsform.yaml": smallLayout });
      bench.service.faults.add({
        on: { operation: "createSite" },
        fault: { kind: "callback", before: () => repository.commit("main", { "README.md": "Read me.\n" }) },
      });
      await bench.succeed("apply");
      expect(repository.read("main", "README.md")).toBe("Read me.\n");
      expect(repository.subjects("main")[1]).toBe("Change README.md");
      expect(state()).toContain('"site.docs"');
    },
    "the newest main is applied, also by a job of an older commit": async () => {
      const afterPush = () => bench.repository.commit("main", { "docsform.yaml": smallLayout });
      await bench.succeed("apply", { afterPush });
      expect(bench.titles("site")).toEqual(["Docs"]);
      expect(state()).toContain('"site.docs"');
    },
    "an unreliable drift is not drift": async () => {
      bench.repository.commit("main", { "docsform.yaml": smallLayout.replace("docsform: 1", "docsform: 7") });
      expect((await bench.run("drift")).code).toBe(1);
    },
  };

  const cases = Object.entries(further).map(([title, prove]) => ({ title, prove }));
  const drawn = someOf(cases, ({ title }) => title);
  const isHere = (at: number) => isFullShare() || (at % 2 === 1) === (platform.name === "github");
  test.each(drawn.filter((_, at) => isHere(at)))("$title", async ({ prove }) => {
    await expect(prove()).resolves.toBeUndefined();
  });
}
