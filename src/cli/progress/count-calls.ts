import type { HttpEvent } from "../../contract/http/http-event.ts";
import type { Palette } from "../../report/text/palette.ts";
import type { Clock } from "../../util/clock.ts";
import { present } from "../../util/present.ts";
import type { Io } from "../io.ts";
import type { OutputSettings } from "../option-table.ts";
import { renderCall, renderRetries } from "../render/render-call.ts";
import { renderCalls, renderPause } from "../render/render-progress.ts";

/** Receives the events of a client. */
export interface CallReporter {
  readonly onEvent: (event: HttpEvent) => void;
  /** Notes that the service asks for a pause of this length. */
  readonly onPause: (ms: number) => void;
  /** Removes the display. */
  close(): void;
}

/** A shorter time is not reported. */
const soonMs = 500;
/** After this time without a call, such as at a question, the count starts again. */
const silenceMs = 3_000;

/** Reports calls to the user: their number at the bottom of a terminal, and unusual ones as lines. */
export function reportCalls(
  io: Io,
  settings: OutputSettings,
  service: string,
  palette: Palette,
): CallReporter {
  const { clock, screen } = io;
  const pause = { until: Number.NEGATIVE_INFINITY, reportedUntil: Number.NEGATIVE_INFINITY };
  const counted = countCalls(clock, () => pause.until);
  const usual = settings.quiet === true ? () => undefined : linesOnce();
  const hide =
    settings.quiet === true
      ? undefined
      : screen?.show((columns) => {
          const now = clock.now();
          const { made, elapsedMs } = counted.state();
          const pauseMs = pause.until > now ? pause.until - now : undefined;
          const state = { service, made, elapsedMs, ...present({ pauseMs }) };
          return elapsedMs < soonMs ? [] : renderCalls(state, columns, palette);
        });
  return {
    onEvent(event) {
      counted.onEvent(event);
      const line = settings.verbose === true ? renderCall(event) : usual(event);
      if (line !== undefined) io.stderr(`${line}\n`);
    },
    onPause(ms) {
      const now = clock.now();
      pause.until = now + ms;
      // Each call in flight reports the same pause, so one line is enough.
      if (settings.quiet === true || hide !== undefined || now < pause.reportedUntil) return;
      pause.reportedUntil = pause.until;
      io.stderr(`${renderPause(ms)}\n`);
    },
    close: () => hide?.(),
  };
}

/** Counts the calls since the last silence, and their time. */
function countCalls(clock: Pick<Clock, "now">, pausedUntil: () => number) {
  let beganAt = clock.now();
  let lastAt = beganAt;
  let made = 0;
  return {
    onEvent(event: HttpEvent): void {
      const now = clock.now();
      if (event.kind === "retry") lastAt = now + event.delayMs;
      if (event.kind !== "request") return;
      const sentAt = now - event.durationMs;
      if (sentAt > Math.max(lastAt, pausedUntil()) + silenceMs) {
        beganAt = sentAt;
        made = 0;
      }
      lastAt = now;
      made += 1;
    },
    state: () => ({ made, elapsedMs: clock.now() - beganAt }),
  };
}

/** Calls that fail alike get one line. Rate-limit waits have their own lines. */
function linesOnce(): (event: HttpEvent) => string | undefined {
  const shown = new Set<string>();
  return (event) => {
    if (event.kind === "list-incomplete") return renderCall(event);
    if (event.kind !== "retry" || event.reason.startsWith("http/rate-limited")) return undefined;
    if (shown.has(event.reason)) return undefined;
    shown.add(event.reason);
    return renderRetries(event.reason);
  };
}
