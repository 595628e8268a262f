import { expect, test } from "vitest";
import { columnsOf } from "../../src/report/text/columns.ts";
import { jumpingClock, openWorkbench, type Workbench } from "../cli/workbench.ts";
import { seededRandom } from "../support/service.ts";
import { type Edit, fewSteps, manySteps, sixtySteps } from "./example-edits.ts";

// The test compares the output for people at several terminal widths with golden files. `npx vitest run test/report -u` writes them again.

const sequentially = ["--concurrency", "1"];
const widths = [60, 80, 120];

const worlds: Readonly<Record<string, Edit>> = {
  "0": { before: fewSteps.before, after: fewSteps.before },
  "5": fewSteps,
  "60": sixtySteps(),
  "500": manySteps(),
};

async function withWorld(edit: Edit, work: (bench: Workbench) => Promise<void>): Promise<void> {
  const bench = await openWorkbench({ "docsform.yaml": edit.before }, "current", {
    clock: jumpingClock(),
    random: seededRandom(7),
  });
  try {
    const made = await bench.run(["apply", "--yes", "--quiet", "--allow-create", ...sequentially]);
    expect(made).toMatchObject({ code: 0, err: "" });
    bench.files.write("docsform.yaml", edit.after);
    await work(bench);
  } finally {
    await bench.close();
  }
}

/** The output of a command on a terminal of this width. Colors are shown as readable marks. */
async function transcript(bench: Workbench, args: readonly string[], columns: number, isColored: boolean) {
  const { code, out, err } = await bench.run(args, {
    isTerminal: true,
    columns,
    environment: isColored ? {} : { NO_COLOR: "1" },
  });
  const text = `$ docsform ${args.join(" ")}\n${out}${err === "" ? "" : `--- stderr\n${err}`}--- exit ${code}\n`;
  const { host } = new URL(bench.emulator.url);
  return text.replaceAll(host, "127.0.0.1:00000").replaceAll("\u001b", "␛");
}

/** The output, without the command and the exit code. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\$ .*\n|^--- .*\n/gmu, "")
    .trimEnd()
    .split("\n");
}

function expectToFit(text: string, width: number): void {
  expect(linesOf(text).filter((line) => columnsOf(line) > width)).toEqual([]);
}

/** Dangers are in a block of their own before all other entries, and nowhere else. Refusals are last, with the line that permits them. */
function expectReadingOrder(plan: string, isRefused: boolean): void {
  const [head, dangers, ...others] = plan.replace(/\n--- exit[^]*$/u, "").split("\n\n");
  expect(head).toMatch(/^Plan for /mu);
  expect(dangers).toMatch(/^Dangerous, check these first [(]\d+[)]:\n/u);
  expect(others.filter((block) => /^ *! /mu.test(block))).toEqual([]);
  const ending = isRefused
    ? [/^Apply will refuse this plan:\n/u, /^Permit all of it with: --/u]
    : [/^\d+ steps: /u];
  for (const [at, start] of ending.entries())
    expect(others[others.length - ending.length + at]).toMatch(start);
}

test.each(Object.keys(worlds))("plan, drift and errors: %s steps", async (name) => {
  await withWorld(worlds[name] as Edit, async (bench) => {
    for (const width of widths) {
      const plan = await transcript(bench, ["plan", ...sequentially], width, false);
      const drift = await transcript(bench, ["drift", ...sequentially], width, false);
      bench.files.write("broken.yaml", bench.files.read("docsform.yaml")?.replaceAll("space", "spice") ?? "");
      const wrong = await transcript(bench, ["validate", "broken.yaml"], width, false);
      await expect(`${plan}\n${drift}\n${wrong}`).toMatchFileSnapshot(`transcripts/${name}-${width}.golden`);
      for (const text of [plan, drift, wrong]) expectToFit(text, width);
      for (const text of [plan, drift]) expect(linesOf(text).length).toBeLessThanOrEqual(100);
      if (name !== "0") expectReadingOrder(plan, true);
      const colored = await transcript(bench, ["plan", ...sequentially], width, true);
      expect(withoutColors(colored)).toBe(plan);
    }
  });
});

test.each([
  { name: "60", least: 60, most: 60 },
  { name: "500", least: 500, most: 510 },
])("the layout of $name steps has as many", async ({ name, least, most }) => {
  await withWorld(worlds[name] as Edit, async (bench) => {
    const text = await transcript(bench, ["plan", ...sequentially], 120, false);
    const steps = Number(/^(\d+) steps: /mu.exec(text)?.[1]);
    expect(steps).toBeGreaterThanOrEqual(least);
    expect(steps).toBeLessThanOrEqual(most);
  });
});

test.each(widths)("plan, drift and errors in color at %d columns", async (width) => {
  await withWorld(fewSteps, async (bench) => {
    const { emulator } = bench.emulator;
    const [site] = emulator.service.list("site");
    const old = emulator.service
      .list("space")
      .find(({ title }) => typeof title === "string" && title.startsWith("Old"));
    emulator.edit("updateSiteById", { siteId: site?.id ?? "" }, { title: "Somebody's docs" });
    emulator.edit("deleteSpaceById", { spaceId: old?.id ?? "" }, {});
    bench.files.write("broken.yaml", bench.files.read("docsform.yaml")?.replaceAll("space", "spice") ?? "");
    const say = async (isColored: boolean) =>
      [
        await transcript(bench, ["plan", ...sequentially], width, isColored),
        await transcript(bench, ["drift", ...sequentially], width, isColored),
        await transcript(bench, ["validate", "broken.yaml"], width, isColored),
      ].join("\n");
    const [colored, plain] = [await say(true), await say(false)];
    await expect(colored).toMatchFileSnapshot(`transcripts/5-${width}-color.golden`);
    expect(withoutColors(colored)).toBe(plain);
    expectToFit(plain, width);
    const [plan = "", drift = ""] = plain.split("$ docsform drift");
    expectReadingOrder(plan.trimEnd(), false);
    const groups = drift
      .split(/^Changed .*:$/mu)
      .slice(1)
      .map((group) => group.match(/^ {2}(?:! )?(?=[-+~>] )/gmu) ?? []);
    expect(groups.flat()).toContain("  ! ");
    for (const marks of groups) expect(marks).toEqual([...marks].sort().reverse());
  });
});

test.each([
  ["5", 60],
  ["5", 80],
  ["5", 120],
  ["500", 80],
] as const)("a failed run: %s steps at %d columns", async (name, width) => {
  await withWorld(worlds[name] as Edit, async (bench) => {
    const { faults } = bench.emulator.emulator;
    for (const operation of ["updateSpaceById", "createSpace", "updateSiteSectionById"])
      faults.add({
        on: { operation, times: "always" },
        fault: {
          kind: "error-before",
          status: 400,
          message: "That title was refused by a rule of your own.",
        },
      });
    const permitted = ["--allow-deletes", "--max-deletes", "100%", "--max-changes", "100%"];
    const text = await transcript(
      bench,
      ["apply", "--yes", "--compact", ...permitted, ...sequentially],
      width,
      false,
    );
    await expect(text).toMatchFileSnapshot(`transcripts/${name}-${width}-failed.golden`);
    expectToFit(text, width);
    // For each refused operation, the run prints the sentence once while it runs and once in the result.
    const refused = new Set(text.match(/\w+ \((?=POST|PATCH|PUT)/gu)).size;
    const sentences =
      linesOf(text)
        .join(" ")
        .replace(/\s+/gu, " ")
        .match(/by a rule of your own/gu) ?? [];
    expect(sentences).toHaveLength(2 * refused);
  });
});

function withoutColors(text: string): string {
  return text.replace(/␛\[\d+m/gu, "");
}
