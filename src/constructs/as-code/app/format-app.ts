import { escapeInvisible } from "../../../util/invisible.ts";
import { withoutTemplates } from "../hcl/format-hcl.ts";

/** A property of an object literal. */
export interface Property {
  readonly name: string;
  readonly text: string;
}

/** The longest object or list on one line, in characters. */
const longestLine = 60;

/** An object literal: on one line if it fits, otherwise a line for each property. */
export function formatObject(properties: readonly Property[]): string {
  return formatParts(
    properties.map(({ name, text }) =>
      name === text ? name : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : formatText(name)}: ${text}`,
    ),
    ["{ ", "{", "}", " }"],
  );
}

export function formatList(items: readonly string[]): string {
  return formatParts(items, ["[", "[", "]", "]"]);
}

type Brackets = readonly [openOnLine: string, open: string, close: string, closeOnLine: string];

function formatParts(parts: readonly string[], [openOnLine, open, close, closeOnLine]: Brackets): string {
  if (parts.length === 0) return `${open}${close}`;
  const line = `${openOnLine}${parts.join(", ")}${closeOnLine}`;
  if (!line.includes("\n") && line.length <= longestLine) return line;
  return `${open}\n${parts.map((part) => `${indented(`${part},`)}\n`).join("")}${close}`;
}

/** Indents each line by a step. No text has a line end of its own: they are escaped. */
export function indented(text: string, steps = 1): string {
  return text.replace(/^(?=[^\n])/gm, "  ".repeat(steps));
}

/** A text as Terraform gets it: `${` begins an expression there. */
export function formatText(text: string): string {
  return escapeInvisible(JSON.stringify(withoutTemplates(text)), escaped);
}

function escaped(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}
