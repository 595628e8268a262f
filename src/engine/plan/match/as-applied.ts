import { rememberedValue } from "../../../model/attribute-value.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { State } from "../../../model/state.ts";
import { groupBy } from "../../../util/groups.ts";
import { canonicalJson, type Json } from "../../../util/json.ts";
import { once } from "../../../util/once.ts";
import { containsSecret, resolveValue } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import { type AppliedObject, appliedObjects, type LeftAsApplied } from "./applied-index.ts";
import { isMadeUnfinished, isOpen, type Matching } from "./matches.ts";

/** A new object of the layout, and the state's object under an address that the layout no longer has. */
export type SameAsApplied = readonly [DesiredObject, AppliedObject];

/** It indexes the state once, at the first call. */
export function leftAsApplied(state: State | undefined, desired: DesiredIndex): LeftAsApplied {
  return once(() =>
    groupBy(
      appliedObjects(state).filter(
        ({ address, entry }) => desired.get(address) === undefined && Object.keys(entry.applied).length > 0,
      ),
      appliedText,
    ),
  );
}

/**
 * Finds objects in which only the address is new: the declared values are exactly the values that were last applied. Several equal objects
 * on one side match nothing, because docsform cannot distinguish them.
 */
export function sameAsApplied(
  matching: Matching,
  objects: readonly DesiredObject[],
): readonly SameAsApplied[] {
  const had = matching.leftAsApplied();
  if (had.size === 0) return [];
  const isLiveAndFree = ({ type, key, entry }: AppliedObject) =>
    !matching.byLive.has(key) && matching.live.get(type, entry.id) !== undefined;
  const asked = new Set(objects.filter((object) => isOpen(matching, object)));
  const types = new Set([...asked].map(({ type }) => type));
  const made = matching.desired.world.objects.filter(
    (object) => types.has(object.type) && isMadeUnfinished(matching, object),
  );
  const wanted = groupBy([...asked, ...made], (object) => declaredText(matching, object));
  return [...wanted].flatMap(([text, [object, ...others]]): readonly SameAsApplied[] => {
    const [applied, ...more] = (text === undefined ? [] : (had.get(text) ?? [])).filter(isLiveAndFree);
    if (object === undefined || !asked.has(object) || applied === undefined) return [];
    return others.length + more.length === 0 ? [[object, applied]] : [];
  });
}

function appliedText({ type, entry: { scopeId, container, applied } }: AppliedObject): string {
  return placeText(type, [scopeId, container], applied);
}

/**
 * The declared values as text. Undefined: the object refers to one that does not exist yet. The text of a secret never matches an applied
 * one, because the state has a salted hash.
 */
function declaredText(
  { types, byAddress }: Matching,
  { type, scope, container, attributes, ignore }: DesiredObject,
): string | undefined {
  const idOf = (address: string) => byAddress.get(address)?.live.id;
  const scopeId = scope === undefined ? undefined : idOf(scope);
  const inside = isReference(container) ? idOf(container.$ref) : container;
  if ((scope !== undefined && scopeId === undefined) || (isReference(container) && inside === undefined))
    return undefined;
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = types.get(type).attributes[name];
    if (attribute === undefined || ignore.includes(name)) continue;
    const resolved = resolveValue(value, idOf);
    if (resolved === undefined) return undefined;
    values[name] = rememberedValue(attribute, resolved, containsSecret(value), noHashing);
  }
  return placeText(type, [scopeId, inside], values);
}

const noHashing = { salt: "", hash: () => "" };

function placeText(
  type: string,
  [scopeId, container]: readonly [string | undefined, string | null | undefined],
  values: Readonly<Record<string, Json>>,
): string {
  return canonicalJson([type, scopeId ?? null, container === undefined ? "" : { in: container }, values]);
}
