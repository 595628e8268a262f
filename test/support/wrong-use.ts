import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { DocsProvider } from "../../src/constructs/docs-provider.ts";

/** When an app finds a mistake, and the message that a person reads. */
export interface Finding {
  readonly at: "construction" | "synthesis" | "never";
  readonly message: string;
}

/** Builds and synthesizes an app with one mistake. The stack is `acme`, with a provider. */
export function findingIn(build: (stack: TerraformStack, app: App) => unknown): Finding {
  const outdir = mkdtempSync(join(tmpdir(), "wrong-use-"));
  try {
    const app = new App({ outdir, stackTraces: false });
    const stack = new TerraformStack(app, "acme");
    new DocsProvider(stack, "provider", { organization: "Qm3vT8xLz1" });
    const atConstruction = errorIn(() => build(stack, app));
    if (atConstruction !== undefined) return { at: "construction", message: atConstruction };
    const atSynthesis = errorIn(() => app.synth());
    return atSynthesis === undefined
      ? { at: "never", message: "" }
      : { at: "synthesis", message: problemsIn(atSynthesis) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function errorIn(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The lines of cdktf's message that are about the app. */
function problemsIn(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith("[")).join("\n");
}
