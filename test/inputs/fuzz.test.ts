import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import type { State } from "../../src/model/state.ts";
import { describeAgain, worldsOf } from "../support/laws.ts";
import { fuzzed } from "./fuzzed-inputs.ts";

const body = fileURLToPath(new URL("fuzz-process.ts", import.meta.url));
// Of fewer inputs, all may be refused.
const runs = Math.max(30, worldsOf(600));
/** The time limit of the process that reads all kinds of inputs. */
const slowestMs = (120_000 + runs * 300) * Object.keys(fuzzed).length;

test("state and journal come from a run with many steps", () => {
  const { objects } = JSON.parse(fuzzed["state"]?.text ?? "") as State;
  const entries = Object.values(objects);
  expect(entries.length).toBeGreaterThan(10);
  for (const part of ["origin", "scopeId", "container", "isDefault", "rank"] as const)
    expect(
      entries.some((entry) => entry[part] !== undefined),
      part,
    ).toBe(true);
  expect(fuzzed["state"]?.text).toContain('"$hash"');
  const journal = fuzzed["journal"]?.text ?? "";
  for (const kind of ["layout", "begin", "create", "match"]) expect(journal).toContain(`{"kind":"${kind}"`);
});

test("reads or refuses every input, and never hangs", { timeout: slowestMs + 10_000 }, async () => {
  const kinds = Object.keys(fuzzed);
  const { code, reported } = await ran([kinds.join(), String(runs), String(inject("lawSeed"))]);
  expect(code, reported).toBe(0);
  for (const kind of kinds)
    expect(reported).toMatch(new RegExp(`^${kind}: [1-9]\\d* read, [1-9]\\d* refused$`, "mu"));
});

describeAgain("the test itself", () => {
  test("kills a reader that hangs, and fails", async () => {
    expect(await ran(["hangs", "1"], 15_000)).toEqual({ code: null, reported: "It hangs.\n" });
  });
});

async function ran(
  args: readonly string[],
  limitMs = slowestMs,
): Promise<{ readonly code: number | null; readonly reported: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", body, ...args], { timeout: limitMs });
  let reported = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (reported += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, reported };
}
