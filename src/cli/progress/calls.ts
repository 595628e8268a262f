import type { HttpEvent } from "../../http/http-event.ts";
import type { Clock } from "../../model/clock.ts";
import { present } from "../../model/present.ts";
import type { Io } from "../io.ts";
import { renderCall, renderRetries } from "../render/call.ts";
import type { Palette } from "../render/palette.ts";
import { renderCalls, renderPause } from "../render/progress.ts";
import type { OutputSettings } from "../settings.ts";

/** Whom a client tells what it does. */
export interface CallReporter {
  readonly onEvent: (event: HttpEvent) => void;
  /** The service wants to be left alone for so long. */
  readonly onPause: (ms: number) => void;
  /** Shows nothing more. */
  close(): void;
}

/** What is over sooner needs no word. */
const soonMs = 500;
/** After so long without a call, as at a question, counting begins anew. */
const silenceMs = 3_000;

/** Tells a person of the calls: at the foot of a terminal how many there are, in lines what is out of the ordinary. */
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
      // Each call in flight reports the same pause: one line is enough.
      if (settings.quiet === true || hide !== undefined || now < pause.reportedUntil) return;
      pause.reportedUntil = pause.until;
      io.stderr(`${renderPause(ms)}\n`);
    },
    close: () => hide?.(),
  };
}

/** How many calls there were since the last silence, and for how long. */
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

/** Calls that fail alike are one line. Waits for the rate limit have their own. */
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
