import type * as z from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DeepReadonly } from "../report/output/deep-readonly.ts";
import { formats, type OutputName } from "../report/output/formats.ts";
import type { outputs } from "../report/output/outputs.ts";
import { plainJson } from "../report/text/plain-text.ts";
import type { Context } from "./command-context.ts";
import type { LayoutFile } from "./layout-files.ts";
import type { OutputSettings } from "./option-table.ts";
import { renderDiagnostics } from "./render/render-diagnostics.ts";
import { widthAtTerminal } from "./width.ts";

/** The JSON output of a command, without the version of the format. */
export type OutputJson<Name extends OutputName> = DeepReadonly<z.output<(typeof outputs)[Name][number]>>;

/** The result of a command, for programs and for people. */
interface CommandResult<Name extends OutputName> {
  /** The command whose schema the JSON has. */
  readonly of: Name;
  readonly json: OutputJson<Name>;
  /** A long text may be a getter: it is read only where it is printed. */
  readonly text: string;
}

/** Prints a result. With `--json`, stdout contains only the JSON. */
export function printResult<Name extends OutputName>(
  { io }: Context,
  settings: OutputSettings,
  result: CommandResult<Name>,
): void {
  if (settings.json === true) io.stdout(`${plainJson(inFormat(result.of, result.json))}\n`);
  else io.stdout(result.text);
}

/** The JSON output with the version of the format first. */
export function inFormat<Name extends OutputName>(of: Name, json: OutputJson<Name>): object {
  return { formatVersion: formats[of], ...json };
}

/** Prints an intermediate message: on stdout, with `--json` on stderr, with `--quiet` nowhere. */
export function printProgress({ io }: Context, settings: OutputSettings, text: string): void {
  if (settings.quiet === true || text === "") return;
  if (settings.json === true) io.stderr(text);
  else io.stdout(text);
}

/** Prints on stderr what a question is about, if `--json` or `--quiet` has kept it from stdout. */
export function printForQuestion({ io }: Context, settings: OutputSettings, text: string): void {
  if (settings.json === true || settings.quiet === true) io.stderr(text);
}

/** Prints warnings on stderr, so that they do not mix with piped output. */
export function warn(
  { io, palette, emit }: Pick<Context, "io" | "palette" | "emit">,
  settings: OutputSettings,
  warnings: readonly Diagnostic[],
  files: readonly LayoutFile[],
): void {
  for (const diagnostic of warnings) emit({ kind: "warning", diagnostic });
  if (settings.quiet === true || warnings.length === 0) return;
  io.stderr(renderDiagnostics(warnings, files, palette, widthAtTerminal(io)));
}
