import { answer, warn } from "../answer.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { layoutGraph, renderDot } from "../render/graph.ts";
import type { LayoutSettings } from "../settings.ts";

/** Prints what depends on what in the layout. */
export async function graph(context: Context, settings: LayoutSettings): Promise<ExitCode> {
  const { desired, files, warnings } = await loadLayout(context, settings);
  warn(context, settings, warnings, files);
  const found = layoutGraph(context.types, desired);
  answer(context, settings, { json: found, text: renderDot(found) });
  return exitCodes.done;
}
