import { type CtyValue, isCtyObject } from "../plugin/values/cty-value.ts";

/** The maximum length of a value in a message, in characters. */
const longest = 80;

/** A value as part of a message: a word as it is, other text in quotes. Cuts long values. */
export function shownCtyValue(value: CtyValue): string {
  const points = Array.from(wholeValue(value));
  return points.length <= longest ? points.join("") : `${points.slice(0, longest).join("")}…`;
}

function wholeValue(value: CtyValue): string {
  if (value === null) return "(none)";
  if (typeof value === "string") return /^\w+$/.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(wholeValue).join(", ")}]`;
  if (!isCtyObject(value)) return JSON.stringify(value);
  const given = Object.entries(value).filter(([, part]) => part !== null);
  return `{ ${given.map(([name, part]) => `${name}: ${wholeValue(part)}`).join(", ")} }`;
}
