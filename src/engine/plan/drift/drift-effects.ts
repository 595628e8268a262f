import { typeOfAddress } from "../../../model/address.ts";
import { isHashed, writtenOver } from "../../../model/attribute-value.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Danger, Effect } from "../../../model/plan/plan.ts";
import { isSecretValue } from "../../../model/secret-value.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import { addressesInState, type State, type StateEntry } from "../../../model/state.ts";
import { append } from "../../../util/groups.ts";
import type { Json } from "../../../util/json.ts";
import { once } from "../../../util/once.ts";
import { present } from "../../../util/present.ts";
import { audienceOf } from "../../audience/audience.ts";
import { compareAudiences } from "../../audience/compare-audiences.ts";
import { type AnyEffect, describeDifference } from "../audience/describe-difference.ts";
import { divided, urlOf } from "../audience/plan-effects.ts";
import { type Doing, keyIn } from "../audience/planned-worlds.ts";
import { simulate } from "../audience/simulate.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { WholeLayout } from "../steps/order-layout.ts";
import type { DriftEntry } from "./drift-entry.ts";

/** What changes on the service made different for people. The steps of an effect are indexes of entries. */
export interface DriftEffects {
  readonly dangers: readonly Danger[];
  readonly effects: readonly Effect[];
}

/** Compares the world that was applied with the live one. Without a state, the declared world counts as applied. */
export function effectsOfDrift(
  { context, ...doing }: WholeLayout,
  entries: readonly DriftEntry[],
): DriftEffects {
  const ofService = entries
    .map((entry, at) => [at, entry] as const)
    .filter(([, { changedIn }]) => changedIn !== "layout");
  if (ofService.length === 0) return { dangers: [], effects: [] };
  const { types, state, live, names } = context;
  const causes = new Map<ObjectKey, number[]>();
  for (const [at, entry] of ofService) append(causes, keyOfEntry(context, doing, entry), at);
  const applied =
    state === undefined
      ? simulate(doing, live.world, types.all)
      : appliedWorld(
          context,
          state,
          ofService.map(([, entry]) => entry),
        );
  const [before, after] = [audienceOf(applied, types), audienceOf(live.world, types)];
  const inState = addressesInState(state);
  const found = compareAudiences({ before, after, types, changed: causes.keys() }).map((difference) =>
    describeDifference(difference, {
      causes,
      named: (key) => {
        const object = after.get(key) ?? before.get(key);
        const [type = "", id = ""] = key.split("\n");
        const address = after.get(key) === undefined ? (inState.get(key) ?? id) : names.ofLive({ type, id });
        return { address, type, id, title: object === undefined ? id : titleOfLive(types, object) };
      },
      urlOf: (key) => {
        const object = after.get(key);
        return object && urlOf(types, object);
      },
    }),
  );
  return divided([...removals(ofService), ...found]);
}

/** A person's delete is a danger as docsform's own is. */
function removals(ofService: readonly (readonly [number, DriftEntry])[]): readonly AnyEffect[] {
  return ofService.flatMap(([at, { change, address, type, title }]) =>
    change === "removed" ? [{ kind: "delete" as const, steps: [at], address, type, title }] : [],
  );
}

function keyOfEntry(
  { state }: PlanContext,
  doing: Doing,
  { address, type, change, after }: DriftEntry,
): ObjectKey {
  if (change === "added" && typeof after === "string") return objectKey(type, after);
  const id = state?.objects[address]?.id;
  return id === undefined ? keyIn(doing, address) : objectKey(type, id);
}

type Objects = Map<ObjectKey, LiveObject>;

/** The live world with what was last applied where it has changed since. */
function appliedWorld(
  { live, matches, types }: PlanContext,
  state: State,
  entries: readonly DriftEntry[],
): Snapshot {
  const objects: Objects = new Map(live.world.objects.map((object) => [keyOf(object), object]));
  const containerOf = containersIn(state, live.world);
  for (const entry of entries) {
    const known = state.objects[entry.address];
    if (entry.change === "added" && typeof entry.after === "string")
      objects.delete(objectKey(entry.type, entry.after));
    if (known === undefined) continue;
    if (entry.change === "removed") {
      const successor = entry.newId && matches.byAddress.get(entry.address)?.live;
      if (successor) objects.delete(keyOf(successor));
      const removed = asApplied(entry.type, known, containerOf);
      objects.set(keyOf(removed), removed);
    } else revertChange(objects, entry, known, { types, live, containerOf });
  }
  return { ...live.world, objects: [...objects.values()] };
}

type ContainerOf = (id: string | null | undefined) => LiveObject["container"];

/** The state has only the id of a container. */
function containersIn(state: State, { objects }: Snapshot): ContainerOf {
  const typeOf = once(
    () =>
      new Map([
        ...objects.map(({ id, type }) => [id, type] as const),
        ...Object.entries(state.objects).map(([address, { id }]) => [id, typeOfAddress(address)] as const),
      ]),
  );
  return (id) => {
    const type = id == null ? undefined : typeOf().get(id);
    return id == null || type === undefined ? null : { type, id };
  };
}

function asApplied(
  type: string,
  { id, scopeId, container, isDefault, rank = 0, undeclared, applied }: StateEntry,
  containerOf: ContainerOf,
): LiveObject {
  return {
    type,
    id,
    ...present({ scopeId }),
    container: containerOf(container),
    isDefault: isDefault === true,
    rank,
    attributes: { ...undeclared, ...applied },
  };
}

function revertChange(
  objects: Objects,
  { type, change, attribute, before }: DriftEntry,
  { id, container }: StateEntry,
  { types, live, containerOf }: Pick<PlanContext, "types" | "live"> & { readonly containerOf: ContainerOf },
): void {
  const key = objectKey(type, id);
  const object = objects.get(key);
  if (object === undefined) return;
  if (change === "moved" && container !== undefined)
    objects.set(key, { ...object, container: containerOf(container) });
  if (attribute === undefined) return;
  const rule = types.get(type).attributes[attribute];
  if (rule === undefined) objects.set(key, { ...object, isDefault: before === true });
  else {
    const now = object.attributes[attribute] ?? null;
    const former = writtenOver(rule, now, before as Json, live.world.currentUser);
    const isSecret = [before, now].some((each) => isHashed(each) || isSecretValue(rule, each));
    const value = isSecret ? "a former secret" : former;
    objects.set(key, { ...object, attributes: { ...object.attributes, [attribute]: value } });
  }
}
