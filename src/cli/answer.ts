import type { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { answers } from "./answers/answers.ts";
import { type AnswerName, formats } from "./answers/formats.ts";
import type { Told } from "./answers/told.ts";
import type { Context } from "./context.ts";
import type { LayoutFile } from "./layout-files.ts";
import { widthAtTerminal } from "./render/columns.ts";
import { renderDiagnostics } from "./render/diagnostics.ts";
import { plainJson } from "./render/plain-text.ts";
import type { OutputSettings } from "./settings.ts";

/** What a command answers a program with, besides the version of the format. */
export type AnswerJson<Name extends AnswerName> = Told<z.output<(typeof answers)[Name][number]>>;

/** An answer, for programs and for people. */
interface Answer<Name extends AnswerName> {
  /** The command whose schema the JSON has. */
  readonly of: Name;
  readonly json: AnswerJson<Name>;
  readonly text: string;
}

/** The answer of a command: JSON, alone on stdout, for programs; text for people. */
export function answer<Name extends AnswerName>(
  { io }: Context,
  settings: OutputSettings,
  { of, json, text }: Answer<Name>,
): void {
  if (settings.json === true) io.stdout(`${plainJson(inFormat(of, json))}\n`);
  else io.stdout(text);
}

/** What a program reads: the version of the format first. */
export function inFormat<Name extends AnswerName>(of: Name, json: AnswerJson<Name>): object {
  return { formatVersion: formats[of], ...json };
}

/** Something on the way to the answer: on stdout for people, on stderr beside JSON, nowhere with `--quiet`. */
export function tell({ io }: Context, settings: OutputSettings, text: string): void {
  if (settings.quiet === true || text === "") return;
  if (settings.json === true) io.stderr(text);
  else io.stdout(text);
}

/** Warnings, on stderr, so that they disturb no pipe. */
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
