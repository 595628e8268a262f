import { groupBy } from "../../model/groups.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanStep } from "../../plan/plan.ts";
import { undoneIn } from "../../plan/report/undone.ts";
import type { Palette } from "./palette.ts";
import { markOf } from "./step.ts";
import { count } from "./value.ts";

const counted = [
  ["create", "to create"],
  ["patch", "to change"],
  ["move", "to move"],
  ["replace", "to replace"],
  ["delete", "to delete"],
  ["import", "to import"],
  ["forget", "to forget"],
] as const satisfies readonly (readonly [PlanStep["action"], string])[];

/** `2 to create, 1 to delete`. Empty without steps. */
export function countSteps(steps: readonly PlanStep[]): string {
  return byAction(steps)
    .map(({ text, own }) => `${own.length} ${text}`)
    .join(", ");
}

/** `2 changes made on the service`. Empty if the plan undoes nothing. */
export function countUndone(steps: readonly PlanStep[]): string {
  const number = steps.flatMap(undoneIn).length;
  return number === 0 ? "" : `${count(number, "change")} made on the service`;
}

/** A line for each action, with the number of objects per type. */
export function totalsByType(
  steps: readonly PlanStep[],
  types: readonly ResourceType[],
  palette: Palette,
): readonly string[] {
  const found = byAction(steps);
  const widest = Math.max(...found.map(({ text, own }) => `${own.length} ${text}`.length));
  return found.map(({ action, text, own }) => {
    const total = `${own.length} ${text}`.padEnd(widest);
    return `${markOf(action, palette)} ${total}  ${countTypes(own, types)}`;
  });
}

/** `2 spaces, 1 site`. */
export function countTypes(steps: readonly Pick<PlanStep, "type">[], types: readonly ResourceType[]): string {
  return [...groupBy(steps, ({ type }) => type)]
    .map(([type, own]) => count(own.length, ...labelOf(types, type)))
    .join(", ");
}

/** `+ 3 spaces, ~ 1 site`: a short form. */
export function countInShort(
  steps: readonly PlanStep[],
  types: readonly ResourceType[],
  palette: Palette,
): string {
  return byAction(steps)
    .map(({ action, own }) => `${markOf(action, palette)} ${countTypes(own, types)}`)
    .join(", ");
}

/** The names of a type, singular and plural. */
export function labelOf(types: readonly ResourceType[], name: string): [one: string, many: string] {
  const { one, many } = types.find((type) => type.name === name)?.label ?? { one: name, many: `${name}s` };
  return [one, many];
}

function byAction(steps: readonly PlanStep[]) {
  const found = groupBy(steps, ({ action }) => action);
  return counted.flatMap(([action, text]) => {
    const own = found.get(action);
    return own === undefined ? [] : [{ action, text, own }];
  });
}
