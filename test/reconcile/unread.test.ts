import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../src/http/system-clock.ts";
import { canaryToken, openWorkbench, smallLayout, type Workbench } from "../cli/workbench.ts";

// Who reads only the first line of what a run prints takes nothing away from the run: all of it is done.

const executable = fileURLToPath(new URL("../../src/bin/docsform.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

let bench: Workbench | undefined;
afterEach(() => bench?.close());

/** What a shell says of this line, in which docsform is the program. */
function shell({ files, emulator }: Workbench, line: string): Promise<string> {
  const script = `docsform() { "${process.execPath}" --import "${tsx}" "${executable}" "$@"; }\n${line}\n`;
  const environment = {
    DOCSFORM_BASE_URL: emulator.url,
    DOCSFORM_TOKEN: canaryToken,
    DOCSFORM_GENERATION: "current",
  };
  const child = spawn("bash", ["-c", script], {
    cwd: files.folder,
    env: { ...process.env, ...environment },
  });
  let said = "";
  child.stdout.on("data", (data: Buffer) => {
    said += data.toString();
  });
  return new Promise((resolve) => child.on("close", () => resolve(said)));
}

test.each(["", "--events -", "--verbose 2>&1"])("apply %s | head -1 is done whole", async (flags) => {
  bench = await openWorkbench({ "docs.yaml": smallLayout }, "current", {
    clock: systemClock,
    random: Math.random,
  });
  const apply = `docsform apply --yes --concurrency 1 --horizon-ms 0 ${flags}`;
  const said = await shell(bench, `${apply} | head -1 | wc -l; echo "\${PIPESTATUS[0]}"`);
  expect(said.trim().split(/\s+/u)).toEqual(["1", "0"]);
  const { code, out } = await bench.run(["plan", "--detailed-exitcode", "--horizon-ms", "0"]);
  expect([code, out]).toEqual([0, expect.stringContaining("is as declared.")]);
});

test("of a list that nobody reads on, no more pages are asked for", async () => {
  bench = await openWorkbench();
  const { emulator } = bench.emulator;
  for (let at = 0; at < 120; at += 1)
    emulator.edit("createSpace", { organizationId: emulator.organizationId }, { title: `S${at}` });
  const said = await shell(
    bench,
    `DOCSFORM_ORGANIZATION=${emulator.organizationId} docsform call spaces list --all --limit 10 | head -1 | wc -l`,
  );
  expect(said.trim()).toBe("1");
  const pages = emulator.log.filter(({ operation }) => operation === "listSpacesInOrganizationById");
  expect(pages.length).toBeLessThan(12);
});
