import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apply, benchOfTest, canaryToken, openWorkbench, smallLayout } from "../cli/workbench.ts";
import { someOf } from "../support/laws.ts";

// With invalid files, each command ends quickly and with a code, and never reports a defect of docsform.

/** The time limit on two busy cores. Without docsform's limits, these inputs take all memory or never end. */
const slowestMs = 60_000;

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

const at = (path: string) => bench.files.full(path);
const link = (path: string, to: string) => symlinkSync(to, at(path));
const pipe = (path: string) => spawnSync("mkfifo", [at(path)]);
const nested = (depth: number, before = "", after = "") =>
  `${before}${"[".repeat(depth)}${"]".repeat(depth)}${after}`;
const head = smallLayout.split("\n").slice(0, 2).join("\n");
const state = "docsform.state.json";

interface World {
  readonly what: string;
  readonly make: () => void;
  readonly args?: readonly string[];
  readonly code: string;
}

const worlds: readonly World[] = [
  {
    what: "a layout that is a cycle of links",
    make: () => {
      link("a.yaml", "b.yaml");
      link("b.yaml", "a.yaml");
    },
    args: ["--file", "a.yaml"],
    code: "disk/not-read",
  },
  {
    what: "a folder with a cycle of links in it",
    make: () => {
      mkdirSync(at("folder"));
      link("folder/a.yaml", "a.yaml");
    },
    args: ["--file", "folder"],
    code: "disk/not-read",
  },
  {
    what: "a folder that has itself as a layout",
    make: () => {
      mkdirSync(at("folder"));
      link("folder/a.yaml", ".");
    },
    args: ["--file", "folder"],
    code: "disk/not-read",
  },
  {
    what: "a file of a secret that is a cycle of links",
    make: () => {
      link("loop", "loop");
      bench.files.write("docsform.yaml", `${smallLayout}openapi: { o: { source: { text: !file loop } } }\n`);
    },
    code: "layout/unreadable-file",
  },
  {
    what: "a layout that is a pipe which nothing writes to",
    make: () => pipe("pipe.yaml"),
    args: ["--file", "pipe.yaml"],
    code: "disk/not-read",
  },
  { what: "a state that is a pipe", make: () => pipe(state), code: "disk/not-" },
  { what: "a state that is a cycle of links", make: () => link(state, state), code: "disk/" },
  { what: "a state that is a folder", make: () => mkdirSync(at(state)), code: "disk/not-" },
  {
    what: "a journal that is a pipe",
    make: () => {
      mkdirSync(at(".docsform"));
      pipe(".docsform/docsform.jsonl");
    },
    code: "disk/not-",
  },
  {
    what: "a journal that leads to a device without an end",
    make: () => {
      mkdirSync(at(".docsform"));
      link(".docsform/docsform.jsonl", "/dev/zero");
    },
    code: "disk/",
  },
  {
    what: "a state that is nested 5,000 deep",
    make: () => bench.files.write(state, nested(5000)),
    code: "apply/bad-state",
  },
  {
    what: "a state with a value that is nested 5,000 deep",
    make: () => {
      const before = `{"docsformState":2,"organization":"Qm3vT8xLz1","salt":"00","objects":{"space.api":{"id":"x","applied":{"title":`;
      bench.files.write(state, nested(5000, before, "}}}}"));
    },
    code: "apply/bad-state",
  },
  {
    what: "a saved plan that is nested 5,000 deep",
    make: () => bench.files.write("plan.json", nested(5000, '{"docsformPlan":3,"steps":', "}")),
    args: ["plan.json"],
    code: "cli/not-a-plan",
  },
  {
    what: "variables that stand for 1.6 GB",
    make: () => {
      const texts = Array.from(
        { length: 40 },
        (_, index) => `  s${index}: { title: "${"${v}".repeat(400)}" }\n`,
      );
      bench.files.write(
        "docsform.yaml",
        `${head}\nvariables: { v: ${"x".repeat(100_000)} }\nspaces:\n${texts.join("")}`,
      );
    },
    code: "layout/too-much",
  },
  {
    what: "aliases that stand for 1.6 GB",
    make: () => {
      const texts = Array.from({ length: 400 }, (_, index) => `  o${index}: { source: { text: *t } }\n`);
      bench.files.write(
        "docsform.yaml",
        `${head}\nx-t: &t ${"x".repeat(4_000_000)}\nopenapi:\n${texts.join("")}`,
      );
    },
    code: "layout/too-many-aliases",
  },
];

describe.each(worlds)("$what", ({ what, make, args = [], code }) => {
  const commands = args[0] === "plan.json" ? [["apply", "--yes"]] : [["plan"], ["apply", "--yes"], ["drift"]];
  test.each(someOf(commands, (command) => `${what} ${command.join(" ")}`))(
    "ends %s quickly, with a code",
    async (...command) => {
      make();
      const before = bench.emulator.emulator.service.list("space");
      const start = performance.now();
      const { code: exit, out, err } = await bench.run([...command, ...args]);
      expect(performance.now() - start).toBeLessThan(slowestMs);
      expect(exit, out + err).toBe(1);
      expect(err).toContain(code);
      expect(err).not.toContain("bug in docsform");
      expect(err.length).toBeLessThan(20_000);
      expect(bench.emulator.emulator.service.list("space"), "nothing was written").toEqual(before);
    },
    120_000,
  );
});

test.each([
  { what: "a layout", args: ["plan", "--file", "pipe.yaml"], path: "pipe.yaml" },
  { what: "a state", args: ["plan"], path: state },
  { what: "a journal", args: ["plan"], path: ".docsform/docsform.jsonl" },
  { what: "a saved plan", args: ["apply", "--yes", "pipe.json"], path: "pipe.json" },
])("a pipe without a writer as $what is an error with a remedy", async ({ args, path }) => {
  mkdirSync(at(".docsform"));
  pipe(path);
  const { code, err } = await bench.run(args);
  expect({ code, err }).toEqual({
    code: 1,
    err: `Error: docsform cannot read ${at(path)}: no data comes through this pipe. [disk/not-read]\n  Name a file, or write to the pipe.\n`,
  });
});

test("reads a pipe with a writer as a layout", async () => {
  pipe("pipe.yaml");
  const { spawn } = await import("node:child_process");
  const writer = spawn("sh", ["-c", `sleep 0.1; cat ${at("docsform.yaml")} > ${at("pipe.yaml")}`]);
  const ended = new Promise((resolve) => writer.once("close", resolve));
  const { code, err } = await bench.run(["validate", "--file", "pipe.yaml"]);
  await ended;
  expect(code, err).toBe(0);
});

test("each command that uses a token file that others may read warns about it", async () => {
  bench.files.write("token", `${canaryToken}\n`);
  chmodSync(at("token"), 0o644);
  const reported = async () => (await bench.run(["plan", "--token-file", "token"])).err;
  expect(await reported()).toContain("cli/open-token-file");
  chmodSync(at("token"), 0o600);
  expect(await reported()).not.toContain("cli/open-token-file");
  chmodSync(at("token"), 0o644);
  const applied = await bench.checkDone([...apply, "--token-file", "token"]);
  expect(applied.err).not.toContain(canaryToken);
});

test("doctor reports a token file that others may read", async () => {
  bench.files.write("token", `${canaryToken}\n`);
  const asked = ["doctor", "--token-file", "token"];
  const words = "token contains the token, and other users of this machine can read it.";
  chmodSync(at("token"), 0o644);
  const open = await bench.checkDone(asked);
  expect(open.out).toContain(`warn  token: ${words}\n      Make it private: chmod 600 token.\n`);
  chmodSync(at("token"), 0o600);
  expect((await bench.run(asked)).out).not.toContain(words);
});
