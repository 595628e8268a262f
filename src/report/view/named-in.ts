import type { PlanNote } from "../../model/plan/plan.ts";

/** The words of a message that can be addresses. */
export function namedIn(message: string): ReadonlySet<string> {
  return new Set(message.split(/[\s,;:()]+/u).map((word) => word.replace(/[.]$/u, "")));
}

/** A note with the address that it is about, unless its message names it. */
export function noteText({ address, message }: PlanNote): string {
  return address === undefined || namedIn(message).has(address) ? message : `${address}: ${message}`;
}
