import { type Address, typeOfAddress } from "../../model/address.ts";
import type { ActionView } from "../view/actions.ts";
import type { FieldView } from "../view/field-view.ts";
import type { Label } from "../view/label.ts";
import type { Names } from "../view/names-view.ts";
import type { StepView } from "../view/step-view.ts";
import { columnsOf, cutTo } from "./columns.ts";
import type { IndentedLine } from "./outline.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import {
  changedSides,
  longestWhole,
  renderChanged,
  renderItem,
  renderValue,
  shortened,
} from "./value-text.ts";

/** An entry or a step in one line: `+ section "Guides" /guides → space.guides  site_section.docs/guides`. */
export function entryLine(entry: StepView, palette: Palette, more = ""): string {
  const { symbol, tone } = entry.action;
  const head = palette[tone](`${symbol} ${objectName(entry)}`);
  return `${head}${entryWords(entry, palette)}${more}${atItsAddress(entry, palette)}`;
}

/** The line of an object without an entry: `section "Guides"  site_section.docs/guides`. */
export function unchangedObject(address: Address, names: Pick<Names, "labelOf" | "titleAt">): string {
  const object = { address, label: names.labelOf(typeOfAddress(address)) };
  return `${objectName({ ...object, title: names.titleAt(address) })}${atItsAddress(object, plainPalette)}`;
}

interface NamedObject {
  readonly label: Label;
  readonly title?: string | undefined;
}

/** `section "Guides"`. */
export function objectName({ label, title }: NamedObject): string {
  return `${plainText(label.one)}${quotedTitle(title)}`;
}

/** What a line says after the name of its object, after a blank. */
export function entryWords(
  { words, remarks }: Pick<StepView, "words" | "remarks">,
  palette: Palette,
): string {
  const said = words.map((each) => ` ${each}`).join("");
  return `${said}${palette.faint(remarks.map(inParentheses).join(""))}`;
}

/** The address at the end of a line. */
export function atItsAddress({ address }: Pick<StepView, "address">, palette: Palette): string {
  return `  ${palette.faint(plainText(address))}`;
}

/** The mark of an action, in its color. */
export function markOf({ symbol, tone }: ActionView, palette: Palette): string {
  return palette[tone](symbol);
}

/** A title in quotes after a blank. Otherwise empty. */
export function quotedTitle(title: string | undefined): string {
  return title === undefined ? "" : ` ${JSON.stringify(plainText(title))}`;
}

/** A field in this many columns. If a change is too wide, both values are cut, so that the new one stays visible. */
export function fieldWithin(field: FieldView, most: number, columns: number): string {
  const { name, before, after, items, remark } = field;
  const line = renderField(field, most);
  if (before === undefined || items !== undefined || columnsOf(line) <= columns) return cutTo(line, columns);
  const [start, end] = [`${plainText(name)}: `, inParentheses(remark)];
  const room = columns - columnsOf(`${start} → ${end}`);
  const [was, willBe] = changedSides({ before, after }, Math.floor(room / 2));
  const roomOfOld = Math.max(room - columnsOf(willBe), Math.floor(room / 2));
  const old = cutTo(was, roomOfOld);
  return cutTo(`${start}${old} → ${cutTo(willBe, room - columnsOf(old))}${end}`, columns);
}

/** The whole fields of a step. If a change has several items or is too wide for one line, its values are below its name. */
export function wholeFields({ fields }: Pick<StepView, "fields">, room: number): readonly IndentedLine[] {
  return fields.flatMap((field): readonly IndentedLine[] => {
    const { name, before, after, items = [], remark } = field;
    const line = renderField(field, longestWhole);
    const isOne = columnsOf(line) <= room && items.length < 2;
    if (before === undefined || isOne) return [{ text: line, indent: 0 }];
    const [was, willBe] = changedSides({ before, after }, longestWhole);
    const values = [`- ${shortened(was, longestWhole)}`, `+ ${shortened(willBe, longestWhole)}`];
    return [
      { text: `${plainText(name)}:${inParentheses(remark)}`, indent: 0 },
      ...(items.length > 0 ? items.map(renderItem) : values).map((text) => ({ text, indent: 2 })),
    ];
  });
}

/** `title: "A" → "B"`, or `title: "A"` of a new object. */
export function renderField({ name, before, remark, ...rest }: FieldView, most?: number): string {
  const values =
    before === undefined ? renderValue(rest.after, most) : renderChanged({ before, ...rest }, most);
  return `${plainText(name)}: ${values}${inParentheses(remark)}`;
}

function inParentheses(remark: string | undefined): string {
  return remark === undefined ? "" : ` (${plainText(remark)})`;
}
