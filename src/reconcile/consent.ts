import { unpermitted } from "../plan/guard/permissions.ts";
import type { GuardRefusal, Plan } from "../plan/plan.ts";

/** What a person can permit that a plan may not do by itself. */
export type Permission =
  /** Deleting and replacing. */
  | "deletes"
  /** Creating beside live objects that could be the same. */
  | "creates"
  /** Overwriting what somebody changed on the service meanwhile. */
  | "overwrites";

/** What a run may do. */
export interface Consent {
  readonly allow: ReadonlySet<Permission>;
  /** Do everything but the deletes. */
  readonly skipDeletes?: boolean;
}

/** What still stands against doing the plan. */
export function refusalsOf(
  { guard }: Plan,
  { allow, skipDeletes = false }: Consent,
): readonly GuardRefusal[] {
  return unpermitted(guard, {
    allowDeletes: allow.has("deletes"),
    allowCreate: allow.has("creates"),
    overwriteLive: allow.has("overwrites"),
    skipDeletes,
  });
}
