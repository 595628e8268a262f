import { spawn } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import {
  apply,
  canaryToken,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "../cli/workbench.ts";
import { builtPackage } from "../support/built.ts";
import { liveIds } from "../support/live-ids.ts";

const destroy = ["destroy", "--organization", organization];

let bench: Workbench;
afterEach(() => bench.close());

test.each([1, 2, 3])(
  "kill -9 of a destroy after %i deletes: nothing is recreated, and the next destroy continues",
  async (deletes) => {
    await killedAfter(deletes);
    const left = alive();
    expect(left.length).toBeGreaterThan(0);
    await bench.checkDone(["unlock"]);
    const back = await bench.run(apply);
    expect(back.code, back.out + back.err).toBe(4);
    expect(back.out).toContain("[guard/destroy-interrupted]");
    expect(back.out).toContain("--allow-recreate");
    expect(alive()).toEqual(left);
    await bench.checkDone(destroy);
    expect(alive()).toEqual([]);
  },
);

/** A separate process destroys the applied layout, and is killed after this many deletes. */
async function killedAfter(deletes: number): Promise<void> {
  let kill = () => {};
  bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: systemClock,
    random: Math.random,
    observe: () => {
      const { log } = bench.emulator.emulator;
      if (log.filter(({ method }) => method === "DELETE").length === deletes) kill();
    },
  });
  await bench.checkDone(apply);
  const { program } = await builtPackage();
  const child = spawn(process.execPath, [program, ...destroy, "--concurrency", "1"], {
    cwd: bench.files.folder,
    env: { ...process.env, DOCSFORM_BASE_URL: bench.emulator.url, DOCSFORM_TOKEN: canaryToken },
    stdio: "ignore",
  });
  kill = () => child.kill("SIGKILL");
  const signal = await new Promise((resolve) => child.on("exit", (_code, by) => resolve(by)));
  expect(signal).toBe("SIGKILL");
}

function alive(): readonly string[] {
  return Object.values(liveIds(bench.emulator.emulator)).flat();
}
