import { type Address, typeOfAddress } from "../../model/address.ts";
import type { Threshold } from "../../model/desired-world.ts";
import { attributesIn, includesContainer } from "../../model/key-field.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import { addressOfLive } from "../context.ts";
import { isPruned } from "../decide/decide.ts";
import { movedBy } from "../decide/three-way.ts";
import { referrersOf } from "../order/build-edges.ts";
import type { GuardRefusal, GuardVerdict, Step } from "../plan.ts";
import { holderAddress, titleOfLive } from "../tell/steps.ts";

/** What a person permits for one run. */
export interface Permissions {
  readonly allowDeletes?: boolean;
  readonly skipDeletes?: boolean;
  readonly allowCreate?: boolean;
  readonly overwriteLive?: boolean;
}

/** Refusals that the permissions do not lift: apply must not write while there is one. */
export function unpermitted(verdict: GuardVerdict, permissions: Permissions): readonly GuardRefusal[] {
  const flags = {
    "--allow-deletes": permissions.allowDeletes === true || permissions.skipDeletes === true,
    "--allow-create": permissions.allowCreate === true,
    "--overwrite-live": permissions.overwriteLive === true,
  };
  return verdict.refusals.filter((refusal) => {
    if (permissions.skipDeletes && aboutDeletes.has(refusal.code)) return false;
    return refusal.permittedBy === undefined || !flags[refusal.permittedBy];
  });
}

const aboutDeletes = new Set([
  "guard/deletes",
  "guard/too-many-deletes",
  "guard/protected",
  "guard/cascade",
  "guard/still-referenced",
  "guard/not-ours",
  "guard/incomplete-prune",
]);

/** Deletes are refused beyond this share of what is managed, from `smallestForShare` objects on. */
const defaultMaxDeletes: Threshold = { share: 0.3 };
const defaultMaxChanges: Threshold = { share: 0.5 };
const smallestForShare = 10;

/** Judges a plan: every reason for which apply must not go on without a person's word. */
export function judge(context: PlanContext, steps: readonly Step[]): GuardVerdict {
  const deletes = steps.filter((step) => step.action === "delete" || step.action === "replace");
  const changes = steps.filter((step) => step.action === "patch" || step.action === "move");
  const managed = context.decisions.kept.size + deletes.length;
  const refusals = [
    ...deletePermission(deletes),
    ...thresholds(context, steps, deletes, changes),
    ...protectedObjects(context, deletes),
    ...cascades(context),
    ...stillReferenced(context),
    ...notOurs(context),
    ...createdBeside(context),
    ...unseen(context, steps),
    ...structureKinds(context),
    ...changedByBoth(context),
    ...blockedScopes(context, steps),
  ];
  return { refusals, deletes: deletes.length, changes: changes.length, managed };
}

function deletePermission(deletes: readonly Step[]): readonly GuardRefusal[] {
  if (deletes.length === 0) return [];
  return [
    {
      code: "guard/deletes",
      message: `${count(deletes.length, "object")} would be deleted.`,
      remedy: "Allow it with --allow-deletes, or do the rest with --skip-deletes.",
      addresses: deletes.map((step) => step.address),
      permittedBy: "--allow-deletes",
    },
  ];
}

function thresholds(
  context: PlanContext,
  steps: readonly Step[],
  deletes: readonly Step[],
  changes: readonly Step[],
): readonly GuardRefusal[] {
  const { maxDeletes = defaultMaxDeletes, maxChanges = defaultMaxChanges } = context.desired.world.safety;
  const kept = [...context.decisions.kept.values()];
  const groups: readonly (string | undefined)[] = [undefined, ...new Set(steps.map((step) => step.type))];
  const refusals: GuardRefusal[] = [];
  for (const type of groups) {
    const of = <T extends { readonly type: string }>(list: readonly T[]) =>
      type === undefined ? list : list.filter((each) => each.type === type);
    const paired = of(kept.map((each) => each.desired)).length;
    const going = of(deletes);
    const what = type === undefined ? "what is managed" : `the ${context.types.get(type).label.many}`;
    if (exceeds(going.length, paired + going.length, maxDeletes))
      refusals.push(
        tooMany("guard/too-many-deletes", "maxDeletes", going, paired + going.length, `deleted, of ${what}`),
      );
    const changed = of(changes);
    const objects = new Set(changed.map((step) => step.address)).size;
    if (context.lock !== undefined && exceeds(objects, paired, maxChanges))
      refusals.push(tooMany("guard/too-many-changes", "maxChanges", changed, paired, `changed, of ${what}`));
  }
  return refusals.filter((refusal, at) => refusals.findIndex((each) => each.code === refusal.code) === at);
}

function exceeds(part: number, whole: number, limit: Threshold): boolean {
  if (part === 0) return false;
  return "count" in limit ? part > limit.count : whole >= smallestForShare && part / whole > limit.share;
}

function tooMany(
  code: string,
  option: string,
  steps: readonly Step[],
  whole: number,
  done: string,
): GuardRefusal {
  const addresses = [...new Set(steps.map((step) => step.address))];
  return {
    code,
    message: `${addresses.length} of ${whole} objects would be ${done}: more than safety.${option} allows.`,
    remedy: `If that is meant, raise safety.${option} in the layout.`,
    addresses,
  };
}

function protectedObjects(context: PlanContext, deletes: readonly Step[]): readonly GuardRefusal[] {
  const going = new Set(deletes.map((step) => objectKey(step.type, "id" in step ? step.id : "")));
  const guarded = context.live.world.objects.filter(
    (live) => going.has(keyOf(live)) && isProtected(context, live),
  );
  if (guarded.length === 0) return [];
  return [
    {
      code: "guard/protected",
      message: `${guarded.map((live) => addressOfLive(context, live.type, live.id)).join(", ")} ${guarded.length === 1 ? "is" : "are"} protected and would be deleted or replaced.`,
      remedy: "Set `protect: false` and apply that first; then delete in a second apply.",
      addresses: guarded.map((live) => addressOfLive(context, live.type, live.id)),
    },
  ];
}

const protectedIds = new WeakMap<PlanContext, ReadonlySet<ObjectKey>>();

function isProtected(context: PlanContext, live: LiveObject): boolean {
  let ids = protectedIds.get(context);
  if (ids === undefined) {
    const locked = Object.entries(context.lock?.objects ?? {}).filter(([, entry]) => entry.protect);
    const declared = [...context.pairing.byAddress.values()].filter((pair) => pair.desired.protect === true);
    ids = new Set([
      ...locked.map(([address, entry]) => objectKey(typeOfAddress(address), entry.id)),
      ...declared.map((pair) => keyOf(pair.live)),
    ]);
    protectedIds.set(context, ids);
  }
  return ids.has(keyOf(live));
}

/** Deleting a container that still holds something which nobody deletes or moves out. */
function cascades(context: PlanContext): readonly GuardRefusal[] {
  const victims: { live: LiveObject; container: string }[] = [];
  for (const { live } of context.decisions.deleted.values())
    for (const inner of context.live.inside(live.type, live.id))
      if (staysInside(context, inner))
        victims.push({ live: inner, container: titleOfLive(context.types, live) });
  if (victims.length === 0) return [];
  const named = victims.map(
    ({ live, container }) =>
      `${addressOfLive(context, live.type, live.id)} (“${titleOfLive(context.types, live)}” in “${container}”)`,
  );
  return [
    {
      code: "guard/cascade",
      message: `The service would delete these along with what contains them: ${named.join(", ")}.`,
      remedy:
        "Declare them in another place, so that they are moved out first, or delete them by a step of their own.",
      addresses: victims.map(({ live }) => addressOfLive(context, live.type, live.id)),
    },
  ];
}

function staysInside(context: PlanContext, inner: LiveObject): boolean {
  const key = keyOf(inner);
  if (context.decisions.deleted.has(key)) return false;
  const pair = context.pairing.byLive.get(key);
  const kept = pair && context.decisions.kept.get(pair.desired.address);
  return !kept?.moves;
}

/** Deleting what something that stays refers to. */
function stillReferenced(context: PlanContext): readonly GuardRefusal[] {
  const uses: { live: LiveObject; by: LiveObject }[] = [];
  for (const { live } of context.decisions.deleted.values())
    for (const { object, attribute } of referrersOf(context, live)) {
      const key = keyOf(object);
      const pair = context.pairing.byLive.get(key);
      const kept = pair && context.decisions.kept.get(pair.desired.address);
      if (!context.decisions.deleted.has(key) && !kept?.changed.includes(attribute))
        uses.push({ live, by: object });
    }
  if (uses.length === 0) return [];
  const named = uses.map(
    ({ live, by }) =>
      `${addressOfLive(context, live.type, live.id)} is used by ${addressOfLive(context, by.type, by.id)} in ${holderAddress(context, by) ?? "the organization"}`,
  );
  return [
    {
      code: "guard/still-referenced",
      message: `What would be deleted is still in use: ${named.join("; ")}.`,
      remedy: "Let what uses it refer to something else, or delete it too.",
      addresses: uses.map(({ live }) => addressOfLive(context, live.type, live.id)),
    },
  ];
}

/** Deletes below an object that neither a pin nor the lock names: it may not be the one that is meant. */
function notOurs(context: PlanContext): readonly GuardRefusal[] {
  const unsure = new Set<Address>();
  for (const { live, replacedBy } of context.decisions.deleted.values()) {
    if (replacedBy !== undefined || live.scopeId === undefined) continue;
    const scope = context.types.get(live.type).scope ?? "";
    const pair = context.pairing.byLive.get(objectKey(scope, live.scopeId));
    if (pair && pair.by !== "pin" && pair.by !== "lock" && pair.by !== "journal")
      unsure.add(pair.desired.address);
  }
  if (unsure.size === 0) return [];
  return [
    {
      code: "guard/not-ours",
      message: `Something inside ${[...unsure].join(", ")} would be deleted, and neither an id nor the lock file says that this is the object that is meant.`,
      remedy:
        "Pin it with `id:`, or declare its live contents first (docsform pull shows them) and apply, which writes the lock file.",
      addresses: [...unsure],
    },
  ];
}

/** Without a lock, a rename in the app looks like a missing object: creating one beside the renamed one would double it. */
function createdBeside(context: PlanContext): readonly GuardRefusal[] {
  if (context.lock !== undefined) return [];
  const beside: { address: Address; others: readonly LiveObject[] }[] = [];
  for (const { desired, replaces } of context.decisions.created.values()) {
    const type = context.types.get(desired.type);
    // What cannot be renamed cannot hide under another name; in owned contents what is not declared is deleted.
    if (replaces || type.scope !== undefined || !isRenamable(type)) continue;
    const others = context.live
      .ofType(desired.type)
      .filter(
        (live) => !context.pairing.byLive.has(keyOf(live)) && !context.decisions.deleted.has(keyOf(live)),
      );
    const wanted =
      desired.container && typeof desired.container === "object"
        ? context.pairing.byAddress.get(desired.container.$ref)?.live.id
        : (desired.container ?? null);
    const under = others.filter((live) => (live.container?.id ?? null) === wanted);
    if (under.length > 0) beside.push({ address: desired.address, others: under });
  }
  if (beside.length === 0) return [];
  const named = beside.map(
    ({ address, others }) =>
      `${address} (beside ${others
        .slice(0, 3)
        .map((live) => `“${titleOfLive(context.types, live)}” ${live.id}`)
        .join(", ")}${others.length > 3 ? ` and ${others.length - 3} more` : ""})`,
  );
  return [
    {
      code: "guard/create-beside",
      message: `There is no lock file, and these would be created beside live objects that the layout does not declare: ${named.join(", ")}.`,
      remedy:
        "If one of those is meant, pin it with `id:`. If the new objects are really new, allow it with --allow-create.",
      addresses: beside.map(({ address }) => address),
      permittedBy: "--allow-create",
    },
  ];
}

function isRenamable({ identity, writers }: ResourceType): boolean {
  const isWritten = (name: string) => writers.some(({ attributes }) => attributes.includes(name));
  return includesContainer(identity.key) || attributesIn(identity.key).some(isWritten);
}

/** What is not in a list that the service itself calls longer may be there all the same. */
function unseen(context: PlanContext, steps: readonly Step[]): readonly GuardRefusal[] {
  return (context.live.world.incomplete ?? []).flatMap((list) => {
    const types = list.types.map((name) => context.types.get(name));
    const lacks = `The service counts ${list.expected} where its list of ${types.map(({ label }) => label.many).join(" and ")} holds ${list.got}, however often it is read`;
    const remedy = "Run it again. If that does not help, ask the service's support for what it counts.";
    const created = steps.filter((step) => step.action === "create" && list.types.includes(step.type));
    return [
      ...(created.length === 0
        ? []
        : [
            {
              code: "guard/incomplete-list",
              message: `${lacks}, so what would be created may be there already.`,
              remedy,
              addresses: created.map((step) => step.address),
            },
          ]),
      ...(types.some((type) => deletesUndeclared(context, type))
        ? [
            {
              code: "guard/incomplete-prune",
              message: `${lacks}, so nobody can say what else is not declared and would be deleted.`,
              remedy: `${remedy} --skip-deletes does the rest.`,
              addresses: [],
            },
          ]
        : []),
    ];
  });
}

/** Whether something of this type is deleted only because it is not declared. */
function deletesUndeclared({ desired: { world } }: PlanContext, type: ResourceType): boolean {
  const isOwned = type.scope !== undefined && world.objects.some(({ ownsContents }) => ownsContents);
  return isOwned || isPruned(world, type);
}

/** A site is either flat or made of sections: changing its kind loses the identity of everything in it. */
function structureKinds(context: PlanContext): readonly GuardRefusal[] {
  return [...context.decisions.kept.values()].flatMap(({ desired, live }) => {
    if (!desired.ownsContents) return [];
    const wanted = new Set(
      context.desired.inside(desired.address).map((child) => context.types.get(child.type).order?.siblingSet),
    );
    const inside = context.live
      .inside(live.type, live.id)
      .filter((child) => child.container === null && child.scopeId === live.id);
    const present = new Set(inside.map((child) => context.types.get(child.type).order?.siblingSet));
    const clash = [...wanted].some(
      (set) => set !== undefined && [...present].some((other) => other !== undefined && other !== set),
    );
    if (!clash) return [];
    return [
      {
        code: "guard/structure-kind",
        message: `${desired.address} is live with another kind of structure (${[...new Set(inside.map((child) => context.types.get(child.type).label.many))].join(", ")} at its root). Changing the kind would lose the identity of everything in it.`,
        remedy:
          "Change the kind of its structure in the app, then run docsform pull to see the layout that fits.",
        addresses: [desired.address],
      },
    ];
  });
}

function changedByBoth(context: PlanContext): readonly GuardRefusal[] {
  const { lock } = context;
  if (lock === undefined) return [];
  const fields = [...context.decisions.kept.values()].flatMap(({ desired, live, changed }) => {
    const entry = lock.objects[desired.address];
    if (entry === undefined || entry.id !== live.id) return [];
    const idOf = (address: Address) => context.pairing.byAddress.get(address)?.live.id;
    return changed.flatMap((name) => {
      const attribute = context.types.get(desired.type).attributes[name];
      if (attribute === undefined) return [];
      const by = movedBy({
        attribute,
        name,
        desired,
        live,
        entry,
        lockSalt: lock.salt,
        hash: context.options.hash,
        idOf,
        currentUser: context.live.world.currentUser,
      });
      return by === "both" ? [{ address: desired.address, name }] : [];
    });
  });
  if (fields.length === 0) return [];
  return [
    {
      code: "guard/both-changed",
      message: `Changed by somebody on the service and by the layout since the last apply: ${fields.map(({ address, name }) => `${name} of ${address}`).join(", ")}.`,
      remedy: "Take over the live value into the layout, or overwrite it with --overwrite-live.",
      addresses: [...new Set(fields.map(({ address }) => address))],
      permittedBy: "--overwrite-live",
    },
  ];
}

/** Something else owns the structure (Git Sync): writing it would fight with that. */
function blockedScopes(context: PlanContext, steps: readonly Step[]): readonly GuardRefusal[] {
  return context.live.world.objects.flatMap((live) => {
    if (live.blocked === undefined) return [];
    const pair = context.pairing.byLive.get(keyOf(live));
    const isInside = (step: Step) =>
      context.desired.get(step.address)?.scope === pair?.desired.address ||
      ("id" in step && context.live.get(step.type, step.id)?.scopeId === live.id);
    if (!pair || !steps.some((step) => writes(step) && isInside(step))) return [];
    return [
      {
        code: "guard/blocked",
        message: `${pair.desired.address}: ${live.blocked}`,
        remedy: "Make the change where its structure is kept, or end the synchronization.",
        addresses: [pair.desired.address],
      },
    ];
  });
}

function writes(step: Step): boolean {
  return step.action !== "adopt" && step.action !== "forget";
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`;
}
