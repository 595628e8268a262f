import type { HttpEvent } from "../../contract/http/http-event.ts";
import type { RunEvent } from "./events.ts";

/** Converts an event of the client to one of `--events`. */
export function eventOfCall(event: HttpEvent): RunEvent {
  if (event.kind !== "request") return event;
  return { ...event, kind: "call" };
}
