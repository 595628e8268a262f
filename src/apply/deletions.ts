import type { Address } from "../model/address.ts";
import { groupBy } from "../model/groups.ts";
import type { DeleteStep, Plan } from "../plan/plan.ts";

/** What a run has deleted. */
export interface Deletions {
  readonly has: (id: string) => boolean;
  /** Whether the run has deleted it, or has begun to: two that are deleted at once do not keep their container for each other. */
  readonly isBeingDeleted: (id: string) => boolean;
  readonly begin: (id: string) => void;
  /** An object was deleted, and with it what the plan says goes along. */
  readonly add: (address: Address, id: string) => void;
}

export function deletionsOf(plan: Plan): Deletions {
  const along = groupBy(
    plan.steps.filter((step): step is DeleteStep => step.action === "delete"),
    ({ deletedWith }) => deletedWith,
  );
  const deleted = new Set<string>();
  const begun = new Set<string>();
  const add = (address: Address, id: string) => {
    deleted.add(id);
    for (const step of along.get(address) ?? []) add(step.address, step.id);
  };
  return {
    has: (id) => deleted.has(id),
    isBeingDeleted: (id) => begun.has(id) || deleted.has(id),
    begin: (id) => void begun.add(id),
    add,
  };
}
