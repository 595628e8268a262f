import { keyOf, objectKey } from "../../model/object-key.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { deletesObject } from "../../model/plan/step-effects.ts";
import type { ObjectName, Snapshot } from "../../model/snapshot.ts";
import { outermost, type TypeIndex, withContents } from "../../model/type-index.ts";
import type { WantedContents } from "../live/read-live.ts";

/** Types whose lists in the organization a plan depends on. They include the types of contents of deleted objects. */
export function listsToCheck({ existing, steps }: Plan, index: TypeIndex): ReadonlySet<string> {
  const named = [...Object.values(existing), ...steps].map(({ type }) => type);
  const gone = steps.filter(deletesObject);
  const inside = withContents(
    index,
    gone.map(({ type }) => type),
  );
  return new Set([...named, ...inside].map((name) => outermost(index, name)));
}

/**
 * Returns what a plan depends on besides the organization's lists: the contents of the objects that it changes, and the details that it
 * writes.
 */
export function readsToCheck(plan: Plan, index: TypeIndex): (soFar: Snapshot) => WantedContents {
  const owners = ownersOf(plan, index);
  const details = detailsWritten(plan, index);
  return (soFar) => {
    // An object that no longer exists cannot be read, and its absence is already a conflict.
    const here = new Set(soFar.objects.map((object) => keyOf(object)));
    return {
      owners: owners.filter(({ type, id }) => here.has(objectKey(type, id))),
      details: details.filter(({ type, id }) => here.has(objectKey(type, id))),
    };
  };
}

function ownersOf(plan: Plan, index: TypeIndex): WantedContents["owners"] {
  const owners = new Map<string, ObjectName & { readonly types: Set<string> }>();
  const add = (type: string | undefined, id: string | undefined, contents: Iterable<string>) => {
    if (type === undefined || id === undefined) return;
    const { types } = owners.get(objectKey(type, id)) ?? { types: new Set() };
    owners.set(objectKey(type, id), { type, id, types: new Set([...types, ...contents]) });
  };
  for (const { type, scopeId } of Object.values(plan.existing)) add(index.find(type)?.scope, scopeId, [type]);
  for (const step of plan.steps) {
    const scope = plan.managed[step.address]?.scope;
    if (scope !== undefined) add(index.find(step.type)?.scope, plan.existing[scope]?.id, [step.type]);
    const contents = index.typesReadOf(step.type);
    if (deletesObject(step) && contents.size > 0) add(step.type, step.id, contents);
  }
  return [...owners.values()];
}

function detailsWritten(plan: Plan, index: TypeIndex): WantedContents["details"] {
  return plan.nodes.flatMap((node) => {
    const existing = plan.existing[node.address];
    if (node.kind !== "write" || existing === undefined) return [];
    return detailsOf(index, existing.type, existing.id, node.values);
  });
}

/** The details among these attributes of an object. Each of them needs a separate read. */
export function detailsOf(
  index: TypeIndex,
  type: string,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
): WantedContents["details"] {
  const details = index.find(type)?.details ?? [];
  return details
    .filter(({ attribute }) => attribute in attributes)
    .map(({ attribute }) => ({ type, id, attribute }));
}
