import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** Recreated objects with something that only a person can give to the new one, such as a host name. */
export const boundObjects: Guard = (context) =>
  [...context.decisions.created.values()].flatMap(({ desired, replaces }) => {
    if (replaces === undefined) return [];
    const { address } = desired;
    return boundBy(context, desired.type, replaces.live.computed ?? {}).map((bound) =>
      refusal("guard/not-transferable", [address], { address, reason: replaces.reason, ...bound }),
    );
  });

function boundBy({ types }: PlanContext, type: string, computed: Readonly<Record<string, unknown>>) {
  return Object.entries(types.get(type).computed ?? {}).flatMap(([name, { boundUntil }]) => {
    const value = computed[name];
    return boundUntil === undefined || typeof value !== "string" || value === ""
      ? []
      : [{ name, value, remedy: boundUntil }];
  });
}
