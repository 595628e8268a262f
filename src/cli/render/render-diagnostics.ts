import { renderDiagnostic } from "../../layout/render-diagnostic.ts";
import { type Diagnostic, shownDiagnostics } from "../../model/diagnostic.ts";
import { fitted } from "../../report/text/columns.ts";
import type { Palette } from "../../report/text/palette.ts";
import { count } from "../../util/count.ts";
import type { LayoutFile } from "../layout-files.ts";

/** Diagnostics with their source lines, and their number. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly LayoutFile[],
  palette: Palette,
  width: number = Number.POSITIVE_INFINITY,
): string {
  const sources = files.map(({ path, text }) => ({ file: path, text }));
  const colors = {
    error: palette.removed,
    warning: palette.changed,
    strong: palette.strong,
    faint: palette.faint,
  };
  const { shown: reported } = shownDiagnostics(diagnostics);
  const blocks = reported.map((diagnostic) => renderDiagnostic(diagnostic, sources, colors, width));
  return `${fitted([...blocks, total(diagnostics)].join("\n\n"), width)}\n`;
}

function total(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  const { shown: reported, more } = shownDiagnostics(diagnostics);
  return `${parts.join(", ")}${more === 0 ? "" : `; only the first ${reported.length} are shown`}.`;
}
