import { expect, test } from "vitest";
import { jumpingClock, openWorkbench, type Workbench } from "../cli/workbench.ts";
import { seededRandom } from "../support/service.ts";
import { type Edit, fewSteps, manySteps } from "./worlds.ts";

// What a person reads, at the width of the terminal: each file is a golden. `npx vitest run test/reading -u` writes them anew.

const calmly = ["--concurrency", "1", "--horizon-ms", "0"];
const widths = [60, 80, 200];

const worlds: Readonly<Record<string, Edit>> = {
  "0": { before: fewSteps.before, after: fewSteps.before },
  "5": fewSteps,
  "500": manySteps(),
};

async function withWorld(edit: Edit, work: (bench: Workbench) => Promise<void>): Promise<void> {
  const bench = await openWorkbench({ "docs.yaml": edit.before }, "current", {
    clock: jumpingClock(),
    random: seededRandom(7),
  });
  try {
    const made = await bench.run(["apply", "--yes", "--quiet", "--allow-create", ...calmly]);
    expect(made).toMatchObject({ code: 0, err: "" });
    bench.files.write("docs.yaml", edit.after);
    await work(bench);
  } finally {
    await bench.close();
  }
}

/** What a command prints on a terminal of this width, or with colours written as they can be read. */
async function transcript(bench: Workbench, args: readonly string[], columns: number, isColoured: boolean) {
  const { code, out, err } = await bench.run(args, {
    isTerminal: true,
    columns,
    environment: isColoured ? {} : { NO_COLOR: "1" },
  });
  const text = `$ docsform ${args.join(" ")}\n${out}${err === "" ? "" : `--- stderr\n${err}`}--- exit ${code}\n`;
  const { host } = new URL(bench.emulator.url);
  return text.replaceAll(host, "127.0.0.1:00000").replaceAll("\u001b", "␛");
}

test.each(Object.keys(worlds))("plan, drift and what goes wrong: %s steps", async (name) => {
  await withWorld(worlds[name] as Edit, async (bench) => {
    for (const width of widths) {
      const plan = await transcript(bench, ["plan", ...calmly], width, false);
      const drift = await transcript(bench, ["drift", ...calmly], width, false);
      bench.files.write("broken.yaml", bench.files.read("docs.yaml")?.replaceAll("space", "spice") ?? "");
      const wrong = await transcript(bench, ["validate", "broken.yaml"], width, false);
      await expect(`${plan}\n${drift}\n${wrong}`).toMatchFileSnapshot(`transcripts/${name}-${width}.golden`);
      const coloured = await transcript(bench, ["plan", ...calmly], width, true);
      expect(coloured.replace(/␛\[\d+m/gu, "")).toBe(plan);
    }
  });
});

test.each(widths)("a plan in colours at %d columns", async (width) => {
  await withWorld(fewSteps, async (bench) => {
    const coloured = await transcript(bench, ["plan", ...calmly], width, true);
    await expect(coloured).toMatchFileSnapshot(`transcripts/5-${width}-colour.golden`);
  });
});
