import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { Fault, FaultTarget } from "../../src/emulator/faults.ts";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const layout = `docsform: 1
organization: ${organization}
spaces:
  guides: { title: Guides }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
`;

const faults: readonly Fault[] = [
  { kind: "drop-before" },
  { kind: "drop-after" },
  { kind: "truncate" },
  { kind: "error-before", status: 500 },
  { kind: "error-after", status: 502 },
  { kind: "error-before", status: 422 },
  { kind: "unauthorized" },
  { kind: "forbidden" },
];

/** A command that writes, and the live objects before it. */
interface Kind {
  readonly name: string;
  readonly command: readonly string[];
  readonly before: readonly (readonly string[])[];
  /** The command that continues the run. Undefined: the same command. */
  readonly again?: readonly string[];
  /** The command has the same effect each time, so no later run continues it. */
  readonly isOnce?: true;
}

const kinds: readonly Kind[] = [
  { name: "apply", command: apply, before: [] },
  {
    name: "apply of a saved plan",
    command: ["apply", "plan.json", "--yes"],
    before: [["plan", "--out", "plan.json"]],
    again: apply,
  },
  {
    name: "destroy",
    command: ["destroy", "--organization", organization],
    before: [apply],
  },
  {
    name: "call",
    command: ["call", "spaces", "create", "--title", "New", "--write", "--organization-id", organization],
    before: [],
    isOnce: true,
  },
];

async function runWell(bench: Workbench, command: readonly string[]): Promise<void> {
  const { code, out, err } = await bench.run(command);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${out}${err}`);
}

describe.each(kinds)("$name exits 3 exactly if it has sent a write and is not done", (kind) => {
  let bench: Workbench;
  let dump: StoreDump;
  let disk: readonly (readonly [path: string, text: string])[];
  let undisturbed: { readonly writes: number; readonly reads: number };
  beforeAll(async () => {
    bench = await openWorkbench({ "docsform.yaml": layout });
    for (const command of kind.before) await runWell(bench, command);
    dump = bench.emulator.emulator.dump();
    const kept = ["docsform.state.json", "plan.json"];
    disk = kept.flatMap((path) => {
      const text = bench.files.read(path);
      return text === undefined ? [] : [[path, text] as const];
    });
    const from = bench.emulator.emulator.log.length;
    await runWell(bench, kind.command);
    const log = bench.emulator.emulator.log.slice(from);
    const writes = log.filter(({ method }) => method !== "GET").length;
    undisturbed = { writes, reads: log.length - writes };
  });
  afterAll(() => bench.close());

  async function cut(
    on: FaultTarget,
    fault: Fault,
  ): Promise<{ code: number; writes: number; story: string }> {
    const { emulator } = bench.emulator;
    emulator.load(dump);
    emulator.faults.clear();
    for (const path of ["docsform.state.json", ".docsform"])
      bench.files.system.rmSync(bench.files.full(path), { recursive: true, force: true });
    for (const [path, text] of disk) bench.files.write(path, text);
    emulator.faults.add({ on, fault });
    const from = emulator.log.length;
    const { code, err, out } = await bench.run(kind.command);
    const writes = emulator.log.slice(from).filter(({ method }) => method !== "GET").length;
    return { code, writes, story: `${JSON.stringify({ on, fault })} ended with ${code}: ${out}${err}` };
  }

  /** Whether the command, run again without the fault, succeeds and writes nothing. Then the run was done. */
  async function isDone(): Promise<boolean> {
    const { emulator } = bench.emulator;
    emulator.faults.clear();
    if (kind.isOnce === true) return false;
    const from = emulator.log.length;
    const command = kind.again ?? kind.command;
    const { code } = await bench.run(command);
    return code === 0 && emulator.log.slice(from).every(({ method }) => method === "GET");
  }

  test.each(faults)("%j, at each write and after it", async (fault) => {
    const problems: string[] = [];
    for (let nth = 1; nth <= undisturbed.writes; nth += 1) {
      const { code, story } = await cut({ method: "write", nth, times: "always" }, fault);
      if (code !== 3 && !(code === 0 && (await isDone()))) problems.push(story);
    }
    expect(problems).toEqual([]);
  });

  test.each(faults.filter(({ kind }) => kind === "drop-before" || kind === "unauthorized"))(
    "%j, at each read and after it",
    async (fault) => {
      const problems: string[] = [];
      for (let nth = 1; nth <= undisturbed.reads; nth += 1) {
        const { code, writes, story } = await cut({ method: "read", nth, times: "always" }, fault);
        const expected = writes > 0 ? [3, 0] : [1];
        if (!expected.includes(code)) problems.push(`${writes} writes, ${story}`);
      }
      expect(problems).toEqual([]);
    },
  );
});
