import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { machineFiles } from "../../src/state/file-system.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

const state = "docsform.state.json";
/** The message about a folder, a device or a pipe at the path of a file. */
const noFile = (tried: "read" | "written") =>
  `is a folder, a device or a pipe, and docsform reads and replaces whole files. [disk/not-${tried}]\n  Move away what is there, or name a file.`;
const requests = () => bench.emulator.emulator.log.length;

describe("tries its files before its first call", () => {
  const pull = ["pull", "--organization", organization];
  const noPlace =
    "cannot be written: it is a folder (EISDIR). [disk/not-written]\n  Move the folder away, or name another path with a flag.";
  test.each([
    { args: [...apply], path: state, message: noPlace },
    { args: [...apply], path: ".docsform/docsform.jsonl", message: noPlace },
    // No flag sets this path.
    { args: [...apply], path: ".docsform/docsform.lock", message: noFile("read") },
    { args: ["plan", "--out", "plan.json"], path: "plan.json", message: noPlace },
    { args: ["plan", "--comment", "plan.md"], path: "plan.md", message: noPlace },
    { args: [...pull, "--out", "pulled.yaml", "--force"], path: "pulled.yaml", message: noPlace },
    { args: ["emulator", "--dump", "dump.json"], path: "dump.json", message: noPlace },
  ])("$args, with a folder at $path", async ({ args, path, message }) => {
    mkdirSync(bench.files.full(path), { recursive: true });
    const { code, err } = await bench.run(args, { signal: AbortSignal.timeout(20_000) });
    expect({ code, err }).toEqual({ code: 1, err: `Error: ${bench.files.full(path)} ${message}\n` });
    expect(requests()).toBe(0);
  });

  test("a read-only disk", async () => {
    const full = () => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const files = filesBelow(bench.files.folder, { ...machineFiles, writeSync: full as never });
    for (const args of [[...apply], ["plan", "--out", "plan.json"]]) {
      const { code, err } = await bench.run(args, { files });
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringContaining("there is no space left on the disk (ENOSPC)") as string,
      });
    }
    expect(requests()).toBe(0);
    expect(readdirSync(bench.files.folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("plan writes nothing by itself, and works in a read-only folder", async () => {
    const never = () => {
      throw Object.assign(new Error("read-only"), { code: "EROFS" });
    };
    const files = filesBelow(bench.files.folder, {
      ...machineFiles,
      openSync: never as never,
      mkdirSync: never as never,
    });
    for (const command of ["plan", "drift"]) {
      const usual = await bench.run([command]);
      expect([0, 2]).toContain(usual.code);
      expect(await bench.run([command], { files })).toEqual(usual);
    }
  });
});

test.each([state, ".docsform/docsform.jsonl", ".docsform/docsform.lock", ".docsform"])(
  "refuses a link in place of %s, and names its target",
  async (path) => {
    if (path === ".docsform") mkdirSync(bench.files.full("elsewhere"));
    else {
      mkdirSync(bench.files.full(".docsform"), { recursive: true });
      writeFileSync(bench.files.full("elsewhere"), "");
    }
    symlinkSync(bench.files.full("elsewhere"), bench.files.full(path));
    if (path === state) writeFileSync(bench.files.full("elsewhere"), "{}");
    const { code, err } = await bench.run([...apply]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("[disk/link]") as string });
    expect(err).toContain(bench.files.full("elsewhere"));
    expect(requests()).toBe(0);
  },
);

// The umask of a new file would remove some of these permissions.
test.each([0o600, 0o666])("a file keeps its mode %o when it is replaced", async (mode) => {
  await bench.checkDone([...apply]);
  chmodSync(bench.files.full(state), mode);
  bench.files.write("docsform.yaml", smallLayout.replace("title: API }", "title: Interface }"));
  await bench.checkDone([...apply]);
  expect(bench.files.read(state)).toContain("Interface");
  expect(statSync(bench.files.full(state)).mode & 0o777).toBe(mode);
});

test.each([{ args: ["apply"] }, { args: ["destroy"] }])(
  "the end of the input at the question of $args writes nothing, and says so",
  async ({ args }) => {
    if (args[0] === "destroy") await bench.run([...apply]);
    const before = bench.emulator.emulator.log.filter(({ method }) => method !== "GET").length;
    const { code, err } = await bench.run(args, { endsInput: true });
    expect({ code, err }).toMatchObject({
      code: 130,
      err: expect.stringContaining("Nothing was written") as string,
    });
    expect(bench.emulator.emulator.log.filter(({ method }) => method !== "GET")).toHaveLength(before);
  },
);

test.each([
  { what: "the layout that is found", args: ["plan"], large: "docsform.yaml" },
  { what: "a layout that is named", args: ["validate", "-f", "large.yaml"], large: "large.yaml" },
  { what: "an app", args: ["validate", "large.tf.json"], large: "large.tf.json" },
  { what: "what may be a plan", args: ["apply", "large.json", "--yes"], large: "large.json" },
])("refuses a gigabyte unread: $what", async ({ args, large }) => {
  // A sparse file: its size is a gigabyte, but it uses no disk space.
  writeFileSync(bench.files.full(large), "");
  truncateSync(bench.files.full(large), 2 ** 30);
  const read: string[] = [];
  const readFileSync = ((path: string, ...how: readonly never[]) => {
    read.push(path);
    return machineFiles.readFileSync(path, ...how);
  }) as typeof machineFiles.readFileSync;
  const files = filesBelow(bench.files.folder, { ...machineFiles, readFileSync });
  const { code, err } = await bench.run(args, { files });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${large} has 1073741824 bytes`) as string,
  });
  expect(read.filter((path) => path.endsWith(large))).toEqual([]);
});

test.each([
  { manifest: "xx", message: "it lists no stacks" },
  { manifest: "{}", message: "it lists no stacks" },
  ...["../../../etc/hostname", "/etc/hostname", "stacks/../../docsform.yaml"].map((synthesizedStackPath) => ({
    manifest: JSON.stringify({ stacks: { acme: { name: "acme", synthesizedStackPath } } }),
    message: `names the stack file ${synthesizedStackPath}, which is outside of cdktf.out`,
  })),
])("reports a broken manifest of an app: $says", async ({ manifest, message }) => {
  bench.files.write("cdktf.out/manifest.json", manifest);
  const { code, err } = await bench.run(["validate", "-f", "cdktf.out"]);
  expect(code).toBe(1);
  expect(err.replace(/\s+/gu, " ")).toContain(
    `cdktf.out/manifest.json is broken: it ${message.replace(/^it /u, "")}`,
  );
});

describe("files that are not regular", () => {
  test.each([
    ["plan", "/dev/zero"],
    ["validate", "-f", "/dev/zero"],
    ["apply", "/dev/zero", "--yes"],
  ])("%s %s %s ends with a message for every size", async (...args) => {
    const { code, err } = await bench.run(args);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("[disk/too-large]") as string,
    });
    expect(err).toContain("/dev/zero has more than");
    expect(requests()).toBe(0);
  });

  test("a layout can come from a pipe", async () => {
    const pipe = bench.files.full("pipe");
    makePipe(pipe);
    const writer = spawn("sh", ["-c", `cat docsform.yaml >${pipe}`], { cwd: bench.files.folder });
    const { code, err } = await bench.run(["validate", "-f", pipe]);
    writer.kill();
    expect({ code, err }).toMatchObject({ code: 0, err: "" });
  });

  test.each(["plan --out pipe", "plan --comment pipe", "apply --yes --state pipe"])(
    "does not replace a pipe: %s",
    async (command) => {
      makePipe(bench.files.full("pipe"));
      const writer = spawn("sh", ["-c", `: >pipe`], { cwd: bench.files.folder });
      const { code, err } = await bench.run(command.split(" "));
      writer.kill();
      expect({ code, err }).toEqual({
        code: 1,
        err: `Error: ${bench.files.full("pipe")} ${noFile("written")}\n`,
      });
      expect(statSync(bench.files.full("pipe")).isFIFO()).toBe(true);
      expect(requests()).toBe(0);
    },
  );
});

function makePipe(path: string): void {
  const program = "mkfifo";
  execFileSync(program, [path]);
}
