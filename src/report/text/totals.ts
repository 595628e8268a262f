import { count } from "../../util/count.ts";
import { groupBy } from "../../util/groups.ts";
import { actionNames, actionView } from "../view/actions.ts";
import type { StepView } from "../view/step-view.ts";
import type { Palette } from "./palette.ts";
import { markOf } from "./step-text.ts";

type Labeled = Pick<StepView, "label">;
type Counted = Pick<StepView, "action" | "label">;

/** `2 to create, 1 to delete`. Empty without steps. */
export function countSteps(steps: readonly Counted[]): string {
  return byAction(steps)
    .map(({ text, own }) => `${own.length} ${text}`)
    .join(", ");
}

/** `2 changes made on the service`. Empty if the plan undoes nothing. */
export function countUndone(number: number): string {
  return number === 0 ? "" : `${count(number, "change")} made on the service`;
}

/** A line for each action, with the number of objects per type. */
export function totalsByType(steps: readonly Counted[], palette: Palette): readonly string[] {
  const found = byAction(steps);
  const widest = Math.max(...found.map(({ text, own }) => `${own.length} ${text}`.length));
  return found.map(({ action, text, own }) => {
    const total = `${own.length} ${text}`.padEnd(widest);
    return `${markOf(action, palette)} ${total}  ${countTypes(own)}`;
  });
}

/** `2 spaces, 1 site`. */
export function countTypes(objects: readonly Labeled[]): string {
  return [...groupBy(objects, ({ label }) => label.one)].map(([, own]) => countLabeled(own)).join(", ");
}

/** `+ 3 spaces, ~ 1 site`: a short form. */
export function countInShort(steps: readonly Counted[], palette: Palette): string {
  return byAction(steps)
    .map(({ action, own }) => `${markOf(action, palette)} ${countTypes(own)}`)
    .join(", ");
}

/** `2 spaces`, of objects of one type. */
export function countLabeled(objects: readonly Labeled[]): string {
  const { one = "", many = "" } = objects[0]?.label ?? {};
  return count(objects.length, one, many);
}

function byAction<Step extends Pick<StepView, "action">>(steps: readonly Step[]) {
  const found = groupBy(steps, ({ action }) => action.name);
  return actionNames.flatMap((name) => {
    const own = found.get(name);
    const action = actionView(name);
    return own === undefined ? [] : [{ action, text: action.toDo, own }];
  });
}
