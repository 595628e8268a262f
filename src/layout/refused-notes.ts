import type { LiveWorld, ObjectName, RefusedList } from "../model/live-world.ts";
import { keyOf } from "../model/object-key.ts";
import { type LayoutTypes, syntaxOfType } from "./layout-syntax.ts";
import { nameForPeople } from "./unseen-notes.ts";
import type { Writing } from "./writing.ts";

/** Lists that a layout cannot hold because the token may not read them: what is on them may be there all the same. */
export function refusedNotes(
  types: LayoutTypes,
  live: LiveWorld,
  only: ObjectName | undefined,
): readonly string[] {
  const { refused = [] } = live;
  return refused
    .filter(({ of }) => only === undefined || of?.id === only.id)
    .map((list) => leftOut(nameOfList(types, live, list)));
}

/** Says the same of an attribute. */
export function refusedNote({ refused }: Writing, what: string): undefined {
  refused.push(leftOut(what));
  return undefined;
}

/** The comment at the top of a layout that is not the whole. */
export function refusedComment(refused: readonly string[]): string | undefined {
  if (refused.length === 0) return undefined;
  return ["The token may not read everything:", ...refused].map((line) => ` ${line}`).join("\n");
}

function leftOut(what: string): string {
  return `Omitted, because the token may not read it: ${what}.`;
}

function nameOfList(types: LayoutTypes, { objects }: LiveWorld, { types: names, of }: RefusedList): string {
  const labels = names.map((name) => syntaxOfType(types, name).type.label.many);
  const kinds = new Intl.ListFormat("en-GB").format(labels);
  if (of === undefined) return `the ${kinds} of the organization`;
  const owner = objects.find((object) => keyOf(object) === keyOf(of));
  return `the ${kinds} of the ${syntaxOfType(types, of.type).type.label.one} ${nameForPeople(owner, of.id)}`;
}
