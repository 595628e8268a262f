import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { tokenVariable } from "./docs-service.ts";
import type { ProviderBundle } from "./provider-bundle.ts";

/** Why the tests that need Terraform are skipped. Undefined: they run, because Terraform is installed or the environment requires them. */
export function whyNoTerraform(): string | undefined {
  if (process.env["DOCSFORM_REQUIRE_TERRAFORM"] === "1") return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.some((folder) => existsSync(join(folder, "terraform")));
  return found ? undefined : "terraform is not on PATH";
}

/** The result of a run of Terraform. */
export interface TerraformRun {
  readonly code: number | null;
  readonly output: string;
  /** The output without frames and line ends: Terraform wraps it to the width of a terminal. */
  readonly printed: string;
}

/** A running Terraform. */
export interface StartedTerraform {
  readonly pid: number;
  readonly ended: Promise<TerraformRun>;
}

/** A folder with a configuration that uses a provider. The corner provider stores its objects in `store`. */
export interface TerraformWorkspace {
  readonly folder: string;
  readonly store: string;
  readonly write: (file: string, content: string) => void;
  readonly run: (...argv: readonly string[]) => Promise<TerraformRun>;
  readonly runIn: (environment: Record<string, string>, ...argv: readonly string[]) => Promise<TerraformRun>;
  /** Starts a run in its own process group, as a terminal does, so that Ctrl-C reaches all of its processes. */
  readonly start: (...argv: readonly string[]) => StartedTerraform;
  /** Temporary folders that providers left. */
  readonly leftovers: () => string[];
}

const cornerHead = `
terraform {
  required_providers {
    corner = { source = "example.test/test/corner" }
  }
}
provider "corner" { folder = "store" }
`;

/**
 * Creates a workspace, and initializes it from the bundle's mirror. `head` is the provider block. `lay` adds files that must exist before
 * `terraform init`.
 */
export function terraformWorkspace(
  bundle: ProviderBundle,
  configuration: string,
  head: string = cornerHead,
  lay: (folder: string) => void = () => {},
): TerraformWorkspace {
  const folder = mkdtempSync(join(bundle.folder, "workspace-"));
  const store = join(folder, "store");
  const temporary = join(folder, "tmp");
  mkdirSync(store);
  mkdirSync(temporary);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    TMPDIR: temporary,
    // Terraform inserts these arguments after the command, also after one of two words.
    TF_CLI_ARGS: "-no-color",
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_CLI_CONFIG_FILE: bundle.cliConfiguration,
    ...tokenVariable,
  };
  const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);
  write("head.tf", head);
  write("main.tf", configuration);
  lay(folder);
  const init = spawnSync("terraform", ["init", "-input=false"], {
    cwd: folder,
    env: environment,
  });
  if (init.status !== 0)
    throw new Error(`terraform init failed:\n${String(init.stdout)}${String(init.stderr)}`, {
      cause: init.error,
    });
  const startIn = (extra: Record<string, string>, argv: readonly string[]): StartedTerraform => {
    const child = spawn("terraform", argv, {
      cwd: folder,
      env: { ...environment, ...extra },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => (output += piece.toString()));
    const ended = once(child, "close").then(([code]) => ({
      code: code as number | null,
      output,
      printed: output.replace(/[\s│╷╵]+/g, " "),
    }));
    return { pid: child.pid as number, ended };
  };
  return {
    folder,
    store,
    write,
    leftovers: () => readdirSync(temporary),
    start: (...argv) => startIn({}, argv),
    run: (...argv) => startIn({}, argv).ended,
    runIn: (extra, ...argv) => startIn(extra, argv).ended,
  };
}

/** Applies the whole configuration. */
export async function applyAll(workspace: TerraformWorkspace): Promise<void> {
  const { code, output } = await workspace.run("apply", "-auto-approve");
  expect(code, output.slice(-3_000)).toBe(0);
}

/** The next plan is empty. */
export async function checkNoChanges(workspace: TerraformWorkspace): Promise<void> {
  const { code, output } = await workspace.run("plan", "-detailed-exitcode");
  expect([code, output.slice(-3_000)]).toEqual([0, expect.stringContaining("No changes.")]);
}

/** The running children of a process. */
export function childrenOf(pid: number): readonly number[] {
  const listed = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).stdout;
  const pairs = listed
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child as number);
}

/** The text of all files in a folder, for searches. */
export function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".terraform/providers"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
