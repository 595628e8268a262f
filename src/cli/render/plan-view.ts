import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { GuardRefusal, Plan } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { plainText } from "./plain-text.ts";

/** How much of a plan is shown: what fits on two screens, everything, or the totals and what must not be missed. */
export type Detail = "usual" | "full" | "compact";

/** A plan, and how it is to be shown. */
export interface PlanView {
  readonly plan: Plan;
  /** Refusals of guards that no given permission lifts. */
  readonly refusals: readonly GuardRefusal[];
  /** It is about to be done, if no guard refuses it. */
  readonly isRun?: boolean;
  /** Purpose of the variable. */
  readonly purpose: PlannedRun["purpose"];
  readonly types: readonly ResourceType[];
  /** The service as it was read. Absent: nobody knows titles, and where things were. */
  readonly live?: Snapshot;
  /** Where the service is. */
  readonly service?: string;
  /** In columns. */
  readonly width: number;
  readonly detail: Detail;
}

/** `Acme (Qm3vT8xLz1)`; where its title is not known, its id. */
export function nameOfOrganization({ plan, live }: Pick<PlanView, "plan" | "live">): string {
  const id = plainText(plan.organizationId);
  const title = plainText(live?.organization.title ?? "");
  return title === "" || title === id ? id : `${title} (${id})`;
}
