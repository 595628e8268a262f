import { expect, test } from "vitest";
import { publishedGenerations as generations } from "../../src/model/endpoint.ts";
import type { Ran } from "../cli/workbench.ts";
import { openYesterday, type Situation } from "./version-1.ts";

/** Runs a command on a folder of yesterday, and then asks whether anything is left to do. */
async function checkYesterday(
  situation: Situation,
  generation: (typeof generations)[number],
  args: readonly string[],
  check: (ran: Ran, left: Ran) => void,
): Promise<void> {
  const bench = await openYesterday(situation, generation);
  try {
    const told = ["--horizon-ms", "0", "--generation", generation];
    const ran = await bench.run([...args, ...told]);
    check(ran, await bench.run(["plan", "--detailed-exitcode", "--allow-deletes", ...told]));
  } finally {
    await bench.close();
  }
}

const goesOn = (ran: Ran, left: Ran) => {
  expect(ran, ran.err).toMatchObject({ code: 0 });
  expect(left, left.out).toMatchObject({ code: 0 });
};

const apply = ["apply", "--yes", "--allow-deletes"];

test.each(generations)("%s: nothing is left to do after an apply of version 1", (generation) =>
  checkYesterday("applied", generation, ["plan", "--detailed-exitcode"], goesOn),
);

test.each(
  generations.flatMap((generation) =>
    (["changing", "killed", "part-failed", "unknown"] as const).map(
      (situation) => [situation, generation] as const,
    ),
  ),
)("%s, %s: apply goes on from what version 1 left", (situation, generation) =>
  checkYesterday(situation, generation, apply, goesOn),
);

test.each(
  generations.flatMap((generation) =>
    (["planned", "changing"] as const).map((situation) => [situation, generation] as const),
  ),
)("%s, %s: a saved plan is refused, and the layout can be planned again", async (situation, generation) => {
  const bench = await openYesterday(situation, generation);
  try {
    const before = bench.emulator.emulator.dump();
    const ran = await bench.run(["apply", "plan.json", "--yes", "--allow-deletes"]);
    expect(ran).toMatchObject({ code: 5, out: "" });
    expect(ran.err).toContain("Plan again");
    expect(bench.emulator.emulator.dump()).toEqual(before);
    const again = await bench.run(["plan", "--out", "plan.json"]);
    expect(again.code, again.err).toBe(0);
  } finally {
    await bench.close();
  }
});
