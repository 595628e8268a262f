import type { LiveDifference } from "../../engine/plan/drift/drift-differences.ts";
import { count } from "../../util/count.ts";
import { valueView } from "../view/value-view.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { renderValue } from "./value-text.ts";

/** The differences between two environments, one per line. */
export function renderDifferences(
  [one, other]: readonly [string, string],
  differences: readonly LiveDifference[],
  palette: Palette,
): string {
  const both = `${plainText(one)} and ${plainText(other)}`;
  if (differences.length === 0)
    return `${palette.strong(`No difference: ${both} are alike in what the layout declares.`)}\n`;
  const lines = differences.map((each) => `  ${renderDifference([one, other], each)}`);
  const head = palette.strong(`${both} differ:`);
  return `${[head, ...lines, "", `${count(differences.length, "difference")}.`].join("\n")}\n`;
}

function renderDifference(
  [one, other]: readonly [string, string],
  { address, attribute, values, sensitive }: LiveDifference,
): string {
  const [here, there] = values;
  if (attribute === undefined)
    return `${plainText(address)}: only in ${plainText(here === null ? other : one)}`;
  const name = `${plainText(address)}.${plainText(attribute)}`;
  if (sensitive === true) return `${name}: (secret) | (secret)`;
  return `${name}: ${renderValue(valueView(here))} | ${renderValue(valueView(there))}`;
}
