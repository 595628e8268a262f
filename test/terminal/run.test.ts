import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, expect, test } from "vitest";
import { someOf } from "../support/laws.ts";
import { openBox, type TerminalBox } from "./box.ts";
import { ctrlC, endAll } from "./pty.ts";

// The built executable runs in a real terminal.

let box: TerminalBox;
afterEach(async () => {
  endAll();
  await box?.close();
});

/** How long a test waits for something that a run does. */
const patience = { timeout: 20_000, interval: 20 };
const spaces = 20;
const apply = "apply --yes --concurrency 2";
const question = /Type\s+yes\s+to\s+continue:/u;
const bar = /[█░]{8,}/u;

test.each(someOf([60, 200], String))(
  "a run at %i columns shows the current steps, the progress and the time",
  async (columns) => {
    box = await openBox(spaces, 400);
    const pty = box.run("apply --concurrency 2", { columns });
    const asked = await pty.waitFor(question);
    expect(asked).not.toMatch(bar);
    pty.type("yes\n");
    const midway = await pty.waitFor(
      /█+░+ {1,2}1\d\/20 in 0:0\d, about 0:0\d left\ncreate space[.]space-\d+, create space[.]space-\d+$/mu,
    );
    expect(midway).toMatch(/done {5} ?\d+\/20 create space[.]space-\d+/u);
    expect(midway).not.toContain("started");
    expect(await pty.ended).toBe(0);
    const end = await pty.lines();
    expect(end).not.toMatch(bar);
    expect(end).toContain("Done: the service matches the layout.");
    // A longer line would wrap, and docsform could not redraw the lines below it.
    expect(end.split("\n").filter((line) => line.startsWith("done"))).toHaveLength(spaces);
  },
);

test("the progress bar stays with every output", async () => {
  box = await openBox(spaces, 150);
  const pty = box.run(apply);
  expect(await pty.ended).toBe(0);
  // Between these marks, the terminal does not redraw.
  const updates = pty.pieces
    .join("")
    .split("\u001B[?2026h")
    .flatMap((piece) => piece.split("\u001B[?2026l").slice(0, 1));
  const first = updates.findIndex((update) => bar.test(update));
  const last = updates.findLastIndex((update) => bar.test(update));
  const shown = updates.slice(first, last).map((update) => stripVTControlCharacters(update).trim());
  expect(shown.length).toBeGreaterThan(spaces);
  expect(shown.filter((text) => text === "")).toEqual([]);
  expect(shown.filter((text) => text.includes("done ") && !bar.test(text))).toEqual([]);
});

test("shows a wait for a rate limit, with its length", async () => {
  box = await openBox(spaces, 20);
  const { faults } = box.emulator.emulator;
  const pty = box.run("apply --concurrency 2");
  await pty.waitFor(question);
  faults.add({
    on: { method: "write", times: 1 },
    fault: { kind: "rate-limit", headers: "retry-after", retryAfterSeconds: 3 },
  });
  pty.type("yes\n");
  const waiting = await pty.waitFor(/^Waiting \d s for the service's rate limit[.]$/mu);
  expect(waiting).toMatch(bar);
  expect(await pty.ended).toBe(0);
  expect(await pty.lines()).not.toContain("rate limit");
});

test("Ctrl-C waits for calls in flight, and the next run continues", async () => {
  box = await openBox(spaces, 150);
  const pty = box.run(apply);
  await pty.waitFor(/ [4-9]\/20 in/u);
  pty.type(ctrlC);
  await pty.waitFor("Stopping after the calls in flight. Press Ctrl-C again to stop at once.");
  expect(await pty.ended).toBe(130);
  const end = await pty.lines();
  expect(end).toContain("Interrupted. Run apply again to continue.");
  expect(end).toMatch(/20 steps: \d+ done, \d+ not tried[.]/u);
  expect(end).not.toMatch(bar);
  expect(await box.run(apply).ended).toBe(0);
  expect(titles()).toHaveLength(spaces);
});

test("Ctrl-C twice lists the calls in flight, and none of them creates a duplicate", async () => {
  box = await openBox(spaces, 150);
  const { faults } = box.emulator.emulator;
  faults.add({ on: { operation: "createSpace", nth: 5, times: 2 }, fault: { kind: "latency", ms: 4_000 } });
  const pty = box.run(apply);
  await pty.waitFor(/ [4-6]\/20 in 0:0[2-9]/u);
  pty.type(ctrlC);
  await pty.waitFor("Press Ctrl-C again to stop at once.");
  pty.type(ctrlC);
  expect(await pty.ended).toBe(130);
  const end = await pty.lines();
  expect(end).toMatch(
    /Stopped at once, after \d\/20 calls[.]\nThese calls were in flight[^:]* first:\n(?: {2}create space[.]space-\d+\n){1,2}docsform unlock releases this run's lock/u,
  );
  expect(end).not.toMatch(bar);
  faults.clear();
  expect(await box.run("unlock").ended).toBe(0);
  const next = box.run(apply);
  expect(await next.ended, await next.lines()).toBe(0);
  expect(titles()).toHaveLength(spaces);
  expect(new Set(titles()).size).toBe(spaces);
});

test.each(someOf(["SIGINT", "SIGTERM", "SIGHUP"] as const, String))(
  "%s waits for calls in flight too",
  async (signal) => {
    box = await openBox(spaces, 150);
    const run = box.start(apply);
    await expect.poll(() => titles().length, patience).toBeGreaterThanOrEqual(3);
    run.kill(signal);
    const [code] = (await once(run, "exit")) as [number | null];
    expect(code).toBe(130);
    expect(existsSync(join(box.folder, "docsform.state.json"))).toBe(true);
    const made = titles().length;
    expect(made).toBeLessThan(spaces);
    expect(await box.run(apply).ended).toBe(0);
    expect(new Set(titles()).size).toBe(titles().length);
  },
);

test("closing the terminal stops the run cleanly", async () => {
  box = await openBox(spaces, 150);
  const pty = box.run(apply);
  await pty.waitFor(/ [4-9]\/20 in/u);
  pty.close();
  await pty.ended;
  const isLocked = () => existsSync(join(box.folder, ".docsform/docsform.lock"));
  await expect.poll(isLocked, patience).toBe(false);
  expect(titles().length).toBeLessThan(spaces);
  expect(await box.run(apply).ended).toBe(0);
  expect(new Set(titles()).size).toBe(spaces);
});

test("Ctrl-C at the question writes nothing", async () => {
  box = await openBox(3);
  const pty = box.run("apply");
  await pty.waitFor(question);
  pty.type(ctrlC);
  expect(await pty.ended).toBe(130);
  expect(titles()).toEqual([]);
});

test("in CI a terminal gets lines with the progress, and nothing is redrawn", async () => {
  box = await openBox(3, 20);
  const pty = box.run(apply, { environment: { CI: "true" } });
  expect(await pty.ended).toBe(0);
  expect(await pty.lines()).toMatch(/^done {5}3\/3 create space[.]/mu);
  expect(pty.pieces.join("")).not.toContain("\u001B[?2026h");
});

test("--quiet prints nothing", async () => {
  box = await openBox(12, 150);
  const pty = box.run(`${apply} --quiet`);
  expect(await pty.ended).toBe(0);
  expect(pty.pieces.join("")).toBe("");
});

function titles(): readonly unknown[] {
  return box.emulator.emulator.service.list("space").map(({ title }) => title);
}
