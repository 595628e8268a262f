import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Mutant } from "./mutant.ts";
import type { Placed } from "./place.ts";

export interface Verdict {
  readonly mutant: Mutant;
  /** The test files that failed or did not end. undefined: the mutant survived. */
  readonly killedBy: readonly string[] | undefined;
}

/** The share of their random worlds that the laws draw here. */
const lawShare = "0.1";
const slowestRunMs = 600_000;
/** So long that no test fails only because the machine is busy. */
const slowestTestMs = 120_000;
const copiedPaths = [
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
  readonly #copies: string[] = [];
  readonly #unmutated = new Map<string, Promise<boolean>>();
  #reference: Promise<string> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** A copy of the sources in which one mutant at a time is judged. */
  async openCopy(): Promise<string> {
    const copy = await mkdtemp(join(tmpdir(), "docsform-mutants-"));
    this.#copies.push(copy);
    for (const name of copiedPaths) await cp(join(this.#root, name), join(copy, name), { recursive: true });
    await symlink(join(this.#root, "node_modules"), join(copy, "node_modules"), "dir");
    return copy;
  }

  async close(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => rm(copy, { recursive: true, force: true })));
  }

  /** Runs the tests of the mutant, and if they pass, one law after another. */
  async judge(copy: string, placed: Placed, laws: readonly string[]): Promise<Verdict> {
    const { mutant, file, mutated } = placed;
    const path = join(copy, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, mutated);
    try {
      for (const tests of [mutant.killedBy, ...laws.map((law) => [law])]) {
        const failed = await this.#failedOf(copy, tests);
        if (failed === undefined) continue;
        await this.#checkUnmutated(failed);
        return { mutant, killedBy: failed };
      }
      return { mutant, killedBy: undefined };
    } finally {
      await writeFile(path, text);
    }
  }

  /** Throws if a test file fails without a mutant, because it would kill every mutant. */
  async #checkUnmutated(files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (!this.#unmutated.has(file)) this.#unmutated.set(file, this.#passes(file));
      if (!(await this.#unmutated.get(file)))
        throw new Error(`${file} fails without a mutant, or does not end.`);
    }
  }

  async #passes(file: string): Promise<boolean> {
    this.#reference ??= this.openCopy();
    return (await this.#failedOf(await this.#reference, [file])) === undefined;
  }

  /** The test files that failed. If the run did not end or wrote no report, all of them. undefined: all passed. */
  async #failedOf(copy: string, files: readonly string[]): Promise<readonly string[] | undefined> {
    const report = join(copy, "report.json");
    await rm(report, { force: true });
    const vitest = join(this.#root, "node_modules/vitest/vitest.mjs");
    const limits = ["--bail=1", "--maxWorkers=1", `--testTimeout=${slowestTestMs}`];
    const output = ["--reporter=json", `--outputFile=${report}`];
    const child = spawn(process.execPath, [vitest, "run", ...limits, ...output, ...files], {
      cwd: copy,
      env: { ...process.env, DOCSFORM_LAW_SHARE: lawShare },
      stdio: "ignore",
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), slowestRunMs);
    const code = await new Promise<number | null>((done) => child.once("close", done));
    clearTimeout(timer);
    if (code === 0) return undefined;
    const failed = await failedFiles(report, copy);
    return failed.length > 0 ? failed : files;
  }
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

async function failedFiles(report: string, copy: string): Promise<readonly string[]> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return [];
  const { testResults } = JSON.parse(text) as Report;
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(copy, name));
}
