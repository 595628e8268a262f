import type { HttpEvent } from "../../contract/http/http-event.ts";
import { plainText } from "../../report/text/plain-text.ts";

/** One line about a call, for `--verbose`: method, path and outcome. It never contains a body, a header or a query. */
export function renderCall(event: HttpEvent): string {
  switch (event.kind) {
    case "request":
      return `call: ${event.method} ${plainText(event.path)} ${outcome(event)} in ${Math.round(event.durationMs)} ms${again(event.attempt)}`;
    case "retry":
      return `call: ${event.operation} will be sent again in ${Math.round(event.delayMs)} ms (${plainText(event.reason)})`;
    case "waited":
      return `call: waited ${Math.round(event.waitedMs)} ms for the rate limit`;
    case "list-incomplete":
      return `call: ${event.operation} listed ${event.received} of ${event.expected} items, after several reads`;
  }
}

/** One line about calls that fail alike, without `--verbose`. */
export function renderRetries(reason: string): string {
  return `Retrying calls that failed (${plainText(reason)}). --verbose shows each of them.`;
}

function outcome(event: HttpEvent & { readonly kind: "request" }): string {
  return event.status === undefined
    ? `no response (${plainText(event.error ?? "unknown")})`
    : String(event.status);
}

function again(attempt: number): string {
  return attempt > 1 ? ` (attempt ${attempt})` : "";
}
