import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ProviderBundle } from "./provider-bundle.ts";

/** Why the tests that run the real terraform cannot; undefined where they can, or must because the environment says so. */
export function whyNoTerraform(): string | undefined {
  if (process.env["DOCSFORM_REQUIRE_TERRAFORM"] === "1") return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.some((folder) => existsSync(join(folder, "terraform")));
  return found ? undefined : "terraform is not on PATH";
}

/** What a run of terraform said. */
export interface TerraformRun {
  readonly code: number | null;
  readonly output: string;
}

/** A folder with a configuration that uses a provider; the corner provider keeps its things in `store`. */
export interface TerraformWorkspace {
  readonly folder: string;
  readonly store: string;
  readonly write: (file: string, content: string) => void;
  readonly run: (argv: readonly string[], environment?: Record<string, string>) => Promise<TerraformRun>;
  /** Folders that providers left behind. */
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

/** Lays out a workspace and initialises it from the mirror of the bundle. Its head names the provider. */
export function terraformWorkspace(
  bundle: ProviderBundle,
  configuration: string,
  head: string = cornerHead,
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
    // Inserted after the command, also where that has two words.
    TF_CLI_ARGS: "-no-color",
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_CLI_CONFIG_FILE: bundle.cliConfiguration,
  };
  const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);
  write("head.tf", head);
  write("main.tf", configuration);
  const init = spawnSync("terraform", ["init", "-input=false"], {
    cwd: folder,
    env: environment,
  });
  if (init.status !== 0)
    throw new Error(`terraform init failed:\n${String(init.stdout)}${String(init.stderr)}`, {
      cause: init.error,
    });
  return {
    folder,
    store,
    write,
    leftovers: () => readdirSync(temporary),
    run: async (argv, extra = {}) => {
      const child = spawn("terraform", argv, {
        cwd: folder,
        env: { ...environment, ...extra },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (piece: Buffer) => (output += piece.toString()));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, output };
    },
  };
}

/** All text below a folder, for finding what should not be in it. */
export function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".terraform/providers"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
