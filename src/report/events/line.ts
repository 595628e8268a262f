import { plainJsonLine } from "../text/plain-text.ts";
import type { RunEvent } from "./events.ts";

/** The version of the lines. A removed field or a changed meaning raises it. A new field or kind does not. */
export const eventFormat = 1;

export function lineOf(event: RunEvent, now: number): string {
  const line = { formatVersion: eventFormat, time: new Date(now).toISOString(), ...event };
  return `${plainJsonLine(line)}\n`;
}
