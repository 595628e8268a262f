import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openWorkbench, smallLayout, type Workbench } from "../../cli/workbench.ts";
import { botNames, type CommentsServer, startCommentsServer } from "./comments-server.ts";
import { branch, type JobOrder, type Platform, tokens } from "./platforms.ts";
import { buildDocsform, createRepository, type Docsform, type Repository } from "./repository.ts";
import type { JobRun } from "./run-job.ts";

const emptyLayout = `${smallLayout.split("collections:")[0]}`;
const withoutSection = smallLayout.replace(/ {6}- \{ section: API.*\n/u, "");

/** Runs the recipes of a platform for layouts. */
export function proveLayoutRecipes(platform: Platform): void {
  // Each job starts a dozen processes.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

  let docsform: Docsform;
  beforeAll(async () => {
    docsform = await buildDocsform({ provider: false });
  });
  afterAll(() => docsform.remove());

  let repository: Repository;
  let bench: Workbench;
  let server: CommentsServer;
  beforeEach(async () => {
    repository = createRepository(docsform, { "docs.yaml": emptyLayout });
    bench = await openWorkbench();
    server = await startCommentsServer(platform.name, { token: tokens.comment, already });
  });
  afterEach(async () => {
    await server?.close();
    await bench?.close();
    repository?.remove();
  });

  // More than a page of what others wrote, among it what looks like a plan.
  const marker = "<!-- docsform plan Qm3vT8xLz1 docs.yaml -->";
  const already = Array.from({ length: 130 }, (_, at) => ({
    author: at === 3 ? "mallory" : "grace",
    body: at === 3 ? `${marker}\nnothing to do` : `Remark ${at}`,
  }));
  const ownComments = () => server.comments().filter(({ author }) => author === botNames[platform.name]);

  const run = async (job: string, order: Partial<JobOrder> = {}): Promise<JobRun> => {
    const recipe = platform.recipe("layout", job === "validate" ? "plan" : job);
    const occasion = job === "plan" || job === "validate" ? "pull request" : "main";
    const ran = await platform.run(
      { recipe, job, occasion, ...order },
      { repository, commentsUrl: server.url, variables: { DOCSFORM_BASE_URL: bench.emulator.url } },
    );
    for (const token of Object.values(tokens)) expect(ran.output).not.toContain(token);
    return ran;
  };
  const succeed = async (job: string, order: Partial<JobOrder> = {}): Promise<string> => {
    const { code, output } = await run(job, order);
    expect(code, output).toBe(0);
    return output;
  };

  const live = (type: string) =>
    (bench.emulator.emulator.dump().tables[type] ?? []).filter((record) => record["deletedAt"] == null);
  const titles = (type: string) => live(type).map((record) => record["title"]);
  const writes = () =>
    bench.emulator.emulator.log.filter(({ method, foreign }) => method !== "GET" && foreign !== true).length;
  const lock = () => repository.read("main", "docsform.lock.json");

  test("a plan is told once, in a comment that is kept up to date", async () => {
    repository.commit(branch, { "docs.yaml": smallLayout });
    await succeed("validate");
    await succeed("plan");
    expect(ownComments()).toMatchObject([{ body: expect.stringContaining("8 to create") as string }]);
    expect(ownComments()[0]?.body).toContain('+ create space.guides "Guides"');

    repository.commit(branch, { "docs.yaml": withoutSection });
    await succeed("plan");
    expect(ownComments()).toMatchObject([{ body: expect.stringContaining("6 to create") as string }]);
    expect(ownComments()[0]?.body).toMatch(/\nPlanned for [0-9a-f]{40}\.\n$/u);
    expect(server.comments().slice(0, already.length), "what others wrote stays").toMatchObject(already);
    expect(writes()).toBe(0);
  });

  test("a plan of a thousand spaces fits", async () => {
    const spaces = Array.from(
      { length: 1000 },
      (_, at) => `  space-${at}: { title: "\`\`\` @space ${at}" }\n`,
    );
    repository.commit(branch, { "docs.yaml": `${emptyLayout}spaces:\n${spaces.join("")}` });
    await succeed("plan");
    const [comment] = ownComments();
    expect(comment?.body).toContain("### docsform plan: 1000 to create\n");
    const shown = comment?.body.match(/^\+ create /gmu)?.length ?? 0;
    expect(shown).toBeGreaterThan(500);
    expect(comment?.body.includes(`${1000 - shown} steps (${1000 - shown} to create)`)).toBe(shown < 1000);
  });

  test("a layout with a mistake fails, and tells where it is", async () => {
    repository.commit(branch, { "docs.yaml": smallLayout.replace("spaces: [api]", "spaces: [apo]") });
    const { code, output } = await run("validate");
    expect(code).toBe(1);
    expect(output).toContain("docs.yaml:13");
    expect((await run("plan")).code).toBe(1);
    expect(ownComments()).toEqual([]);
  });

  test("main is applied and recorded, drift is told, and a delete waits for a person's word", async () => {
    repository.commit("main", { "docs.yaml": smallLayout });
    await succeed("apply");
    expect(titles("space")).toEqual(expect.arrayContaining(["Guides", "API"]));
    expect(lock()).toContain('"space.guides"');
    expect(repository.subjects("main")[0]).toBe("Record what was applied [skip ci]");
    await succeed("drift");

    const written = writes();
    const commits = repository.subjects("main").length;
    await succeed("apply");
    expect([writes(), repository.subjects("main").length], "nothing to do, nothing to commit").toEqual([
      written,
      commits,
    ]);

    const guides = live("space").find((record) => record["title"] === "Guides");
    bench.emulator.emulator.edit("updateSpaceById", { spaceId: guides?.id ?? "" }, { title: "Somebody's" });
    const drift = await run("drift");
    expect(drift.code).toBe(2);
    expect(drift.output).toContain('space.guides.title "Somebody\'s"');

    repository.commit("main", { "docs.yaml": withoutSection });
    const before = writes();
    const refused = await run("apply");
    expect(refused.code).toBe(4);
    expect(refused.output).toContain("--allow-deletes");
    expect(writes()).toBe(before);
    await succeed("apply", { permit: "--allow-deletes" });
    expect(titles("site_section")).toEqual(["Guides"]);
    expect(titles("space")).toContain("Guides");
    await succeed("drift");
  });

  test("what was done is recorded also where apply did only a part, and the next one goes on", async () => {
    repository.commit("main", { "docs.yaml": smallLayout });
    bench.emulator.emulator.faults.add({
      on: { operation: "createSite", times: "always" },
      fault: { kind: "error-before", status: 400 },
    });
    const { code, output } = await run("apply");
    expect(code, output).toBe(3);
    expect(lock()).toContain('"space.guides"');
    expect(lock()).not.toContain('"site.docs"');
    bench.emulator.emulator.faults.clear();
    await succeed("apply");
    expect(new Set(titles("space"))).toEqual(new Set(["API", "Guides"]));
    expect(titles("space")).toHaveLength(2);
    expect(titles("site")).toEqual(["Docs"]);
  });

  test("the lock goes on top of what was pushed while apply was at work", async () => {
    repository.commit("main", { "docs.yaml": smallLayout });
    bench.emulator.emulator.faults.add({
      on: { operation: "createSite" },
      fault: { kind: "callback", before: () => repository.commit("main", { "README.md": "Read me.\n" }) },
    });
    await succeed("apply");
    expect(repository.read("main", "README.md")).toBe("Read me.\n");
    expect(repository.subjects("main")[1]).toBe("Change README.md");
    expect(lock()).toContain('"site.docs"');
  });

  test("a drift that cannot be told is no drift", async () => {
    repository.commit("main", { "docs.yaml": smallLayout.replace("docsform: 1", "docsform: 7") });
    expect((await run("drift")).code).toBe(1);
  });
}
