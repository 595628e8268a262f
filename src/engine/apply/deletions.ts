import type { Address } from "../../model/address.ts";
import type { DeleteStep, Plan } from "../../model/plan/plan.ts";
import { groupBy } from "../../util/groups.ts";

export interface Deletions {
  readonly has: (id: string) => boolean;
  /**
   * Whether the run has deleted the object or is deleting it. If two siblings are deleted at the same time, neither counts as the one that
   * keeps their container.
   */
  readonly isBeingDeleted: (id: string) => boolean;
  readonly begin: (id: string) => void;
  /** The run has deleted an object, and with it the objects that the plan lists for this delete. */
  readonly add: (address: Address, id: string) => void;
}

export function deletionsOf(plan: Plan): Deletions {
  const deletedWithAddress = groupBy(
    plan.steps.filter((step): step is DeleteStep => step.action === "delete"),
    ({ deletedWith }) => deletedWith,
  );
  const deleted = new Set<string>();
  const begun = new Set<string>();
  const add = (address: Address, id: string) => {
    deleted.add(id);
    for (const step of deletedWithAddress.get(address) ?? []) add(step.address, step.id);
  };
  return {
    has: (id) => deleted.has(id),
    isBeingDeleted: (id) => begun.has(id) || deleted.has(id),
    begin: (id) => void begun.add(id),
    add,
  };
}
