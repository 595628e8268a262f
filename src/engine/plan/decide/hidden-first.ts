import { isKnownTo } from "../../../model/api-version-marks.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { ApiVersion } from "../../../model/endpoint.ts";
import type { PlanNode } from "../../../model/plan/plan.ts";
import { givesRights, opensMore, reachOf } from "../../../model/resource-type/opens.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { resolveValue } from "../world/compare.ts";

/** How an object is created hidden from readers, and shown later. */
export interface HiddenFirst {
  readonly attribute: string;
  /** The value that shows the object to readers. */
  readonly shown: boolean;
}

/** Undefined: the creating call of the type cannot hide the object, or no later call can show it. */
export function hiddenFirst(type: ResourceType, apiVersion: ApiVersion): HiddenFirst | undefined {
  for (const [name, { opens, atCreate, schema }] of Object.entries(type.attributes)) {
    const isSettable = atCreate !== "no" && writerOf(type, name) !== undefined;
    if (opens?.as !== "gate" || !isSettable || !isKnownTo(schema, apiVersion)) continue;
    const shown = [true, false].find((value) => reachOf(opens, value) !== "none");
    const isSwitch = [true, false].some((value) => reachOf(opens, value) === "none");
    if (isSwitch && shown !== undefined) return { attribute: name, shown };
  }
  return undefined;
}

/** Whether a node hides an object that others show again, or shows it. Undefined: neither. */
export function hidesOrShows(
  type: ResourceType,
  apiVersion: ApiVersion,
  node: PlanNode,
): "hides" | "shows" | undefined {
  const hiding = node.kind === "write" ? hiddenFirst(type, apiVersion) : undefined;
  if (node.kind !== "write" || hiding === undefined || !(hiding.attribute in node.values)) return undefined;
  return node.temporary === true ? "hides" : "shows";
}

/** Whether more people would see an object before these attributes are written than afterwards. */
export function isVisibleTooEarly(
  type: ResourceType,
  { attributes }: Pick<DesiredObject, "attributes">,
  later: readonly string[],
): boolean {
  return later.some((name) => {
    const { opens, default: usual = null } = type.attributes[name] ?? {};
    if (givesRights(opens)) return false;
    const value = resolveValue(attributes[name] ?? null, () => undefined) ?? null;
    return opensMore(opens, value, usual);
  });
}
