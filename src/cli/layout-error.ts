import type { Diagnostic } from "../model/diagnostic.ts";
import { DiagnosticsError } from "../model/errors.ts";
import type { LayoutFile } from "./layout-files.ts";

/** The errors of a layout, with its files, so that docsform can show the lines. */
export class LayoutError extends DiagnosticsError {
  readonly files: readonly LayoutFile[];

  constructor(diagnostics: readonly Diagnostic[], files: readonly LayoutFile[]) {
    super(diagnostics);
    this.files = files;
  }
}
