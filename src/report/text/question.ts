import { count } from "../../util/count.ts";
import { groupBy } from "../../util/groups.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import { someAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { nameOfOrganization } from "./plan-text.ts";

/** The question before an apply. It names the organization and the objects that the apply deletes or replaces. */
export function questionBefore(view: PlanView, width: number): string {
  const steps = count(view.steps.length - view.skipped.length, "step");
  const gone = losses(view);
  const also = gone.length === 0 ? "" : ` This ${gone.join(" and ")}.`;
  return asQuestion(`Apply ${steps} to ${nameOfOrganization(view)}?${also} Type yes to continue:`, width);
}

/** The question before a destroy. Only the organization's id confirms it. */
export function questionBeforeDestroy(view: PlanView, width: number): string {
  const [what = "deletes the objects listed above"] = losses(view);
  return asQuestion(
    `This ${what} of ${nameOfOrganization(view)}. Type the organization's id (${view.organization.id}) to continue:`,
    width,
  );
}

/** Wraps a question between words. The input follows it on the same line. */
function asQuestion(text: string, width: number): string {
  return `${wrapped(text, width - 4).join("\n")} `;
}

/** What happens to the objects that a plan deletes or replaces, the worst first. */
function losses({ deletes }: PlanView): readonly string[] {
  const lost = deletes.map(({ step }) => step);
  return [...groupBy(lost, ({ action }) => action.does)].map(
    ([does, steps]) => `${does} ${someSteps(steps)}`,
  );
}

const mostNamed = 5;

function someSteps(steps: readonly StepView[]): string {
  return `${count(steps.length, "object")} (${someAddresses(steps, mostNamed)})`;
}
