import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

describe("plan and apply", () => {
  test("plan writes nothing and shows the steps", async () => {
    const ran = await bench.run(["plan"]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain('+ space "Guides" in collection "Handbook"  space.guides');
    expect(ran.out).toMatch(/8 steps: 8 to create/u);
    expect(bench.writes()).toBe(0);
  });

  test("exit 2 means that there are steps, if requested", async () => {
    expect((await bench.run(["plan", "--detailed-exitcode"])).code).toBe(2);
    await bench.run(apply);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });

  test("apply makes the predicted calls, and a second one makes none", async () => {
    const planned = JSON.parse((await bench.run(["plan", "--json"])).out) as { plan: { writeCalls: number } };
    await bench.checkDone([...apply, "--json"]);
    expect(bench.writes()).toBe(planned.plan.writeCalls);
    expect(bench.titles("space")).toEqual(expect.arrayContaining(["Guides", "API"]));
    expect(bench.files.read("docsform.state.json")).toContain('"space.guides"');
    await bench.run(apply);
    expect(bench.writes()).toBe(planned.plan.writeCalls);
  });

  test("a saved plan is applied as it was reviewed", async () => {
    await bench.checkDone(["plan", "--out", "plan.json"]);
    await bench.checkDone(["apply", "plan.json", "--yes"]);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });

  test("a saved plan needs its layout's name, and does not choose the layout itself", async () => {
    const text = bench.files.read("docsform.yaml") ?? "";
    bench.files.write("site/docsform.yaml", text);
    rmSync(join(bench.files.folder, "docsform.yaml"));
    await bench.run(["plan", "--file", "site", "--out", "plan.json"]);
    const saved = ["apply", "plan.json", "--yes"];
    const lost = await bench.run(saved);
    expect(lost.code).toBe(5);
    expect(lost.err).toContain("[saved-plan/other-layout]");
    await bench.checkDone([...saved, "--file", "site"]);
    expect(bench.files.read("site/docsform.state.json")).toContain("docsformState");
    expect(bench.files.read("docsform.state.json")).toBeUndefined();
    await bench.checkDone(["plan", "--file", "site", "--detailed-exitcode"]);
  });

  test("a change between the plan and its first write makes the plan stale", async () => {
    await bench.run(apply);
    bench.files.write("docsform.yaml", smallLayout.replace("title: Guides,", "title: Manuals,"));
    bench.emulator.emulator.faults.add({
      on: { operation: "listSpacesInOrganizationById" },
      fault: { kind: "callback", after: () => bench.renameSpace("Guides", "Somebody's") },
    });
    const before = bench.writes();
    const ran = await bench.run(apply);
    expect(ran.code, ran.out).toBe(5);
    expect(ran.out).toContain("Nothing was written. Plan again.");
    expect(bench.writes()).toBe(before);
  });

  test("changes of the state alone need no question", async () => {
    await bench.run(apply);
    rmSync(join(bench.files.folder, "docsform.state.json"));
    await bench.checkDone(["apply"]);
    expect(bench.files.read("docsform.state.json")).toContain('"space.guides"');
  });

  test("a saved plan of a changed service is refused before the first write", async () => {
    await bench.run(apply);
    bench.files.write("docsform.yaml", smallLayout.replace("title: Guides,", "title: Manuals,"));
    await bench.run(["plan", "--out", "plan.json"]);
    bench.renameSpace("Guides", "Somebody's");
    const before = bench.writes();
    const ran = await bench.run(["apply", "plan.json", "--yes"]);
    expect(ran.code).toBe(5);
    expect(ran.err).toContain("the change of space.guides is different now");
    expect(bench.writes()).toBe(before);
  });

  test.each([
    { typed: "yes", code: 0, isWritten: true },
    { typed: "y", code: 1, isWritten: false },
    { typed: undefined, code: 64, isWritten: false },
  ])("asks first: typed $typed", async ({ typed, code, isWritten }) => {
    const ran = await bench.run(["apply"], typed === undefined ? {} : { typed, isTerminal: true });
    expect(ran.code).toBe(code);
    expect(bench.writes() > 0).toBe(isWritten);
  });

  test.each(["--json", "--quiet"])("asks only about a plan that it has shown, with %s too", async (flag) => {
    const { code, out, err } = await bench.run(["apply", flag], { typed: "no", isTerminal: true });
    expect(code).toBe(1);
    expect(err).toContain('+ space "Guides"');
    expect(out).not.toContain('+ space "Guides"');
    expect(bench.writes()).toBe(0);
  });

  test("a delete is refused without permission", async () => {
    await bench.run(apply);
    bench.files.write("docsform.yaml", smallLayout.replace(/ {6}- \{ section: API.*\n/u, ""));
    const before = bench.writes();
    const refused = await bench.run(apply);
    expect(refused.code).toBe(4);
    expect(refused.out).toContain("--allow-deletes");
    expect(bench.writes()).toBe(before);
    expect((await bench.run(["plan", "--detailed-exitcode"])).code).toBe(2);
    await bench.checkDone([...apply, "--allow-deletes"]);
    expect(bench.titles("site_section")).toEqual(["Guides"]);
  });

  test("a plan without the deletes says which steps it skips, and counts none of their calls", async () => {
    await bench.run(apply);
    bench.files.write("docsform.yaml", smallLayout.replace(/ {6}- \{ section: API.*\n/u, ""));
    const before = bench.writes();
    const { code, out } = await bench.run([
      "plan",
      "--skip-deletes",
      "--out",
      "plan.json",
      "--comment",
      "plan.md",
    ]);
    expect(code).toBe(0);
    for (const text of [out.replace(/\s+/gu, " "), bench.files.read("plan.md") ?? ""]) {
      expect(text).toContain("Skipped by --skip-deletes: 2 steps (");
      expect(text).toContain("0 writing API calls");
      expect(text).not.toContain("Permitted by");
      expect(text).not.toContain("Dangerous");
    }
    expect(out.replace(/\s+/gu, " ")).toMatch(/docsform apply plan.json --expect \w+ --skip-deletes/u);
    await bench.checkDone([...apply, "--skip-deletes"]);
    expect(bench.writes()).toBe(before);
  });

  test("does the rest without the deletes", async () => {
    await bench.run(apply);
    const fewer = smallLayout
      .replace(/ {6}- \{ section: API.*\n/u, "")
      .replace("title: Guides,", "title: Manuals,");
    bench.files.write("docsform.yaml", fewer);
    await bench.checkDone([...apply, "--skip-deletes"]);
    expect(bench.titles("space")).toContain("Manuals");
    expect(bench.titles("site_section")).toEqual(["Guides", "API"]);
  });

  test("a failed step does not stop the others", async () => {
    bench.emulator.emulator.faults.add({
      on: { operation: "createSite", times: "always" },
      fault: { kind: "error-before", status: 400 },
    });
    const ran = await bench.run([...apply, "--json"]);
    expect(ran.code).toBe(3);
    const result = JSON.parse(ran.out) as { steps: { address: string; status: string }[] };
    const statuses = new Map(result.steps.map((step) => [step.address, step.status]));
    expect(statuses.get("space.guides")).toBe("done");
    expect(statuses.get("site.docs")).toBe("failed");
    expect(statuses.get("site_section.docs/api")).toBe("not-tried");
  });

  test("an interruption before the first write writes nothing", async () => {
    const ran = await bench.run(apply, { signal: AbortSignal.abort(new Error("interrupted")) });
    expect(ran.code).toBe(130);
    expect(bench.writes()).toBe(0);
  });
});

describe("drift", () => {
  test("reports each change with its side, and exits 2", async () => {
    await bench.run(apply);
    await bench.checkDone(["drift"]);
    bench.renameSpace("Guides", "Somebody's");
    const ran = await bench.run(["drift", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({
      drifted: true,
      comparedWith: "state",
      entries: [{ address: "space.guides", attribute: "title", changedIn: "live", after: "Somebody's" }],
    });
  });

  test("edits of the layout are not drift", async () => {
    await bench.run(apply);
    bench.files.write("docsform.yaml", smallLayout.replace("title: Guides,", "title: Manuals,"));
    await bench.checkDone(["drift"]);
  });
});

describe("destroy", () => {
  test.each([
    { how: "typed", args: [], typed: organization, code: 0, left: 0 },
    { how: "repeated as an option", args: ["--organization", organization], code: 0, left: 0 },
    { how: "typed wrong", args: [], typed: "other", code: 1, left: 2 },
    { how: "not said", args: [], code: 64, left: 2 },
  ])("needs the organization's id: $how", async ({ args, typed, code, left }) => {
    await bench.run(apply);
    const ran = await bench.run(["destroy", ...args], typed === undefined ? {} : { typed, isTerminal: true });
    expect(ran.code, `${ran.out}${ran.err}`).toBe(code);
    expect(bench.titles("space")).toHaveLength(left);
  });

  test("lists what it deletes, or says that there is nothing to delete", async () => {
    await bench.run(apply);
    const destroy = ["destroy", "--organization", organization];
    const done = await bench.run(destroy);
    expect(done.out).toContain("Destroy will make 4 writing API calls.");
    expect(done.out).not.toContain("--allow-deletes");
    const again = await bench.run(destroy);
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing to delete: /u) });
    expect(again.out).not.toMatch(/match(?:es)? the layout/u);
  });

  test.each([
    { how: "whose state is lost", more: [] },
    { how: "that keeps none", more: ["--no-state"] },
  ])("of a layout $how deletes nothing that it only knows by key, without permission", async ({ more }) => {
    await bench.run([...apply, ...more]);
    rmSync(join(bench.files.folder, "docsform.state.json"), { force: true });
    const destroy = ["destroy", "--organization", organization, ...more];
    const refused = await bench.run(destroy);
    expect(refused.code, refused.err).toBe(4);
    expect(refused.out).toContain("[guard/import]");
    expect(refused.out).toContain("--allow-import");
    const asJson = await bench.run([...destroy, "--json"]);
    expect(JSON.parse(asJson.out)).toMatchObject({
      outcome: "refused",
      refusals: [{ code: "guard/import", permittedBy: "--allow-import" }],
    });
    expect(bench.titles("space")).toHaveLength(2);
    await bench.checkDone([...destroy, "--allow-import"]);
    expect(bench.titles("space")).toEqual([]);
  });
});

describe("commands without the service", () => {
  test("the emulator prints its URL, and stops on request", async () => {
    const stop = new AbortController();
    const running = bench.run(["emulator", "--port", "0", "--dump", "dump.json"], { signal: stop.signal });
    stop.abort(new Error("interrupted"));
    const ran = await running;
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out)).toEqual({
      formatVersion: 1,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u) as string,
      organization: "emulated",
      token: "emulated-token",
    });
    expect(JSON.parse(bench.files.read("dump.json") ?? "")).toHaveProperty("store.tables");
  });
});

describe("quiet", () => {
  test("a complete apply prints nothing, and an incomplete one says why on stderr", async () => {
    const done = await bench.run([...apply, "--quiet"]);
    expect(done).toEqual({ code: 0, out: "", err: "" });
    bench.emulator.emulator.faults.add({
      on: { operation: "createSpace" },
      fault: { kind: "error-before", status: 400, message: "No more spaces." },
    });
    bench.files.write("docsform.yaml", smallLayout.replace("  api:", "  more: { title: More }\n  api:"));
    const failed = await bench.run([...apply, "--quiet"]);
    expect(failed).toMatchObject({ code: 3, out: "" });
    expect(failed.err).toContain("No more spaces.");
  });
});
