import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { DocsProvider } from "../../src/constructs/generated/provider.ts";

/** The parts of the synthesized Terraform JSON that the tests need. Resources are listed by type and by name. */
export interface Synthesized {
  readonly provider: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly data?: Synthesized["resource"];
  readonly variable?: unknown;
  readonly output?: unknown;
  readonly import?: unknown;
  readonly moved?: unknown;
}

/** Synthesizes a stack with a provider as an app does, including checks. `skipValidation`: without the checks. */
export function synth(
  build: (stack: TerraformStack) => void,
  provider: object | null = {},
  { skipValidation = false } = {},
): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), "constructs-"));
  try {
    const app = new App({ outdir, stackTraces: false, skipValidation });
    const stack = new TerraformStack(app, "acme");
    if (provider !== null) new DocsProvider(stack, "provider", provider);
    build(stack);
    app.synth();
    return withoutMetadata(stack.toTerraform()) as Synthesized;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** The errors of a stack, one on each line. */
export function problemsOf(build: (stack: TerraformStack) => void, provider: object = {}): readonly string[] {
  try {
    synth(build, provider);
  } catch (error) {
    const lines = (error as Error).message.split("\n").map((line) => line.trim());
    const problems = lines.filter((line) => line.startsWith("["));
    if (problems.length === 0) throw error;
    return problems;
  }
  return [];
}

function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "//");
  return Object.fromEntries(fields.map(([name, part]) => [name, withoutMetadata(part)]));
}
