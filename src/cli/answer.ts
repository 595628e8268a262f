import type { Diagnostic } from "../model/diagnostic.ts";
import type { Context } from "./context.ts";
import type { LayoutFile } from "./layout-files.ts";
import { widthAtTerminal } from "./render/columns.ts";
import { renderDiagnostics } from "./render/diagnostics.ts";
import { plainJson } from "./render/plain-text.ts";
import type { OutputSettings } from "./settings.ts";

/** The answer of a command: JSON, alone on stdout, for programs; text for people. */
export function answer(
  { io }: Context,
  settings: OutputSettings,
  { json, text }: { readonly json: unknown; readonly text: string },
): void {
  if (settings.json === true) io.stdout(`${plainJson(json)}\n`);
  else io.stdout(text);
}

/** Something on the way to the answer: on stdout for people, on stderr beside JSON, nowhere with `--quiet`. */
export function tell({ io }: Context, settings: OutputSettings, text: string): void {
  if (settings.quiet === true || text === "") return;
  if (settings.json === true) io.stderr(text);
  else io.stdout(text);
}

/** Warnings, on stderr, so that they disturb no pipe. */
export function warn(
  { io, palette }: Context,
  settings: OutputSettings,
  warnings: readonly Diagnostic[],
  files: readonly LayoutFile[],
): void {
  if (settings.quiet === true || warnings.length === 0) return;
  io.stderr(renderDiagnostics(warnings, files, palette, widthAtTerminal(io)));
}
