import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mutants } from "./mutants/all.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { type Placed, placeAll } from "./mutants/place.ts";

// Switches each rule off, in a copy of the sources, and wants the tests to see it. Not a part of `npm test`.
// `mutants/mutant.ts` says how a rule is written down. Words choose: the mutants whose rule or file holds one of them. `--no-laws`
// asks the directed tests alone; `--places` only whether every rule still stands in the sources.

const { positionals: words, values: flags } = parseArgs({
  allowPositionals: true,
  options: { "no-laws": { type: "boolean", default: false }, places: { type: "boolean", default: false } },
});
/** Where the directed tests see nothing, random worlds may; a mutant that survives these too has survived. */
const lastResort = flags["no-laws"] ? [] : ["test/laws/calm.test.ts", "test/laws/storm.test.ts"];
const lawShare = "0.1";
const workers = 2;
const slowestMs = 600_000;
/** A test that takes long because the machine is busy has seen nothing. */
const slowestTestMs = 120_000;
const root = resolve(import.meta.dirname, "..");
const copied = [
  "src",
  "test",
  "tools",
  "examples",
  "docs",
  "schema",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

interface Verdict {
  readonly mutant: Mutant;
  readonly killedBy: string | undefined;
}

let lawsPass: Promise<boolean> | undefined;
const placed = await placeAll(root, mutants);
if (flags.places) process.exit(0);
const chosen = placed.filter(
  ({ mutant, file }) =>
    words.length === 0 || words.some((word) => mutant.rule.includes(word) || file.includes(word)),
);
if (chosen.length === 0) throw new Error(`No mutant has ${words.join(" or ")} in its rule or file.`);
const homes = await Promise.all(Array.from({ length: workers }, copyOfSources));
try {
  await checkUnmutated(homes[0] as string);
  const verdicts = await judgeAll();
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined);
  console.log(`mutants: ${verdicts.length - survivors.length} killed, ${survivors.length} survived`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })));
}

async function copyOfSources(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "docsform-mutants-"));
  for (const name of copied) await cp(join(root, name), join(home, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(home, "node_modules"), "dir");
  return home;
}

/** Tests that fail by themselves would kill every mutant. */
async function checkUnmutated(home: string): Promise<void> {
  const files = [...new Set(chosen.flatMap(({ mutant }) => mutant.killedBy))];
  for (const file of files)
    if (await fails(home, [file])) throw new Error(`${file} fails without a mutant, or never ends.`);
}

/** The same of the laws, asked only when a mutant comes to them. */
async function checkLaws(): Promise<void> {
  lawsPass ??= copyOfSources().then(async (home) => {
    homes.push(home);
    return !(await fails(home, lastResort));
  });
  if (!(await lawsPass)) throw new Error("The laws fail without a mutant.");
}

async function judgeAll(): Promise<readonly Verdict[]> {
  const open = [...chosen];
  const verdicts: Verdict[] = [];
  const work = async (home: string) => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { mutant } = next;
      const killedBy = await judge(home, next);
      verdicts.push({ mutant, killedBy });
      console.log(
        killedBy === undefined ? `SURVIVED  ${mutant.rule}` : `killed    ${mutant.rule} (${killedBy})`,
      );
    }
  };
  await Promise.all(homes.slice(0, workers).map(work));
  return verdicts;
}

/** The tests that see the mutant; undefined when none does. */
async function judge(home: string, { mutant, file, mutated }: Placed): Promise<string | undefined> {
  const path = join(home, file);
  const text = await readFile(path, "utf8");
  await writeFile(path, mutated);
  try {
    if (await fails(home, mutant.killedBy)) return mutant.killedBy.join(" ");
    if (lastResort.length > 0) await checkLaws();
    for (const law of lastResort) if (await fails(home, [law])) return law;
    return undefined;
  } finally {
    await writeFile(path, text);
  }
}

/** Whether one of the tests fails, or never ends. */
async function fails(home: string, files: readonly string[]): Promise<boolean> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", "--bail=1", "--maxWorkers=1", `--testTimeout=${slowestTestMs}`, ...files],
    {
      cwd: home,
      env: { ...process.env, DOCSFORM_LAW_SHARE: lawShare },
      stdio: "ignore",
    },
  );
  const timer = setTimeout(() => child.kill("SIGKILL"), slowestMs);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  clearTimeout(timer);
  return code !== 0;
}
