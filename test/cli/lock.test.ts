import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { machineFiles } from "../../src/state/file-system.ts";
import {
  apply,
  benchOfTest,
  type CommandResult,
  openWorkbench,
  organization,
  smallLayout,
} from "./workbench.ts";

const bench = benchOfTest(() =>
  openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    // The age of a lock is measured between its file's time and the machine's clock.
    clock: systemClock,
    random: Math.random,
  }),
);

const lock = ".docsform/docsform.lock";

/** Writes the lock of another process, which was last alive at that time. */
function lockOfAnother(heardOfMsAgo: number): void {
  const at = new Date(Date.now() - heardOfMsAgo).toISOString();
  bench.files.write(
    lock,
    `${JSON.stringify({ docsformRunLock: 1, id: "another", lockedBy: "process 7 on runner-3", since: at, at })}\n`,
  );
}

test.each([
  { command: "apply", args: [...apply] },
  { command: "destroy", args: ["destroy", "--organization", organization] },
  { command: "pull", args: ["pull", "--organization", organization, "--out", "docsform.yaml", "--force"] },
])("$command sends nothing while another run applies the layout", async ({ args }) => {
  lockOfAnother(3000);
  const { code, err } = await bench.run(args);
  expect(code).toBe(1);
  expect(err).toContain("[run/locked]");
  expect(err).toContain("process 7 on runner-3");
  expect(err).toContain("--wait");
  expect(bench.emulator.emulator.log).toEqual([]);
});

test("plan and drift only read, and do not wait", async () => {
  lockOfAnother(3000);
  await bench.checkDone(["plan"]);
  expect((await bench.run(["drift"])).code).toBe(2);
});

test("the lock of a run that was killed a minute ago has no effect", async () => {
  lockOfAnother(61_000);
  await bench.checkDone([...apply]);
  expect(bench.files.read(lock)).toBeUndefined();
});

test("--wait waits until the other run ends, and says so", async () => {
  lockOfAnother(0);
  const waiting = bench.run([...apply, "--wait", "30"]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await bench.run(["unlock"])).out).toContain("Released the lock of process 7 on runner-3");
  const { code, err } = await waiting;
  expect(code).toBe(0);
  expect(err).toContain("Waiting for another run of this layout: process 7 on runner-3");
});

test.each([
  ["apply", [...apply]],
  ["destroy", ["destroy", "--organization", organization]],
  ["accept", ["accept", "--yes"]],
  ["import", ["import", "--found"]],
])("%s refuses a layout that changed while it waited", async (_, args) => {
  lockOfAnother(0);
  let waiting: Promise<CommandResult> | undefined;
  // A command reads the layout before it looks at the lock.
  await new Promise<void>((resolve) => {
    const lstatSync = ((path: string, options: { throwIfNoEntry: false }) => {
      if (path.endsWith(lock)) resolve();
      return machineFiles.lstatSync(path, options);
    }) as typeof machineFiles.lstatSync;
    const files = filesBelow(bench.files.folder, { ...machineFiles, lstatSync });
    waiting = bench.run([...args, "--wait", "30"], { files });
  });
  const layout = bench.files.read("docsform.yaml") ?? "";
  bench.files.write("docsform.yaml", `${layout}# Accepted by the other run.\n`);
  await bench.run(["unlock"]);
  const { code, err } = (await waiting) ?? { code: 0, err: "" };
  expect([code, err]).toEqual([1, expect.stringContaining("[cli/layout-changed]")]);
  expect(bench.emulator.emulator.log).toEqual([]);
  expect(bench.files.read(lock)).toBeUndefined();
});

test("unlock says if there is no lock", async () => {
  const { code, out } = await bench.run(["unlock", "--json"]);
  expect({ code, json: JSON.parse(out) as unknown }).toEqual({
    code: 0,
    json: { formatVersion: 1, released: false },
  });
});
