import { columnsOf, cutTo } from "../../report/text/columns.ts";
import type { Palette } from "../../report/text/palette.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { count } from "../../util/count.ts";
import { firstTexts } from "../../util/first-texts.ts";
import type { RunState } from "../progress/run-progress.ts";
import { clockTime } from "../progress/show-duration.ts";
import { phases, waiting } from "./render-event.ts";

const longestBar = 30;
const shortestBar = 8;

/** The progress of a run at the bottom of a terminal: a bar, and the calls in flight. */
export function renderProgress(state: RunState, columns: number, palette: Palette): readonly string[] {
  const { finished, notTried, total, elapsedMs, leftMs } = state;
  const without = notTried === 0 ? "" : `, ${notTried} not tried`;
  const left = leftMs === undefined ? "" : `, about ${clockTime(leftMs)} left`;
  const figures = `${finished}/${total} in ${clockTime(elapsedMs)}${without}${left}`;
  const room = columns - 2 - columnsOf(figures);
  const bar = room < shortestBar ? "" : `${barOf(finished, total, Math.min(room, longestBar), palette)} `;
  return [`${bar}${cutTo(figures, columns - 1)}`, palette.faint(cutTo(nowOf(state), columns - 1))];
}

function barOf(finished: number, total: number, length: number, palette: Palette): string {
  const filled = total === 0 ? length : Math.floor((finished / total) * length);
  return `${palette.added("█".repeat(filled))}${palette.faint("░".repeat(length - filled))}`;
}

const mostNamed = 3;

function nowOf({ phase, running, waitMs }: RunState): string {
  if (phase === "beginning") return "starting";
  if (phase === "waiting") return waiting(waitMs);
  if (phase !== "writing") return phases[phase];
  return firstTexts(running.map(plainText), mostNamed);
}

/** The calls to the service, and the rest of its pause. */
export interface CallsState {
  readonly service: string;
  readonly made: number;
  readonly elapsedMs: number;
  /** Absent: the service asks for no pause. */
  readonly pauseMs?: number;
}

export function renderCalls(state: CallsState, columns: number, palette: Palette): readonly string[] {
  const { service, made, elapsedMs, pauseMs } = state;
  const text = `${count(made, "call")} to ${plainText(service)} in ${clockTime(elapsedMs)}`;
  const wait = pauseMs === undefined ? [] : [palette.changed(cutTo(renderPause(pauseMs), columns - 1))];
  return [palette.faint(cutTo(text, columns - 1)), ...wait];
}

/** One line about a pause that the service's rate limit asks for. */
export function renderPause(ms: number): string {
  return `Waiting ${Math.ceil(ms / 1_000)} s for the service's rate limit.`;
}

/** The calls that a run left in flight when the process ended at once. */
export function renderRunning({ running, finished, total }: RunState): string {
  const open =
    running.length === 0
      ? ["No call was in flight."]
      : [
          "These calls were in flight, and their results are unknown. The next run checks them first:",
          ...running.map((node) => `  ${plainText(node)}`),
        ];
  return `${[
    `Stopped at once, after ${finished}/${total} calls.`,
    ...open,
    "docsform unlock releases this run's lock, so that the next run does not have to wait.",
  ].join("\n")}\n`;
}
