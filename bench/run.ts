import { spawnSync } from "node:child_process";
import { environment } from "./support/executable.ts";

// Each case is a process of its own, so that none pays for the memory and the warmth of another. A name as argument runs
// that case alone.
const cases = ["plan-unchanged", "create-many", "critical-path", "startup", "terraform"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !cases.includes(name));
if (unknown.length > 0) throw new Error(`No case ${unknown.join(", ")}. There are: ${cases.join(", ")}.`);

const over = cases
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .filter((name) => {
    const args = ["--import", "tsx", `bench/cases/${name}.ts`];
    return spawnSync(process.execPath, args, { env: environment, stdio: "inherit" }).status !== 0;
  });
console.log(over.length === 0 ? "\nEvery bound holds." : `\nBeyond a bound: ${over.join(", ")}.`);
process.exitCode = over.length === 0 ? 0 : 1;
