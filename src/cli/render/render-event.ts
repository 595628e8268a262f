import type { ApplyEvent } from "../../engine/apply/apply-events.ts";
import type { Palette } from "../../report/text/palette.ts";
import { plainText } from "../../report/text/plain-text.ts";

/** The progress at an event, and the first node that failed with the same error. */
export interface EventPlace {
  readonly finished: number;
  readonly total: number;
  readonly alike?: string;
}

/** What a run does between and after its writes. */
export const phases = {
  "checking-plan": "checking that the service still matches the plan",
  rereading: "reading the changed objects again",
  verifying: "reading everything again to check the result",
  "checking-duplicates": "looking for duplicates of what this run created",
} as const satisfies Partial<Record<ApplyEvent["kind"], string>>;

type PhaseEvent = Extract<ApplyEvent, { readonly kind: keyof typeof phases }>;

export function isPhase(event: ApplyEvent): event is PhaseEvent {
  return Object.hasOwn(phases, event.kind);
}

export function waiting(waitMs: number): string {
  return `waiting ${Math.ceil(waitMs / 1_000)} s until the service shows all writes`;
}

/** One line about an event of apply. It is the same in a terminal and in CI. */
export function renderEvent(event: ApplyEvent, place: EventPlace, palette: Palette): string {
  if (isPhase(event)) return palette.faint(phases[event.kind]);
  const counter = counterOf(place);
  const blank = " ".repeat(counter.length);
  switch (event.kind) {
    case "waiting":
      return palette.faint(waiting(event.waitMs));
    case "started":
      return palette.faint(`started  ${blank} ${plainText(event.node)}`);
    case "done":
      return `${palette.added("done")}     ${counter} ${plainText(event.node)} ${palette.faint(plainText(event.id))}`;
    case "recovered":
      return `${palette.added("found")}    ${blank} ${plainText(event.node)} ${palette.faint(`${plainText(event.id)}; ${whyFound(event)}`)}`;
    case "failed":
      return `${palette.removed("failed")}   ${counter} ${plainText(event.node ?? event.address)}: ${why(event, place, palette)}`;
    case "unknown":
      return `${palette.removed("unknown")}  ${counter} ${plainText(event.node)}: ${why(event, place, palette)}`;
    case "skipped":
      return palette.changed(`skipped  ${counter} ${plainText(event.node)}: ${plainText(event.reason)}`);
    case "note":
      return `note     ${blank} ${plainText(event.address)}: ${plainText(event.message)} ${palette.faint(`[${event.code}]`)}`;
  }
}

function whyFound({ origin }: ApplyEvent & { readonly kind: "recovered" }): string {
  const lost = "the response to its create was lost";
  return origin === "recovered" ? `${lost}, and nothing shows that this run created it` : lost;
}

/** ` 7/23`, with a constant width. */
function counterOf({ finished, total }: EventPlace): string {
  const width = String(total).length;
  return `${String(finished).padStart(width)}/${total}`;
}

function why(
  { error }: ApplyEvent & { readonly kind: "failed" | "unknown" },
  { alike }: EventPlace,
  palette: Palette,
): string {
  if (alike !== undefined) return `same error as ${plainText(alike)}`;
  return `${plainText(error.message)} ${palette.faint(`[${error.code}]`)}`;
}
