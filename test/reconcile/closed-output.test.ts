import { spawn } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { canaryToken, openWorkbench, smallLayout, type Workbench } from "../cli/workbench.ts";
import { builtPackage } from "../support/built.ts";
import { someOf } from "../support/laws.ts";

// A reader that closes the output after its first line does not stop the run.

let bench: Workbench | undefined;
afterEach(() => bench?.close());

/** Runs a shell line with a function `docsform`, and returns its output. */
async function shell({ files, emulator }: Workbench, line: string): Promise<string> {
  const { program } = await builtPackage();
  const script = `docsform() { "${process.execPath}" "${program}" "$@"; }\n${line}\n`;
  const environment = {
    DOCSFORM_BASE_URL: emulator.url,
    DOCSFORM_TOKEN: canaryToken,
  };
  const child = spawn("bash", ["-c", script], {
    cwd: files.folder,
    env: { ...process.env, ...environment },
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += data.toString();
  });
  return await new Promise((resolve) => child.on("close", () => resolve(printed)));
}

test.each(someOf(["", "--events -", "--verbose 2>&1"], String))(
  "apply %s | head -1 completes",
  async (flags) => {
    bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
      clock: systemClock,
      random: Math.random,
    });
    const apply = `docsform apply --yes --concurrency 1 ${flags}`;
    const printed = await shell(bench, `${apply} | head -1 | wc -l; echo "\${PIPESTATUS[0]}"`);
    expect(printed.trim().split(/\s+/u)).toEqual(["1", "0"]);
    const { code, out } = await bench.run(["plan", "--detailed-exitcode"]);
    expect([code, out]).toEqual([0, expect.stringContaining("matches the layout.")]);
  },
);

test("a list that is no longer read fetches no more pages", async () => {
  bench = await openWorkbench();
  const { emulator } = bench.emulator;
  for (let at = 0; at < 120; at += 1)
    emulator.edit("createSpace", { organizationId: emulator.organizationId }, { title: `S${at}` });
  const printed = await shell(
    bench,
    `DOCSFORM_ORGANIZATION=${emulator.organizationId} docsform call spaces list --all --limit 10 | head -1 | wc -l`,
  );
  expect(printed.trim()).toBe("1");
  const pages = emulator.log.filter(({ operation }) => operation === "listSpacesInOrganizationById");
  expect(pages.length).toBeLessThan(12);
});

describe("output that cannot be printed stops nothing, and is reported", () => {
  // Writing to a descriptor that is open only for reading fails on every machine, as on a full disk.
  const lost = "1</dev/null";
  const reported = "stdout cannot be written: it is not open for this operation (EBADF). [disk/not-written]";
  const apply = "apply --yes";

  const real = () =>
    openWorkbench({ "docsform.yaml": smallLayout }, "current", { clock: systemClock, random: Math.random });

  const runs = ["", "--json", "--verbose", "--events -", "--events e"].map((flag) => `${apply} ${flag}`);
  test.each(someOf(runs, (command) => command))("%s", async (command) => {
    bench = await real();
    const printed = await shell(bench, `docsform ${command} 2>&1 ${lost}; echo "ended $?"`);
    expect(printed).toContain(reported);
    expect(printed).not.toMatch(/^ +at .*:\d+:\d+|bug in docsform/mu);
    expect(printed).toMatch(/ended 1$/mu);
    const events = bench.files.read("e") ?? '"exitCode":1}';
    expect(events.trim()).toMatch(/"exitCode":1\}$/u);
    const { code, out } = await bench.run(["plan", "--detailed-exitcode"]);
    expect([code, out]).toEqual([0, expect.stringContaining("matches the layout.")]);
    expect(bench.files.read("docsform.state.json")).toContain("collection.");
  });

  test.each(["plan --json", "plan --detailed-exitcode", "drift", "validate", "--version", "plan --help"])(
    "%s does not end as if its output were complete, even if stderr is full too",
    async (command) => {
      bench = await real();
      const printed = await shell(bench, `docsform ${command} 2>&1 ${lost}; echo "ended $?"`);
      expect(printed).toContain(reported);
      expect(printed).toMatch(/ended 1$/mu);
      const unheard = await shell(bench, `docsform ${command} 2</dev/null ${lost}; echo "ended $?"`);
      expect(unheard).toBe("ended 1\n");
    },
  );

  test("an error with its own exit code keeps it", async () => {
    bench = await real();
    expect(await shell(bench, `docsform plan --nothing ${lost} 2</dev/null; echo "ended $?"`)).toBe(
      "ended 64\n",
    );
    expect(await shell(bench, `docsform plan --detailed-exitcode 2</dev/null >answer; echo "ended $?"`)).toBe(
      "ended 2\n",
    );
  });
});
