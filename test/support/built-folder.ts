import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of what this run builds. */
    builtFolder: string;
  }
}

export default function openBuiltFolder({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "docsform-built-"));
  provide("builtFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
