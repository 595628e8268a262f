import type { PermitView } from "../view/permit-view.ts";

/** What permits all refusals, in one line for copying. */
export function renderPermit({ never, whenPlanned, flags }: PermitView): string {
  const rest = never.length === 0 && whenPlanned.length === 0 ? "all of it" : "the rest";
  return [
    ...(never.length === 0 ? [] : [`No flag permits ${never.join(", ")}.`]),
    ...(whenPlanned.length === 0 ? [] : [`Plan again with ${whenPlanned.join(" ")}.`]),
    ...(flags.length === 0 ? [] : [`Permit ${rest} with: ${flags.join(" ")}`]),
  ].join(" ");
}
