import { type Address, isUnmanagedAddress, unmanagedAddress } from "../../model/address.ts";
import { wordsOf } from "../../model/codes/plan-words.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { errorOf, noteOf } from "../../model/plan/errors-and-notes.ts";
import type { Danger, Effect, Plan, PlanNote } from "../../model/plan/plan.ts";
import { selectionOf } from "../../model/plan/selection.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import { isOwnUser } from "../../model/resource-type/identity.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { PlanResult } from "./compose-plan.ts";
import { matchWithoutDead } from "./match/match-layout.ts";
import type { Match } from "./match/match-objects.ts";
import { originsOf } from "./match/origins.ts";
import type { PlanInputs } from "./pipeline.ts";
import { planChanges } from "./pipeline.ts";
import { chosenIn, notDestroyable } from "./select/select-whole.ts";
import { secretTextsOf, withoutSecretTexts } from "./world/secret-texts.ts";

/**
 * Plans the deletion of what the layout declares, and of nothing else: it removes the objects from the layout, and deletes only the
 * live objects that matched them. A pinned object that no longer exists gives a note, not an error. The id of an organization other
 * than the layout's is the error `plan/destroy-other-organization`.
 */
export function planDestroy(inputs: PlanInputs, limits: DestroyLimits): PlanResult {
  const { organizationId } = inputs.desired;
  if (limits.organizationId !== organizationId) {
    const facts = { organizationId, confirmed: limits.organizationId };
    return { diagnostics: [errorOf(wordsOf("plan/destroy-other-organization", facts))] };
  }
  return withoutSecretTexts(decideDestroy(inputs, limits), secretTextsOf(inputs));
}

/** Limits of a destroy. */
export interface DestroyLimits {
  /** Id of the layout's organization, which confirms the destroy. */
  readonly organizationId: string;
  /** Maximum number of objects to delete. Absent: any number, because the organization's id confirms all of them. */
  readonly maxDeletes?: number;
}

function decideDestroy(inputs: PlanInputs, limits: DestroyLimits): PlanResult {
  const { matched, dead: gone } = matchWithoutDead(inputs);
  const { types, desired, matches } = matched;
  if (matches.diagnostics.some((diagnostic) => diagnostic.severity === "error"))
    return { diagnostics: matches.diagnostics };
  const { selection = {} } = inputs;
  const refused = notDestroyable(inputs.desired, selection);
  if (refused.length > 0) return { diagnostics: refused };
  const isChosen = chosenIn(desired.world, selection);
  const isChosenMatch = (match: Match) => isChosen(match.desired.address);
  const all = [...matches.byAddress.values()];
  const { maxDeletes = Number.MAX_SAFE_INTEGER } = limits;
  const isNamed = ({ desired: { address } }: Match) => isUnmanagedAddress(address);
  const stays = (match: Match) => isOnlyImported(types.get(match.live.type)) || isNamed(match);
  const chosen = all.filter(isChosenMatch);
  const toDelete = chosen.filter((match) => !stays(match));
  const remaining = {
    ...worldWithout(inputs, types, toDelete, chosen),
    safety: { maxDeletes: { count: maxDeletes } },
    // The layout only names these objects by their ids, so they stay, without what the layout has put into them.
    deletesRemovedIn: chosen.filter(isNamed).map(({ live: { id } }) => id),
  };
  const { plan, ...rest } = planChanges({
    ...inputs,
    purpose: "destroy",
    // The layout below declares the remaining objects by their ids, which must not count as imports.
    origins: originsOf({ ...inputs, types }),
    desired: remaining,
    selection: undefined,
  });
  if (plan === undefined) return rest;
  const others = all.filter(
    (match) => !isChosenMatch(match) && !stays(match) && types.get(match.live.type).scope === undefined,
  );
  const leftOut = others.map(({ desired: { address } }) => ({ address, action: "delete" as const }));
  const selected = inputs.selection && { selection: { ...selectionOf(selection), leftOut } };
  const notes = [
    ...gone.map(goneNote),
    ...importedNotes(
      types,
      chosen.filter((match) => stays(match) && !isNamed(match)),
      inputs.live.currentUser,
    ),
  ];
  return { ...rest, plan: { ...withoutOthers(plan, isChosen, notes), ...selected } };
}

/**
 * The layout after the destroy. It declares other live objects by their ids, so that pruning keeps them. An object that stays loses its
 * declared references to deleted objects.
 */
function worldWithout(
  { types: all, desired, live }: PlanInputs,
  types: TypeIndex,
  toDelete: readonly Match[],
  chosen: readonly Match[],
): Omit<DesiredWorld, "safety"> {
  const deletedKeys = new Set(toDelete.map((match) => keyOf(match.live)));
  const toClear = new Map(
    chosen
      .map(
        (match) =>
          [keyOf(match.live), { ...match, attributes: clearedIn(types, match, deletedKeys) }] as const,
      )
      .filter(([, { attributes }]) => Object.keys(attributes).length > 0),
  );
  const others = live.objects.filter(
    (object) => types.get(object.type).scope === undefined && !deletedKeys.has(keyOf(object)),
  );
  const deletable = all.filter((type) => type.scope === undefined && type.deletion !== undefined);
  return {
    organizationId: desired.organizationId,
    prune: deletable.map((type) => type.name),
    objects: others.map((object, rank) => {
      const declared = toClear.get(keyOf(object));
      return {
        address: declared?.desired.address ?? unmanagedAddress(object.type, object.id),
        type: object.type,
        attributes: declared?.attributes ?? {},
        pin: object.id,
        ignore: [],
        owns: [],
        rank,
      };
    }),
  };
}

/** The attributes whose declared references are to objects that the plan deletes. */
function clearedIn(
  types: TypeIndex,
  { desired, live }: Match,
  toDelete: ReadonlySet<ObjectKey>,
): Readonly<Record<string, null>> {
  const attributes = Object.entries(types.get(live.type).attributes);
  const names = attributes.flatMap(([name, { reference, nullable }]) => {
    const id = live.attributes[name];
    const isDangling =
      isReference(desired.attributes[name]) &&
      reference !== undefined &&
      typeof id === "string" &&
      toDelete.has(objectKey(reference.type, id));
    return isDangling && nullable === true ? [name] : [];
  });
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Removes the steps that are no part of a destroy: imports, and forgets of objects that the selection omits. */
function withoutOthers(
  plan: Plan,
  isChosen: (address: Address) => boolean,
  notes: readonly PlanNote[],
): Plan {
  const kept = [...plan.steps.entries()].filter(
    ([, { action, address }]) =>
      !["import", "record"].includes(action) && (action !== "forget" || isChosen(address)),
  );
  const steps = kept.map(([, step]) => step);
  const changed = new Set(steps.map(({ address }) => address));
  const shift = new Map(kept.map(([before], at) => [before, at]));
  const shifted = <E extends Danger | Effect>(effect: E): E => ({
    ...effect,
    steps: effect.steps.flatMap((at) => shift.get(at) ?? []),
  });
  return {
    ...plan,
    steps,
    dangers: plan.dangers.map(shifted),
    effects: plan.effects.map(shifted),
    nodes: plan.nodes.map((node) => ({ ...node, step: shift.get(node.step) ?? -1 })),
    notes: [...plan.notes, ...notes],
    managed: Object.fromEntries(Object.entries(plan.managed).filter(([address]) => changed.has(address))),
  };
}

/** Notes about imported objects, which stay because they existed before docsform. */
function importedNotes(
  types: TypeIndex,
  matches: readonly Match[],
  currentUser: Snapshot["currentUser"],
): readonly PlanNote[] {
  return matches
    .filter(({ live }) => types.get(live.type).deletion !== undefined)
    .map(({ desired: { address }, live }) => {
      const type = types.get(live.type);
      const words = isOwnUser(type, live.id, currentUser)
        ? wordsOf("plan/own-user-stays", { case: "ownUser", object: address, person: type.label.one })
        : wordsOf("plan/imported-stays", { address, objects: type.label.many });
      return noteOf(words, address);
    });
}

function goneNote({ address, pin }: DesiredObject): PlanNote {
  return noteOf(wordsOf("plan/gone", { address, pin: pin ?? "" }), address);
}
