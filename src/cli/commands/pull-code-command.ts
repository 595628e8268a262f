import { basename, dirname, join } from "node:path";
import { type ConstructClasses, printApp } from "../../constructs/as-code/app/print-app.ts";
import { appLibraries, projectFiles } from "../../constructs/as-code/app/project-files.ts";
import type { Code } from "../../constructs/as-code/code-objects.ts";
import { type CodeToWrite, describeCode } from "../../constructs/as-code/describe-code.ts";
import { printHcl } from "../../constructs/as-code/hcl/print-hcl.ts";
import type { Pulled } from "../../engine/reconcile/pull-layout.ts";
import type { ResourceType } from "../../model/resource-type.ts";

/** The forms of code that pull writes. */
export type CodeFormat = "hcl" | "constructs";

interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

/** What a pull has read, as code. */
export function describePulled(
  types: readonly ResourceType[],
  { live, furtherValues }: Pulled,
  options: Pick<CodeToWrite, "only" | "all">,
): Code {
  const objects = [...live.objects, ...(furtherValues?.objects ?? [])];
  return describeCode({ types, live: { ...live, objects }, ...options });
}

/** The files of the code, the main one first. pull does not replace the others. */
export function filesOfCode(
  code: Code,
  { format, out, classes, version }: WritingCode,
): readonly [FileToWrite, ...FileToWrite[]] {
  if (format === "hcl") return [{ path: out, text: printHcl(code) }];
  const project = projectFiles({ library: appLibraries.cdktf, main: basename(out), version });
  const others = Object.entries(project).map(([name, text]) => ({ path: join(dirname(out), name), text }));
  return [{ path: out, text: printApp(code, classes) }, ...others];
}

interface WritingCode {
  readonly format: CodeFormat;
  /** Path of the main file. */
  readonly out: string;
  readonly classes: ConstructClasses;
  /** Of docsform. */
  readonly version: string;
}
