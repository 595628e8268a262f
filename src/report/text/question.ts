import type { PlanStep } from "../../plan/plan.ts";
import { someAddresses } from "./address-list.ts";
import { wrapped } from "./columns.ts";
import { nameOfOrganization, type PlanView } from "./plan-view.ts";
import { count } from "./value.ts";

/** The question before an apply. It names the organization and the objects that the apply deletes or replaces. */
export function questionBefore(view: PlanView): string {
  const steps = count(view.plan.steps.length, "step");
  const gone = [
    ["deletes", whatIsDeleted(view)],
    ["replaces", nameOfSteps(view, "replace")],
  ].filter(([, what]) => what !== undefined);
  const losses =
    gone.length === 0 ? "" : ` This ${gone.map(([verb, what]) => `${verb} ${what}`).join(" and ")}.`;
  return asQuestion(`Apply ${steps} to ${nameOfOrganization(view)}?${losses} Type yes to continue:`, view);
}

/** The question before a destroy. Only the organization's id confirms it. */
export function questionBeforeDestroy(view: PlanView): string {
  const { organizationId } = view.plan;
  const what = whatIsDeleted(view) ?? "the objects listed above";
  return asQuestion(
    `This deletes ${what} of ${nameOfOrganization(view)}. Type the organization's id (${organizationId}) to continue:`,
    view,
  );
}

/** Wraps a question between words. The input follows it on the same line. */
function asQuestion(text: string, { width }: PlanView): string {
  return `${wrapped(text, width - 4).join("\n")} `;
}

/** The number of deleted objects, and the first of them. Undefined: nothing is deleted. */
function whatIsDeleted(view: PlanView): string | undefined {
  return nameOfSteps(view, "delete");
}

const mostNamed = 5;

function nameOfSteps({ plan }: PlanView, action: PlanStep["action"]): string | undefined {
  const steps = plan.steps.filter((step) => step.action === action);
  if (steps.length === 0) return undefined;
  return `${count(steps.length, "object")} (${someAddresses(steps, mostNamed)})`;
}
