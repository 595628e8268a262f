import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import type { FaultSpec } from "../../src/emulator/faults.ts";
import { apply, openWorkbench, organization, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  const nature = { clock: systemClock, random: Math.random };
  bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", nature);
});
afterEach(() => bench.close());

function slow(method: "read" | "write", ms: number): FaultSpec {
  return { on: { method, times: "always" }, fault: { kind: "latency", ms } };
}

function created(): readonly string[] {
  const { log } = bench.emulator.emulator;
  return log.filter(({ method, status }) => method === "POST" && status < 300).map(({ path }) => path);
}

const destroying = ["destroy", "--organization", organization];

test.each([
  { command: "apply", args: [...apply], before: ["plan"], left: 0 },
  { command: "destroy", args: destroying, before: apply, left: 2 },
])("$command ends with its time limit, and the next run continues", async ({ args, before, left }) => {
  // The first run loads the code, which takes as long as the time limit.
  await bench.run(before);
  bench.emulator.emulator.faults.add(slow("write", 900));
  const { code, err, out } = await bench.run([...args, "--concurrency", "1", "--timeout", "2"]);
  expect({ code, text: err + out }).toMatchObject({
    code: 3,
    text: expect.stringContaining("[run/timeout]") as string,
  });
  expect(out).toContain("not tried");
  bench.emulator.emulator.faults.clear();
  await bench.checkDone(args);
  // The run creates a collection, two spaces and a site with two sections. A destroy deletes all of them and recreates none.
  expect(created()).toHaveLength(6);
  expect((await bench.run(["plan", "--detailed-exitcode"])).code).toBe(left);
});

test.each([
  { command: "plan", args: ["plan"] },
  { command: "drift", args: ["drift"] },
  { command: "pull", args: ["pull", "--organization", organization] },
  { command: "apply", args: [...apply] },
])("$command that could not read ends with an error, and wrote nothing", async ({ args }) => {
  bench.emulator.emulator.faults.add(slow("read", 20_000));
  const began = Date.now();
  const { code, err } = await bench.run([...args, "--timeout", "1"]);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("[run/timeout]") });
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(created()).toEqual([]);
});

test("the wait for another run counts for the time limit", async () => {
  const at = new Date().toISOString();
  const lock = { docsformRunLock: 1, id: "another", lockedBy: "process 7 on runner-3", since: at, at };
  bench.files.write(".docsform/docsform.lock", `${JSON.stringify(lock)}\n`);
  const { code, err } = await bench.run([...apply, "--wait", "60", "--timeout", "1"]);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("[run/timeout]") });
  expect(bench.emulator.emulator.log).toEqual([]);
});
