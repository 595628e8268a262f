import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { GuardRefusal, Plan } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { plainText } from "./plain-text.ts";

/** The detail of a shown plan: everything that fits on two screens, everything, or only totals and dangers. */
export type Detail = "usual" | "full" | "compact";

/** A plan, and the way to show it. */
export interface PlanView {
  readonly plan: Plan;
  /** Refusals of guards that no given permission lifts. */
  readonly refusals: readonly GuardRefusal[];
  /** The plan is about to be applied, unless a guard refuses it. */
  readonly isRun?: boolean;
  readonly purpose: PlannedRun["purpose"];
  readonly types: readonly ResourceType[];
  /** The snapshot of the refresh. Absent: titles and former places are unknown. */
  readonly live?: Snapshot;
  /** The service's host. */
  readonly service?: string;
  /** In columns. */
  readonly width: number;
  readonly detail: Detail;
}

/** `Acme (Qm3vT8xLz1)`, or the id if the title is unknown. */
export function nameOfOrganization({ plan, live }: Pick<PlanView, "plan" | "live">): string {
  const id = plainText(plan.organizationId);
  const title = plainText(live?.organization.title ?? "");
  return title === "" || title === id ? id : `${title} (${id})`;
}
