import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter, TestModule, TestSpecification, Vitest } from "vitest/node";
import type { CodeEntry } from "../src/model/codes/code-entry.ts";
import { codes } from "../src/model/codes/codes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which the workers record the codes that their tests raised. Empty: nothing is recorded. */
    raisedCodes: string;
  }
}

/** The projects of `npm test`. */
const projects = ["fast", "laws"];

/** Fails a whole `npm test` that did not raise every code: no test shows what its rule does. */
export default class RaisedCodesReporter implements Reporter {
  #folder = "";
  #vitest: Vitest | undefined;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    const names = vitest.projects.map(({ name }) => name);
    if (projects.every((name) => names.includes(name)))
      this.#folder = mkdtempSync(join(tmpdir(), "docsform-raised-"));
    vitest.provide("raisedCodes", this.#folder);
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (this.#folder === "") return;
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    this.#isWhole =
      specifications.length === all.length && this.#vitest?.getGlobalTestNamePattern() === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#folder === "") return;
    const files = readdirSync(this.#folder).map((name) => readFileSync(join(this.#folder, name), "utf8"));
    rmSync(this.#folder, { recursive: true, force: true });
    // A machine that skips tests, for example without terraform, proves less.
    const skips = modules.some(({ children }) => !children.allTests("skipped").next().done);
    if (!this.#isWhole || skips) return;
    const raised = new Set(files.flatMap((text) => text.split("\n")));
    // The others are kinds of entries of a report, and have no message.
    const withMessage = Object.entries<CodeEntry>(codes).filter(([, { message, cases }]) => message ?? cases);
    const unproven = withMessage.map(([code]) => code).filter((code) => !raised.has(code));
    if (unproven.length === 0) return;
    process.stdout.write(`No test of npm test raises these codes: ${unproven.join(", ")}\n`);
    process.exitCode = 1;
  }
}
