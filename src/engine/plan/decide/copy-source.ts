import type { Address } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { PlanContext } from "./plan-context.ts";

/** The source of a copy. */
export interface CopySource {
  /** Absent: the layout does not declare it. */
  readonly address: Address | undefined;
  /** Absent: it does not exist yet. */
  readonly live: LiveObject | undefined;
}

/** The source of an object with these attributes. Undefined: the object is no copy. */
export function sourceOfCopy(
  { types, live, matches }: Pick<PlanContext, "types" | "live" | "matches">,
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): CopySource | undefined {
  const rule = copyRuleOf(types.get(type), attributes);
  if (rule === undefined) return undefined;
  const value = attributes[rule.attribute];
  if (typeof value === "string") return { address: undefined, live: live.get(type, value) };
  const address = isReference(value as never) ? (value as { readonly $ref: Address }).$ref : undefined;
  return {
    address,
    live: address === undefined ? undefined : matches.byAddress.get(address)?.live,
  };
}
