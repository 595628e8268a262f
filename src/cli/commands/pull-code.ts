import type { Code } from "../../as-code/code.ts";
import { type CodeToWrite, describeCode } from "../../as-code/describe-code.ts";
import { printHcl } from "../../as-code/hcl/print-hcl.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Pulled } from "../../reconcile/pull.ts";
import type { Context } from "../context.ts";

/** The forms of code that pull writes. */
export type CodeFormat = "hcl";

export interface FileToWrite {
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
  _context: Context,
  code: Code,
  { out }: { readonly format: CodeFormat; readonly out: string },
): readonly [FileToWrite, ...FileToWrite[]] {
  return [{ path: out, text: printHcl(code) }];
}
