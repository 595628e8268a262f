import type { ApplyEvent } from "../../engine/apply/apply-events.ts";
import { kindOfError } from "../../report/kind-of-error.ts";
import { fitted } from "../../report/text/columns.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { OutputSettings } from "../option-table.ts";
import { printProgress } from "../print-result.ts";
import { isPhase, renderEvent } from "../render/render-event.ts";
import { widthAtTerminal } from "../width.ts";
import type { RunProgress } from "./run-progress.ts";

/** Events that the bottom of the terminal shows better than a line. */
function isShownInPlace(event: ApplyEvent): boolean {
  return isPhase(event) || event.kind === "started" || event.kind === "waiting";
}

/** Prints a line for each event of a run. The end of the run counts the steps that were not tried. */
export function lineReporter(
  context: Context,
  settings: OutputSettings,
  progress: RunProgress,
): (event: ApplyEvent) => void {
  const firstOf = new Map<string, string>();
  const width = widthAtTerminal(context.io);
  const isWatched = context.io.screen !== undefined;
  return (event) => {
    if (isWatched && isShownInPlace(event)) return;
    if (event.kind === "skipped" && settings.verbose !== true) return;
    const { finished, total } = progress.state();
    const alike = alikeBefore(event, firstOf);
    const place = { finished, total, ...present({ alike }) };
    printProgress(context, settings, `${fitted(renderEvent(event, place, context.palette), width)}\n`);
  };
}

/** The first node that failed for the same reason. If there is none, notes this one as the first. */
function alikeBefore(event: ApplyEvent, firstOf: Map<string, string>): string | undefined {
  if (event.kind !== "failed" && event.kind !== "unknown") return undefined;
  const kind = kindOfError(event.error);
  const first = firstOf.get(kind);
  if (first === undefined) firstOf.set(kind, event.node ?? event.address);
  return first;
}
