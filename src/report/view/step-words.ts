import { type Address, typeOfAddress } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import type { CreateStep, MoveStep, PatchStep, ReplaceStep } from "../../model/plan/plan.ts";
import { plainText } from "../text/plain-text.ts";
import { type Names, quoted, renameIn, titleAttribute } from "./names-view.ts";

/** What a line says of a new object after its title: `/guides`, `→ space.guides`. */
export function createdWords(step: CreateStep | ReplaceStep, names: Names): readonly string[] {
  const { attributes, isDefault } = step;
  const { path = "", shows = "" } = names.headlineOf(step.type);
  const [segment, shown] = [attributes[path], attributes[shows]];
  return [
    ...(typeof segment === "string" ? [plainText(`/${segment}`)] : []),
    ...(isReference(shown) ? [plainText(`${arrow}${shown.$ref}`)] : []),
    ...placeWords(step, names),
    ...(isDefault === true ? ["as the default"] : []),
  ];
}

const arrow = "→ ";

/** Whether the words name the object that another one shows. */
export function isShownObject(words: string): boolean {
  return words.startsWith(arrow);
}

/** Words about an object and then about what happens to it, after a comma. An object that it shows is no such thing. */
export function separated(some: readonly string[], more: readonly string[]): readonly string[] {
  if (some.length === 0 || more.every(isShownObject)) return [...some, ...more];
  return [...some.slice(0, -1), `${some.at(-1)},`, ...more];
}

/** The attributes of a new object that its line contains. */
export function attributesInLine({ type, attributes }: CreateStep, names: Names): ReadonlySet<string> {
  const headline = names.headlineOf(type);
  const { path = "", shows = "" } = headline;
  return new Set([
    titleAttribute(attributes, headline) ?? "",
    ...(typeof attributes[path] === "string" ? [path] : []),
    ...(isReference(attributes[shows]) ? [shows] : []),
  ]);
}

/** The parent of a new object, where indentation does not show it. */
export function placeWords({ type, container }: CreateStep | ReplaceStep, names: Names): readonly string[] {
  if (names.isIndented(type) || container === undefined || container === null) return [];
  const parent = isReference(container) ? container.$ref : (container as Address);
  return [`in ${names.nameOf(parent)}`];
}

export function renamedWords(step: PatchStep, names: Names): readonly string[] {
  // The step has the title before the change.
  const isRenamed = renameIn(step, names.headlineOf(step.type)) !== undefined;
  return isRenamed ? [`renamed from ${quoted(step.title)}`] : [];
}

/** `moved from the top level into group "Reference", after "Guides"`. */
export function movedWords({ type, from, to, after }: MoveStep, names: Names): readonly string[] {
  const sibling = after === undefined ? [] : [siblingWords(type, after, names)];
  if (from === to) return [`moved ${sibling.join("") || "to another place"}`];
  const parts = [`moved from ${at(from, names)} ${to === null ? "to" : "into"} ${at(to, names)}`, ...sibling];
  return [parts.join(", ")];
}

function at(parent: Address | null, { nameOf }: Names): string {
  return parent === null ? "the top level" : nameOf(parent);
}

function siblingWords(type: string, after: Address | null, { nameOf, titleAt }: Names): string {
  if (after === null) return "to the first place";
  const title = typeOfAddress(after) === type ? titleAt(after) : undefined;
  return `after ${title === undefined ? nameOf(after) : quoted(title)}`;
}
