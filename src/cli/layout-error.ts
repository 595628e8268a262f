import type { Diagnostic } from "../model/diagnostic.ts";
import { DiagnosticsError } from "../model/errors.ts";
import type { LayoutFile } from "./layout-files.ts";

/** What is wrong with a layout, with the files, so that the lines at fault can be shown. */
export class LayoutError extends DiagnosticsError {
  readonly files: readonly LayoutFile[];

  constructor(diagnostics: readonly Diagnostic[], files: readonly LayoutFile[]) {
    super(diagnostics);
    this.files = files;
  }
}
