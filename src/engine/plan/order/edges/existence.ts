import { type Address, typeOfAddress } from "../../../../model/address.ts";
import { isReference } from "../../../../model/desired-world.ts";
import type { NodeId } from "../../../../model/plan/plan.ts";
import { isJsonObject } from "../../../../util/json.ts";
import type { Draft } from "../draft-node.ts";
import { firstNeeded } from "../first-needed.ts";
import { nodeId } from "../node-id.ts";
import type { Drafted, EdgeRule, WantedEdge } from "./edge-rule.ts";

/** A node comes after the creation of the objects that it names. A reorder or set-default also comes after its object is in its parent. */
export const existence: EdgeRule = function* (drafted) {
  const { find } = drafted;
  for (const draft of drafted.nodes.values()) {
    for (const address of namedBy(draft)) yield { node: draft.id, after: find.creating(address) };
    if (draft.kind === "reparent") yield* moveAfterAncestors(drafted, draft.id, draft.to);
    if (draft.kind === "reorder" || draft.kind === "set-default")
      yield { node: draft.id, after: find.placing(draft.address) };
  }
  yield* afterFirstOf(drafted);
};

/** What needs an object of another type in its scope comes after the first one that the plan creates there. */
function* afterFirstOf({ context, nodes }: Drafted): Generator<WantedEdge> {
  const creates = [...nodes.values()].filter((draft) => draft.kind === "create");
  const keyOf = (scope: Address | undefined, type: string | undefined) => `${scope ?? ""} ${type ?? ""}`;
  const first = new Map(
    creates.toReversed().map(({ scope, address, id }) => [keyOf(scope, typeOfAddress(address)), id]),
  );
  for (const { id, scope, address } of creates)
    yield { node: id, after: first.get(keyOf(scope, firstNeeded(context, address, scope))) };
}

function namedBy(draft: Draft): readonly Address[] {
  const ends: readonly (Address | null | undefined)[] =
    draft.kind === "create" ? [draft.scope, draft.container] : [draft.address, draft.scope];
  const named = ends.filter((end) => typeof end === "string");
  switch (draft.kind) {
    case "create":
      return [
        ...named,
        ...referencesIn(draft.attributes),
        ...referencesIn(draft.firstChild?.attributes ?? {}),
      ];
    case "write":
      return [...named, ...referencesIn(draft.values)];
    case "reparent":
      return draft.to === null ? named : [...named, draft.to];
    case "reorder":
    case "set-default":
    case "delete":
      return named;
  }
}

function referencesIn(values: Readonly<Record<string, unknown>>): readonly Address[] {
  return Object.values(values).flatMap((value) =>
    isJsonObject(value) && isReference(value) ? [value.$ref] : [],
  );
}

/** A new container moves to its own place first. Otherwise the two objects could end up inside each other. */
function* moveAfterAncestors({ context }: Drafted, node: NodeId, to: Address | null): Generator<WantedEdge> {
  const visited = new Set<Address>();
  for (let ancestor = to; ancestor !== null && !visited.has(ancestor); ) {
    visited.add(ancestor);
    yield { node, after: nodeId.reparent(ancestor) };
    const object = context.desired.get(ancestor);
    ancestor = (object && context.names.desiredContainerOf(object)) ?? null;
  }
}
