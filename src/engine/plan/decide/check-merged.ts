import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { keyOf } from "../../../model/object-key.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { UniqueRule } from "../../../model/resource-type/identity.ts";
import { slugOf } from "../../../model/slug.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { cycleIn, graphOf } from "../../../util/graph.ts";
import { type UniqueValue, uniqueValue } from "../world/unique-value.ts";
import { keepsAll } from "./decisions.ts";
import { derivedTitle } from "./derived-title.ts";
import { inDefault, notInDefaults } from "./in-default.ts";
import type { PlanContext } from "./plan-context.ts";

/** Errors in the merged result: the layout together with the remaining live objects. */
export function checkMergedWorld(context: PlanContext): readonly Diagnostic[] {
  if (keepsAll(context.decisions)) return [];
  return [...containerCycles(context), ...conflictingValues(context), ...refusedInDefault(context)];
}

/** The layout and the snapshot can each be a tree, but not both together, if the layout does not declare a container. */
function containerCycles(context: PlanContext): readonly Diagnostic[] {
  const parents = new Map<Address, Address | null>();
  for (const live of context.live.world.objects)
    if (live.container) parents.set(context.names.ofLive(live), context.names.containerOf(live));
  for (const object of context.desired.world.objects) {
    const container = context.names.desiredContainerOf(object);
    if (container !== undefined) parents.set(object.address, container);
  }
  const inside = [...parents].map(
    ([address, parent]) => [address, parent !== null && parents.has(parent) ? [parent] : []] as const,
  );
  const members = cycleIn(graphOf(inside))?.map((at) => (inside[at] as (typeof inside)[number])[0]);
  return members === undefined ? [] : [cycleDiagnostic(context, members)];
}

function cycleDiagnostic(context: PlanContext, members: readonly Address[]): Diagnostic {
  const named = members.map((member) => context.desired.get(member)).find((object) => object !== undefined);
  const words = wordsOf("plan/container-cycle", { objects: [...members, members[0]].join(" → ") });
  return errorOf(words, named);
}

/** Declared values that the service refuses in the place where the object will be. */
function refusedInDefault(context: PlanContext): readonly Diagnostic[] {
  return notInDefaults(context).flatMap(({ object, name }) => {
    if (!isToBeWritten(context, object, name) || !inDefault(context, object).isInside) return [];
    const { address, container, type } = object;
    const facts = {
      address,
      attribute: name,
      value: JSON.stringify(object.attributes[name]),
      object: context.types.get(type).label.one,
    };
    const parent = isReference(container) ? context.desired.get(container.$ref) : undefined;
    const words =
      parent === undefined
        ? wordsOf("plan/not-in-default", { case: "default", ...facts })
        : wordsOf("plan/not-in-default", {
            case: "defaultOfDefault",
            ...facts,
            parent: context.types.get(parent.type).label.one,
          });
    return [errorOf(words, object, name)];
  });
}

function isToBeWritten(
  { decisions }: PlanContext,
  { address, ignore }: DesiredObject,
  name: string,
): boolean {
  if (decisions.created.has(address)) return true;
  return !ignore.includes(name) && decisions.retained.get(address)?.changed.includes(name) === true;
}

/** Declared unique values that another object has and keeps. */
function conflictingValues(context: PlanContext): readonly Diagnostic[] {
  return context.types.all.flatMap((type) =>
    (type.unique ?? []).flatMap((rule) => conflictsUnderRule(context, type.name, rule)),
  );
}

function conflictsUnderRule(context: PlanContext, type: string, rule: UniqueRule): readonly Diagnostic[] {
  const holders = implicitHolders(context, type, rule);
  if (holders.size === 0) return [];
  return context.desired.world.objects.flatMap((object) => {
    const { attribute } = rule;
    const { address } = object;
    const value = object.attributes[attribute];
    if (object.type !== type || typeof value !== "string" || object.ignore.includes(attribute)) return [];
    const holder = holders.get(uniqueValue(type, rule, context.names.desiredWithinOf(rule, object), value));
    if (holder === undefined || holder === address) return [];
    const words = wordsOf("plan/value-taken", { address, attribute, value, holder });
    return [errorOf(words, object, attribute)];
  });
}

/** Existing and new objects with a unique value that no layout declares. */
function implicitHolders(
  context: PlanContext,
  type: string,
  rule: UniqueRule,
): ReadonlyMap<UniqueValue, Address> {
  const holders = new Map<UniqueValue, Address>();
  for (const live of context.live.ofType(type)) {
    const value = live.attributes[rule.attribute];
    if (typeof value === "string" && keepsValue(context, live, rule.attribute))
      holders.set(
        uniqueValue(type, rule, context.names.withinOf(rule, live), value),
        context.names.ofLive(live),
      );
  }
  if (rule.derivedFrom === undefined) return holders;
  // Other new objects are created after all that declare a value, but a child that is created together with its container is there first.
  for (const { desired, createdWith } of context.decisions.created.values()) {
    if (
      createdWith === undefined ||
      desired.type !== type ||
      desired.attributes[rule.attribute] !== undefined
    )
      continue;
    const title = derivedTitle(context, rule.derivedFrom, desired);
    if (title === undefined) continue;
    const within = context.names.desiredWithinOf(rule, desired);
    holders.set(uniqueValue(type, rule, within, slugOf(title)), desired.address);
  }
  return holders;
}

function keepsValue(context: PlanContext, live: LiveObject, attribute: string): boolean {
  const key = keyOf(live);
  if (context.decisions.deleted.has(key)) return false;
  // The desired object here includes carried values. The one in the match does not.
  const address = context.matches.byLive.get(key)?.desired.address;
  const desired = address === undefined ? undefined : context.desired.get(address);
  return desired?.attributes[attribute] === undefined || desired.ignore.includes(attribute);
}
