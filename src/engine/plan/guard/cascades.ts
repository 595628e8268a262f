import { countUnknown } from "../../../model/count-unknown.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { GuardRefusal } from "../../../model/plan/plan.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** Refuses to delete a container whose remaining contents the plan neither deletes nor moves out. */
export const cascades: Guard = (context) => [
  ...refuseKnownVictims(context),
  ...refusePossibleVictims(context),
  ...refuseUnknownVictims(context),
];

function refuseKnownVictims(context: PlanContext): readonly GuardRefusal[] {
  const victims = [...context.decisions.deleted.values()].flatMap(({ live }) =>
    context.live
      .inside(live.type, live.id)
      .filter((inner) => staysInside(context, inner))
      .map((inner) => ({ live: inner, container: titleOfLive(context.types, live) })),
  );
  const named = victims.map(
    ({ live, container }) =>
      `${context.names.ofLive(live)} (“${titleOfLive(context.types, live)}” in “${container}”)`,
  );
  return refuseFor(
    "guard/cascade",
    victims.map(({ live }) => context.names.ofLive(live)),
    { case: "declared", objects: named },
  );
}

/** An object in a container that no list shows may be inside any deleted object of that type. */
function refusePossibleVictims(context: PlanContext): readonly GuardRefusal[] {
  const containers = [...context.decisions.deleted.values()].flatMap(({ live, address }) => {
    const victims = context.live.maybeInside(live).filter((inner) => staysInside(context, inner));
    return victims.length === 0 ? [] : [{ address, victims }];
  });
  const victims = [...new Set(containers.flatMap((each) => each.victims))];
  const named = victims.map(
    (live) => `${context.names.ofLive(live)} (“${titleOfLive(context.types, live)}”)`,
  );
  return refuseFor(
    "guard/cascade",
    victims.map((live) => context.names.ofLive(live)),
    { case: "possible", objects: named, containers: containers.map(({ address }) => address) },
  );
}

/** docsform cannot move contents that it does not know out of a deleted object. */
function refuseUnknownVictims(context: PlanContext): readonly GuardRefusal[] {
  const containers = [...context.decisions.deleted.values()].flatMap(({ live, address }) => {
    const unknownObjects = context.live.unknownIn(live.type, live.id);
    return unknownObjects.length === 0 ? [] : [{ address, contents: countUnknown(unknownObjects) }];
  });
  return refuseFor(
    "guard/cascade",
    containers.map(({ address }) => address),
    {
      case: "unmanaged",
      contents: containers.map(({ address, contents }) => `${contents} in ${address}`),
    },
  );
}

function staysInside(context: PlanContext, inner: LiveObject): boolean {
  const key = keyOf(inner);
  if (context.decisions.deleted.has(key)) return false;
  const match = context.matches.byLive.get(key);
  const retained = match && context.decisions.retained.get(match.desired.address);
  return !retained?.moves;
}
