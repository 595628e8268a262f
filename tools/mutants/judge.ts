import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Mutant } from "./mutant.ts";
import type { Placed } from "./place.ts";

export interface Verdict {
  readonly mutant: Mutant;
  /** The test files that failed, or those that never ended. undefined: the mutant survived. */
  readonly killedBy: readonly string[] | undefined;
}

/** Random worlds that the laws draw here, as a share of their usual number. */
const lawShare = "0.1";
const slowestRunMs = 600_000;
/** A test that takes long because the machine is busy has seen nothing. */
const slowestTestMs = 120_000;
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

/** Judges mutants in copies of the sources. `close` removes the copies. */
export class Judge {
  readonly #root: string;
  readonly #homes: string[] = [];
  readonly #unmutated = new Map<string, Promise<boolean>>();
  #reference: Promise<string> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** A copy of the sources in which one mutant at a time is judged. */
  async openHome(): Promise<string> {
    const home = await mkdtemp(join(tmpdir(), "docsform-mutants-"));
    this.#homes.push(home);
    for (const name of copied) await cp(join(this.#root, name), join(home, name), { recursive: true });
    await symlink(join(this.#root, "node_modules"), join(home, "node_modules"), "dir");
    return home;
  }

  async close(): Promise<void> {
    await Promise.all(this.#homes.map((home) => rm(home, { recursive: true, force: true })));
  }

  /** Runs the tests of the mutant, and then one after another what else may see it. */
  async judge(home: string, placed: Placed, lastResort: readonly string[]): Promise<Verdict> {
    const { mutant, file, mutated } = placed;
    const path = join(home, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, mutated);
    try {
      for (const tests of [mutant.killedBy, ...lastResort.map((law) => [law])]) {
        const failed = await this.#failedOf(home, tests);
        if (failed === undefined) continue;
        await this.#checkUnmutated(failed);
        return { mutant, killedBy: failed };
      }
      return { mutant, killedBy: undefined };
    } finally {
      await writeFile(path, text);
    }
  }

  /** Tests that fail by themselves would kill every mutant. */
  async #checkUnmutated(files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (!this.#unmutated.has(file)) this.#unmutated.set(file, this.#passes(file));
      if (!(await this.#unmutated.get(file)))
        throw new Error(`${file} fails without a mutant, or never ends.`);
    }
  }

  async #passes(file: string): Promise<boolean> {
    this.#reference ??= this.openHome();
    return (await this.#failedOf(await this.#reference, [file])) === undefined;
  }

  /** The test files that failed; all of them where the run never ended or says nothing. undefined: all tests passed. */
  async #failedOf(home: string, files: readonly string[]): Promise<readonly string[] | undefined> {
    const report = join(home, "report.json");
    await rm(report, { force: true });
    const vitest = join(this.#root, "node_modules/vitest/vitest.mjs");
    const limits = ["--bail=1", "--maxWorkers=1", `--testTimeout=${slowestTestMs}`];
    const output = ["--reporter=json", `--outputFile=${report}`];
    const child = spawn(process.execPath, [vitest, "run", ...limits, ...output, ...files], {
      cwd: home,
      env: { ...process.env, DOCSFORM_LAW_SHARE: lawShare },
      stdio: "ignore",
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), slowestRunMs);
    const code = await new Promise<number | null>((done) => child.once("close", done));
    clearTimeout(timer);
    if (code === 0) return undefined;
    const failed = await failedFiles(report, home);
    return failed.length > 0 ? failed : files;
  }
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

async function failedFiles(report: string, home: string): Promise<readonly string[]> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return [];
  const { testResults } = JSON.parse(text) as Report;
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(home, name));
}
