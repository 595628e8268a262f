import type { HttpEvent } from "../../http/http-event.ts";
import type { RunEvent } from "./events.ts";

/** What the client tells, as those who follow the run read it. */
export function eventOfCall(event: HttpEvent): RunEvent {
  if (event.kind !== "request") return event;
  return { ...event, kind: "call" };
}
