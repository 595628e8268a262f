import type { Address } from "../../model/address.ts";
import { rememberedValue } from "../../model/attribute-value.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { groupBy } from "../../model/groups.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import type { State } from "../../model/state.ts";
import { containsSecret, resolveValue } from "../decide/compare.ts";
import { type AppliedObject, appliedObjects, type LeftAsApplied } from "./applied-index.ts";
import { isMadeUnfinished, isOpen, type Matching } from "./matches.ts";

/** A new object of the layout, and what the state has under an address that the layout has no more. */
export type SameAsApplied = readonly [DesiredObject, AppliedObject];

/** The state is read through once, when somebody first asks. */
export function leftAsApplied(
  state: State | undefined,
  left: ReadonlyMap<ObjectKey, Address>,
): LeftAsApplied {
  return once(() =>
    left.size === 0
      ? new Map<string, AppliedObject[]>()
      : groupBy(
          appliedObjects(state).filter(
            ({ key, address, entry }) => left.get(key) === address && Object.keys(entry.applied).length > 0,
          ),
          appliedText,
        ),
  );
}

/**
 * Finds objects that have nothing new but their address: everything that is declared now was applied then, and no more. Where
 * several were alike, or several are, nothing says which is which.
 */
export function sameAsApplied(
  matching: Matching,
  objects: readonly DesiredObject[],
): readonly SameAsApplied[] {
  const had = matching.leftAsApplied();
  if (had.size === 0) return [];
  const isThere = ({ type, key, entry }: AppliedObject) =>
    !matching.byLive.has(key) && matching.live.get(type, entry.id) !== undefined;
  const asked = new Set(objects.filter((object) => isOpen(matching, object)));
  const types = new Set([...asked].map(({ type }) => type));
  const made = matching.desired.world.objects.filter(
    (object) => types.has(object.type) && isMadeUnfinished(matching, object),
  );
  const wanted = groupBy([...asked, ...made], (object) => declaredText(matching, object));
  return [...wanted].flatMap(([text, [object, ...others]]): readonly SameAsApplied[] => {
    const [applied, ...more] = (text === undefined ? [] : (had.get(text) ?? [])).filter(isThere);
    if (object === undefined || !asked.has(object) || applied === undefined) return [];
    return others.length + more.length === 0 ? [[object, applied]] : [];
  });
}

function appliedText({ type, entry: { scopeId, container, applied } }: AppliedObject): string {
  return placeText(type, [scopeId, container], applied);
}

/** Undefined: it refers to something that is not there as yet. A secret is no text that was applied: the state has its hash. */
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
