import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { environment } from "./support/executable.ts";

// Each case runs in its own process, so that cases do not share memory or compiled code. Arguments name the cases to run.
const cases = [
  "plan-unchanged",
  "plan-text",
  "create-many",
  "critical-path",
  "scaling",
  "growth",
  "startup",
  "constructs",
  "typed-client",
  "page",
  "terraform",
  "terraform-against",
  "terraform-executable",
];
// `--slack 1.5` makes all bounds half as wide again, for machines with other work.
const { values, positionals: wanted } = parseArgs({
  options: { slack: { type: "string", default: "1" } },
  allowPositionals: true,
});
const unknown = wanted.filter((name) => !cases.includes(name));
if (unknown.length > 0) throw new Error(`No case ${unknown.join(", ")}. There are: ${cases.join(", ")}.`);

const chosen = cases.filter((name) => wanted.length === 0 || wanted.includes(name));
// The folder is inside node_modules, so that the cases find their packages.
const folder = mkdtempSync(join("node_modules", ".bench-"));
try {
  // esbuild compiles the cases, as it compiles the package. A loader that compiles at run time adds code that keeps function names.
  buildSync({
    entryPoints: chosen.map((name) => `bench/cases/${name}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
  });
  const over = chosen.filter((name) => {
    const args = [join(folder, `${name}.mjs`)];
    return (
      spawnSync(process.execPath, args, {
        env: { ...environment, BENCH_SLACK: values.slack },
        stdio: "inherit",
      }).status !== 0
    );
  });
  console.log(over.length === 0 ? "\nAll bounds hold." : `\nOver a bound: ${over.join(", ")}.`);
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
