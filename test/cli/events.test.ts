import * as fs from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterEach, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { eventOfCall } from "../../src/report/events/emit-call.ts";
import { eventJsonSchema } from "../../src/report/events/event-schema.ts";
import { eventShapes, type RunEvent } from "../../src/report/events/events.ts";
import { lineOf } from "../../src/report/events/line.ts";
import type { FileSystem } from "../../src/state/file-system.ts";
import {
  apply,
  type CommandResult,
  jumpingClock,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "./workbench.ts";

// Each line of `--events` matches the schema, is written as it happens, and contains no secret.

const events = "events.ndjson";
const followed = ["--events", events];

let bench: Workbench | undefined;
afterEach(() => bench?.close());

interface Opened extends Pick<Workbench, "files" | "emulator"> {
  readonly run: (...given: Parameters<Workbench["run"]>) => Promise<CommandResult>;
}

async function open(observe?: (text: string) => void, clock = jumpingClock()): Promise<Opened> {
  const opened = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock,
    random: Math.random,
    ...(observe !== undefined && { observe: (files) => observe(files.read(events) ?? "") }),
  });
  bench = opened;
  return { files: opened.files, emulator: opened.emulator, run: (...given) => opened.run(...given) };
}

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const [strict, published] = [ajv.compile(eventJsonSchema("strict")), ajv.compile(eventJsonSchema())];

/** The parsed lines. Each must match the schema. */
function linesOf(text = ""): readonly RunEvent[] {
  expect(text).toMatch(/\n$/u);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const value = JSON.parse(line) as RunEvent;
      expect(published(value), `${line}\n${ajv.errorsText(published.errors)}`).toBe(true);
      expect(strict(value), `${line}\n${ajv.errorsText(strict.errors)}`).toBe(true);
      return value;
    });
}

function kindsOf(text = ""): readonly string[] {
  return linesOf(text).map(({ kind }) => kind);
}

/** Events that few runs have. */
const rareEvents: readonly RunEvent[] = [
  eventOfCall({ kind: "retry", operation: "getSpace", attempt: 1, delayMs: 5, reason: "429" }),
  eventOfCall({ kind: "waited", waitedMs: 12 }),
  eventOfCall({ kind: "list-incomplete", operation: "listSpaces", expected: 3, received: 2 }),
  { kind: "waiting-for-lock", lockedBy: "process 7" },
  { kind: "waiting", waitMs: 5000 },
  { kind: "recovered", address: "space.guides", id: "s1" },
  { kind: "note", code: "apply/undeclared-change", address: "space.guides", message: "It is." },
  { kind: "warning", diagnostic: { severity: "warning", code: "layout/x", message: "It is." } },
];

/** Applies the layout while the service loses the response to a create, and reads show nothing of it. */
async function applyWithLostResponse({ files, emulator, run }: Opened): Promise<readonly RunEvent[]> {
  emulator.emulator.faults.add({ on: { operation: "createSite" }, fault: { kind: "truncate" } });
  emulator.emulator.faults.add({
    on: { method: "read", times: "always" },
    fault: { kind: "stale-reads", ms: 60_000 },
  });
  await run([...apply, ...followed]);
  emulator.emulator.faults.clear();
  return linesOf(files.read(events));
}

describe("each line matches the schema", () => {
  test("each declared event occurs, and each run has its start and its end", async () => {
    const seen = new Set<string>(rareEvents.map(({ kind }) => kind));
    const opened = await open();
    const { files, emulator, run } = opened;
    const { faults, service } = emulator.emulator;
    const retitle = (title: string) =>
      emulator.emulator.edit(
        "updateSpaceById",
        { spaceId: service.list("space").find((each) => each["title"] === "Guides")?.id ?? "" },
        { title },
      );
    const lives: readonly (readonly [args: readonly string[], before?: () => unknown])[] = [
      [["plan"]],
      [
        [...apply],
        () => faults.add({ on: { operation: "createSpace", times: 1 }, fault: { kind: "drop-after" } }),
      ],
      [["drift"], () => retitle("Ours")],
      [["plan"], () => files.write("docsform.yaml", smallLayout.replace("Guides,", "Mine,"))],
      [[...apply, "--overwrite-live"]],
      [["accept", "--yes"], () => files.write("docsform.yaml", smallLayout)],
      [["pull", "--organization", organization]],
      [["destroy"]],
      [
        ["destroy", "--organization", organization],
        () =>
          faults.add({
            on: { operation: "deleteSiteById", times: 1 },
            fault: { kind: "error-before", status: 400 },
          }),
      ],
      [["destroy", "--organization", organization]],
      [["apply"]],
      [["plan", "-f", "nowhere.yaml"]],
    ];
    for (const [args, before] of lives) {
      before?.();
      const { code, err } = await run([...args, ...followed]);
      const lines = linesOf(files.read(events));
      for (const { kind } of lines) seen.add(kind);
      expect(lines[0], args.join(" ")).toMatchObject({
        kind: "run-started",
        command: args[0],
        version: "1.2.3",
      });
      expect(lines.at(-1), `${args.join(" ")}\n${err}`).toMatchObject({ kind: "run-ended", exitCode: code });
    }
    for (const { kind } of await applyWithLostResponse(opened)) seen.add(kind);
    const declared = eventShapes.map(({ shape }) => shape.kind.value);
    expect(declared.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  test("a permitted guard is marked", async () => {
    const { files, run } = await open();
    await run(apply);
    files.write("docsform.yaml", smallLayout.replace(/ +- \{ section: API.*\n/u, ""));
    for (const [flags, permitted] of [
      [[], false],
      [["--allow-deletes"], true],
    ] as const) {
      await run(["plan", ...flags, ...followed]);
      const guards = linesOf(files.read(events)).filter(({ kind }) => kind === "guard");
      expect(guards).toContainEqual(expect.objectContaining({ code: "guard/deletes", permitted }));
    }
  });

  test("reports waits, retries and failed calls of the client", () => {
    expect(linesOf(rareEvents.map((event) => lineOf(event, 0)).join(""))).toMatchObject(rareEvents);
  });

  test("a lost response is unknown", async () => {
    const opened = await open();
    const { files, run } = opened;
    const kinds = (await applyWithLostResponse(opened)).map(({ kind }) => kind);
    expect(kinds).toContain("node-unknown");
    await run([...apply, ...followed]);
    const lines = linesOf(files.read(events));
    expect(lines).toContainEqual(expect.objectContaining({ kind: "recovered", address: "site.docs" }));
  });
});

test("writes whole lines at once: a killed run leaves its events", async () => {
  const texts: string[] = [];
  const { run } = await open((text) => texts.push(text));
  expect((await run([...apply, ...followed])).code).toBe(0);
  for (const text of texts) expect(text).toMatch(/^$|\n$/u);
  const reported = texts.map((text) => (text === "" ? [] : kindsOf(text)));
  expect(reported.findIndex((kinds) => kinds.includes("node-started"))).toBeGreaterThan(0);
  expect(reported.some((kinds) => kinds.includes("node-done") && !kinds.includes("applied"))).toBe(true);
});

describe("events on stdout", () => {
  test("writes only events to stdout, and text to stderr", async () => {
    const { run } = await open();
    const { code, out, err } = await run([...apply, "--events", "-"]);
    expect(code).toBe(0);
    expect(kindsOf(out)).toContain("applied");
    expect(err).toContain("Done: the service matches the layout.");
  });

  test("--json cannot share stdout with events", async () => {
    const { emulator, run } = await open();
    const ran = await run(["plan", "--json", "--events", "-"]);
    expect([ran.code, ran.out]).toEqual([64, expect.stringContaining("cli/wrong-usage")]);
    expect(emulator.emulator.log).toEqual([]);
  });
});

describe("a file with errors", () => {
  test.each(["docsform.yaml", "notes.txt"])(
    "%s contains something else, and is not replaced",
    async (path) => {
      const { files, emulator, run } = await open();
      files.write("notes.txt", "Mine.");
      const before = files.read(path);
      const ran = await run(["plan", "--events", path]);
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("[cli/other-file]")]);
      expect(files.read(path)).toBe(before);
      expect(emulator.emulator.log).toEqual([]);
    },
  );

  test("a file that cannot be opened ends the run before its first call", async () => {
    const { files, emulator, run } = await open();
    files.write("file", "");
    const ran = await run([...apply, "--events", "file/events.ndjson"]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("[disk/not-written]")]);
    expect(emulator.emulator.log).toEqual([]);
  });

  test("a full disk does not stop the run, and exit 1 says that lines are missing", async () => {
    const { files, run } = await open();
    const full = filesBelow(files.folder, fullAfter(2000, files.full(events)));
    const ran = await run([...apply, ...followed], { files: full });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("some events were not written:");
    expect(ran.err).toContain("no space left on the disk");
    expect(ran.out).toContain("Done: the service matches the layout.");
    const left = files.read(events) ?? "";
    expect(left.length).toBeGreaterThan(1000);
    expect(kindsOf(left)).not.toContain("run-ended");
    expect((await run(["plan", "--detailed-exitcode"])).code).toBe(0);
  });

  test("a worse exit code stays", async () => {
    const { files, emulator, run } = await open();
    emulator.emulator.faults.add({
      on: { operation: "createSite", times: "always" },
      fault: { kind: "error-before", status: 400 },
    });
    const full = filesBelow(files.folder, fullAfter(2000, files.full(events)));
    expect((await run([...apply, ...followed], { files: full })).code).toBe(3);
  });
});

test("a pipe receives events like a file", async () => {
  const { files, run } = await open(undefined, systemClock);
  const { execFileSync, spawn } = await import("node:child_process");
  const path = files.full("pipe");
  execFileSync("mkfifo", [path]);
  const reader = spawn("cat", [path]);
  let text = "";
  reader.stdout.on("data", (data: Buffer) => {
    text += data.toString();
  });
  const ended = new Promise((resolve) => reader.on("close", resolve));
  expect((await run(["plan", "--events", "pipe"])).code).toBe(0);
  await ended;
  expect(kindsOf(text).at(-1)).toBe("run-ended");
});

/** The machine's file system. One file accepts only this many bytes. */
function fullAfter(most: number, path: string): FileSystem {
  let full: number | undefined;
  let used = 0;
  const openSync: FileSystem["openSync"] = (...args) => {
    const file = fs.openSync(...args);
    if (args[0] === path) full = file;
    return file;
  };
  const writeSync = (file: number, bytes: Uint8Array): number => {
    if (file !== full) return fs.writeSync(file, bytes);
    const part = bytes.subarray(0, Math.max(0, most - used));
    if (part.length === 0) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    used += part.length;
    return fs.writeSync(file, part);
  };
  return { ...fs, openSync, writeSync: writeSync as FileSystem["writeSync"] };
}
