import { isKnownTo } from "../../model/api-version-marks.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { type ResourceType, writerOf } from "../../model/resource-type.ts";
import { resolveValue } from "./compare.ts";

/** How an object is created where no reader sees it, and shown later. */
export interface HiddenFirst {
  readonly attribute: string;
  /** The value with which readers see it. */
  readonly shown: boolean;
}

/** Undefined where the creating call of the type cannot say it, or no later call can take it back. */
export function hiddenFirst(type: ResourceType, apiVersion: ApiVersion): HiddenFirst | undefined {
  for (const [name, { publishes, atCreate, schema }] of Object.entries(type.attributes)) {
    const isSettable = atCreate !== "no" && writerOf(type, name) !== undefined;
    if (publishes !== undefined && isSettable && isKnownTo(schema, apiVersion))
      return { attribute: name, shown: publishes };
  }
  return undefined;
}

/** Whether fewer people are to see an object than would before these of its attributes are written. */
export function isVisibleTooEarly(
  type: ResourceType,
  { attributes }: Pick<DesiredObject, "attributes">,
  later: readonly string[],
): boolean {
  return later.some((name) => {
    const { publishes, widens, default: usual = null } = type.attributes[name] ?? {};
    const value = resolveValue(attributes[name] ?? null, () => undefined) ?? null;
    if (publishes !== undefined) return value !== publishes;
    return widens?.kind === "visibility" && widens.isWider(value, usual);
  });
}
