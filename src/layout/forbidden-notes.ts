import { keyOf } from "../model/object-key.ts";
import type { ForbiddenList, ObjectName, Snapshot } from "../model/snapshot.ts";
import { type LayoutTypes, syntaxOfType } from "./layout-types.ts";
import { nameForPeople } from "./unknown-content-notes.ts";
import type { LayoutWriting } from "./writing.ts";

/** Notes about lists that pull omits because the token may not read them. Their objects may exist. */
export function forbiddenListNotes(
  types: LayoutTypes,
  live: Snapshot,
  only: ObjectName | undefined,
  secretTexts: readonly string[],
): readonly string[] {
  const { forbiddenLists = [] } = live;
  return forbiddenLists
    .filter(({ of }) => only === undefined || of?.id === only.id)
    .map((list) => leftOut(nameOfList(types, live, list, secretTexts)));
}

/** Adds the same note about an attribute. */
export function forbiddenAttributeNote({ forbidden }: LayoutWriting, what: string): undefined {
  forbidden.push(leftOut(what));
  return undefined;
}

/** The comment at the top of an incomplete layout. */
export function forbiddenComment(refused: readonly string[]): string | undefined {
  if (refused.length === 0) return undefined;
  return ["The token may not read everything:", ...refused].map((line) => ` ${line}`).join("\n");
}

function leftOut(what: string): string {
  return `Omitted, because the token may not read it: ${what}.`;
}

function nameOfList(
  types: LayoutTypes,
  { objects }: Snapshot,
  { types: names, of }: ForbiddenList,
  secretTexts: readonly string[],
): string {
  const labels = names.map((name) => syntaxOfType(types, name).type.label.many);
  const kinds = new Intl.ListFormat("en-GB").format(labels);
  if (of === undefined) return `the ${kinds} of the organization`;
  const owner = objects.find((object) => keyOf(object) === keyOf(of));
  return `the ${kinds} of the ${syntaxOfType(types, of.type).type.label.one} ${nameForPeople(owner, of.id, secretTexts)}`;
}
