import type { ComputedField, FollowedNames } from "../../model/terraform-schema.ts";
import {
  type CtyValue,
  ctyObject,
  isCtyObject,
  isUnknown,
  isWhollyKnown,
  unknown,
} from "../plugin/values/cty-value.ts";

/** The planned value of a computed field when these attributes change: the prior value if they cannot change it, otherwise unknown. */
export function plannedComputed(
  { follows }: ComputedField,
  before: CtyValue,
  changed: readonly string[],
): CtyValue {
  if (changed.length === 0) return before;
  if (typeof follows === "string" || Array.isArray(follows))
    return canChange(follows, changed) ? unknown : before;
  const parts = follows as Readonly<Record<string, FollowedNames>>;
  if (!isCtyObject(before))
    return Object.values(parts).some((part) => canChange(part, changed)) ? unknown : before;
  return ctyObject(
    Object.entries(before).map(([name, value]) => [name, canChange(parts[name], changed) ? unknown : value]),
  );
}

function canChange(follows: FollowedNames = [], changed: readonly string[]): boolean {
  return follows === "any write" || follows.some((name) => changed.includes(name));
}

/** The planned value, with the live value in each place that the plan left unknown. */
export function filledIn(planned: CtyValue | undefined, live: CtyValue): CtyValue {
  if (planned === undefined || isUnknown(planned)) return live;
  if (!isCtyObject(planned) || !isCtyObject(live)) return isWhollyKnown(planned) ? planned : live;
  return ctyObject(
    Object.entries(planned).map(([name, value]) => [name, filledIn(value, live[name] ?? null)]),
  );
}
