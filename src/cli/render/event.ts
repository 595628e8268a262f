import type { ApplyEvent } from "../../apply/events.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";

/** One line about what apply is doing; the same in a terminal and in CI. */
export function renderEvent(event: ApplyEvent, palette: Palette): string {
  switch (event.kind) {
    case "verifying":
      return palette.faint("checking that the service still is as it was planned for");
    case "settling":
      return palette.faint("reading again what was touched");
    case "deciding-again":
      return palette.faint("reading everything again, to see whether anything is left");
    case "started":
      return palette.faint(`started  ${plainText(event.node)}`);
    case "done":
      return `${palette.added("done")}     ${plainText(event.node)} ${palette.faint(plainText(event.id))}`;
    case "adopted":
      return `${palette.added("found")}    ${plainText(event.node)} ${palette.faint(`${plainText(event.id)}, whose answer was lost`)}`;
    case "failed":
      return `${palette.removed("failed")}   ${plainText(event.node ?? event.address)}: ${plainText(event.error.message)} ${palette.faint(`[${event.error.code}]`)}`;
    case "unknown":
      return `${palette.removed("unknown")}  ${plainText(event.node)}: ${plainText(event.error.message)} ${palette.faint(`[${event.error.code}]`)}`;
    case "skipped":
      return palette.changed(`skipped  ${plainText(event.node)}: ${plainText(event.because)}`);
    case "note":
      return `note     ${plainText(event.address)}: ${plainText(event.message)} ${palette.faint(`[${event.code}]`)}`;
  }
}
