import { isKnownTo } from "../../../model/api-version-marks.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { ApiVersion } from "../../../model/endpoint.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { resolveValue } from "./compare.ts";

/** How an object is created hidden from readers, and shown later. */
export interface HiddenFirst {
  readonly attribute: string;
  /** The value that shows the object to readers. */
  readonly shown: boolean;
}

/** Undefined: the creating call of the type cannot hide the object, or no later call can show it. */
export function hiddenFirst(type: ResourceType, apiVersion: ApiVersion): HiddenFirst | undefined {
  for (const [name, { publishes, atCreate, schema }] of Object.entries(type.attributes)) {
    const isSettable = atCreate !== "no" && writerOf(type, name) !== undefined;
    if (publishes !== undefined && isSettable && isKnownTo(schema, apiVersion))
      return { attribute: name, shown: publishes };
  }
  return undefined;
}

/** Whether more people would see an object before these attributes are written than afterwards. */
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
