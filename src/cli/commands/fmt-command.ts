import { formatSource } from "../../layout/format/format-source.ts";
import { isSameLayout, isSameReading } from "../../layout/format/same-layout.ts";
import { layoutTypesOf } from "../../layout/layout-types.ts";
import { parseSource, type SourceText } from "../../layout/yaml-source.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { count } from "../../util/count.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { LayoutError } from "../layout-error.ts";
import { findLayoutFiles } from "../layout-files.ts";
import { type EditableLayout, openEditable } from "../load-layout.ts";
import { printResult } from "../print-result.ts";

type FmtSettings = SettingsOfCommand<"fmt">;

/** Writes the files of a layout in the usual order and style. */
export async function fmt(context: Context, settings: FmtSettings): Promise<ExitCode> {
  const { io, types } = context;
  const found = findLayoutFiles(context, settings.file);
  if (found.kind !== "yaml") throw fail("fmt/app");
  const layout = openEditable(context, settings, found);
  refuseBrokenYaml(layout);
  const syntax = layoutTypesOf(types);
  const after = layout.sources.map((source) => ({ file: source.file, text: formatSource(syntax, source) }));
  refuseOtherMeaning(layout, after);
  const changed = after.filter(({ text }, at) => text !== layout.sources[at]?.text);
  const isWritten = settings.check !== true;
  if (isWritten) {
    for (const { file } of changed) io.files.tryWriting(file);
    for (const { file, text } of changed) io.files.write(file, text);
  }
  printResult(context, settings, {
    of: "fmt",
    json: { files: after.length, changed: changed.map(({ file }) => file), written: isWritten },
    text: settings.quiet === true && isWritten ? "" : reportOf(after, changed, isWritten),
  });
  return isWritten || changed.length === 0 ? exitCodes.done : exitCodes.changesPending;
}

function refuseBrokenYaml({ sources, read }: EditableLayout): void {
  const found: Diagnostic[] = [];
  for (const source of sources) parseSource(source, (diagnostic) => found.push(diagnostic));
  if (found.length === 0) return;
  // In these texts the secrets of the layout are redacted.
  throw new LayoutError(
    found,
    read(sources).sources.map(({ file, text }) => ({ path: file, text })),
  );
}

export function refuseOtherMeaning({ sources, read }: EditableLayout, after: readonly SourceText[]): void {
  const other = sources.find((source, at) => !isSameLayout(source, after[at] ?? source));
  if (other !== undefined) throw fail("fmt/not-same", { case: "file", file: other.file });
  if (!isSameReading(read(sources), read(after))) throw fail("fmt/not-same", { case: "layout" });
}

function reportOf(all: readonly SourceText[], changed: readonly SourceText[], isWritten: boolean): string {
  if (changed.length === 0) return `Nothing to format in ${count(all.length, "file")}.\n`;
  const verb = isWritten ? "Formatted" : "Not formatted";
  return changed.map(({ file }) => `${verb}: ${plainText(file)}\n`).join("");
}
