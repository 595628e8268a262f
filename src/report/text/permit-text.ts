import type { PermitView } from "../view/permit-view.ts";

/** What answers all refusals, in one line for copying. */
export function renderPermit({ never, whenPlanned, renamed, flags }: PermitView): string {
  if (never.length > 0) return `No flag permits ${never.join(", ")}. Change that first, then plan again.`;
  const rest = whenPlanned.length === 0 ? "all of it" : "the rest";
  return [
    ...(whenPlanned.length === 0 ? [] : [`Plan again with ${whenPlanned.join(" ")}.`]),
    ...(flags.length === 0 ? [] : [`${unlessRenamed(renamed, `Permit ${rest} with`)}: ${flags.join(" ")}`]),
  ].join(" ");
}

/** The words before flags that permit creates. If the objects may be renamed ones, first says what to write then. */
export function unlessRenamed(renamed: PermitView["renamed"], permit: string): string {
  return renamed.length === 0 ? permit : `Renamed: write ${oneLine(renamed)}. New`;
}

function oneLine([only = "", ...others]: readonly string[]): string {
  return others.length === 0 ? `\`${only}\`` : "what the plan says";
}
