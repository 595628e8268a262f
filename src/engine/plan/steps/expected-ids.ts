import type { Address } from "../../../model/address.ts";
import type { ApiVersion } from "../../../model/endpoint.ts";
import type { Plan, PlanStep } from "../../../model/plan/plan.ts";
import { siblingSetOf } from "../../../model/resource-type/place.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { getOrMake } from "../../../util/groups.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Lists of ids that steps expect, by name. Many steps expect the same list, so a plan has each one once. */
type ExpectedIds = Pick<Plan, "knownIds" | "siblings">;

/** Names the list of live objects of a type in a scope. */
export function knownIdsName({ type, scope }: { readonly type: string; readonly scope?: Address }): string {
  return scope === undefined ? type : `${type} ${scope}`;
}

/** Names the list of siblings that an object gets in a container. null: the root of its scope. */
export function siblingsName(
  { types, live, names }: PlanContext,
  object: LiveObject,
  to: Address | null,
): string {
  const set = siblingSetOf(types.get(object.type), live.world.apiVersion);
  return `${set ?? object.type} ${to ?? names.scopeOf(object) ?? object.scopeId ?? ""}`.trimEnd();
}

/** The lists that these steps expect, as they are when the plan is made. */
export function expectedIds(context: PlanContext, steps: readonly PlanStep[]): ExpectedIds {
  const knownIds = new Map<string, readonly string[]>();
  const siblings = new Map<string, readonly string[]>();
  for (const step of steps)
    if (step.action === "create")
      getOrMake(knownIds, step.expects.knownIds, () => idsBeside(context, step.address));
    else if (step.action === "move")
      getOrMake(siblings, step.expects.siblings, () => siblingIds(context, step));
  return { knownIds: Object.fromEntries(knownIds), siblings: Object.fromEntries(siblings) };
}

/** Ids of the live objects of the object's type in its scope. None if the scope is not created yet. */
function idsBeside({ desired, decisions, live }: PlanContext, address: Address): readonly string[] {
  const { type = "", scope } = desired.get(address) ?? {};
  const scopeId = scope === undefined ? undefined : decisions.retained.get(scope)?.live.id;
  if (scope !== undefined && scopeId === undefined) return [];
  return live
    .ofType(type)
    .filter((each) => each.scopeId === scopeId)
    .map(({ id }) => id);
}

/** Ids of the siblings that the object gets, in their order. None if the container is not created yet. */
function siblingIds(
  { types, decisions, live }: PlanContext,
  { type: name, id, to }: Extract<PlanStep, { action: "move" }>,
): readonly string[] {
  const { apiVersion } = live.world;
  const type = types.get(name);
  const set = siblingSetOf(type, apiVersion);
  const root = { type: type.scope ?? "", id: live.get(name, id)?.scopeId ?? "" };
  const parent = to === null ? root : decisions.retained.get(to)?.live;
  if (set === undefined || parent === undefined) return [];
  return siblingsIn(types, live.inside(parent.type, parent.id), { set, apiVersion });
}

/** Ids of the objects that share an order. */
export function siblingsIn(
  types: TypeIndex,
  inside: readonly LiveObject[],
  { set, apiVersion }: { readonly set: string; readonly apiVersion: ApiVersion },
): readonly string[] {
  return inside
    .filter((object) => siblingSetOf(types.get(object.type), apiVersion) === set)
    .map((object) => object.id);
}
