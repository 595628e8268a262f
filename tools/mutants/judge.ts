import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
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

/** Whether the file belongs to the project. Some tests and tools install packages in their own folders, which take 1.4 GB. */
const isOwn = (path: string): boolean => basename(path) !== "node_modules";

/** Judges mutants in copies of the sources. `close` removes the copies. */
export class Judge {
  readonly #root: string;
  readonly #copies: string[] = [];
  readonly #unmutated = new Map<string, Promise<boolean>>();
  readonly #endMs: number;
  #reference: Promise<string> | undefined;

  /** `endMs`: the time at which it stops to judge. A mutant can make a test run without an end. */
  constructor(root: string, endMs = Infinity) {
    this.#root = root;
    this.#endMs = endMs;
  }

  /** A copy of the sources in which one mutant at a time is judged. */
  async openCopy(): Promise<string> {
    const copy = await mkdtemp(join(tmpdir(), "docsform-mutants-"));
    this.#copies.push(copy);
    for (const name of copiedPaths)
      await cp(join(this.#root, name), join(copy, name), { recursive: true, filter: isOwn });
    await symlink(join(this.#root, "node_modules"), join(copy, "node_modules"), "dir");
    return copy;
  }

  async close(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => rm(copy, { recursive: true, force: true })));
  }

  /** Runs the tests of the mutant, and if they pass, one law after another. undefined: the time has ended before. */
  async judge(copy: string, placed: Placed, laws: readonly string[]): Promise<Verdict | undefined> {
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
    } catch (error) {
      if (error instanceof TimeEnded) return undefined;
      throw error;
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
      // vitest's workers are in its process group. A worker in an endless loop does not notice that vitest has ended.
      detached: true,
    });
    const group = child.pid ?? 0;
    groups.add(group);
    const leftMs = this.#endMs - Date.now();
    const timer = setTimeout(() => killGroup(group), Math.max(0, Math.min(slowestRunMs, leftMs)));
    const code = await new Promise<number | null>((done) => child.once("close", done));
    clearTimeout(timer);
    groups.delete(group);
    if (code === 0) return undefined;
    if (Date.now() >= this.#endMs) throw new TimeEnded();
    const failed = await failedFiles(report, copy);
    return failed.length > 0 ? failed : files;
  }
}

class TimeEnded extends Error {}

/** The process groups of the running tests. */
const groups = new Set<number>();
process.once("exit", () => groups.forEach(killGroup));

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // All of its processes have ended.
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
