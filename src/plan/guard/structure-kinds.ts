import { countUnseen } from "../../model/count-unseen.ts";
import type { PlanContext } from "../context.ts";
import { decidesWhoSees } from "../decide/undeclared.ts";
import { permissions } from "../permissions.ts";
import type { GuardRefusal, PlanNote } from "../plan.ts";
import type { OtherKind } from "../structure-kinds.ts";
import { isPublished } from "../tell/dangers.ts";
import type { Guard } from "./guard.ts";

/** A site is either flat or made of sections: to change it, all goes before anything else comes. */
export const structureKinds: Guard = (context) =>
  context
    .otherKinds()
    .flatMap((kind) => [
      ...keptByUnseen(context, kind),
      ...wouldBeShown(context, kind),
      ...emptyMeanwhile(context, kind),
    ]);

/** Notes say it also where a flag has permitted it. */
export function emptyMeanwhileNotes(context: PlanContext): readonly PlanNote[] {
  return context
    .otherKinds()
    .filter((kind) => isSeen(context, kind))
    .map(({ desired: { address } }) => ({
      code: "plan/empty-meanwhile",
      address,
      message: `Readers see nothing of ${address} from the first delete to the last create.`,
    }));
}

function emptyMeanwhile(context: PlanContext, kind: OtherKind): readonly GuardRefusal[] {
  if (!isSeen(context, kind)) return [];
  const { address } = kind.desired;
  return [
    {
      code: "guard/structure-kind",
      message: `${address} is published, and the plan replaces its ${goingFrom(context, kind)} with ${comingTo(context, kind)}. It deletes the old ones first, and readers see nothing in between.`,
      remedy: `Allow it with ${permissions.recreates.flag}. To keep readers served, declare a second site with the new structure, publish it, and then remove this one from the layout.`,
      addresses: [address],
      permittedBy: permissions.recreates.flag,
      deletes: true,
    },
  ];
}

/** A run that ends between the deletes and the creates would forget who was to see what, and the next one would show it to all. */
function wouldBeShown(context: PlanContext, { desired }: OtherKind): readonly GuardRefusal[] {
  const carried = [...context.decisions.created.values()].flatMap(({ desired: { address, scope, type } }) => {
    const { names = [] } = scope === desired.address ? (context.decisions.carried.get(address) ?? {}) : {};
    const deciding = names.filter((name) => {
      const rule = context.types.get(type).attributes[name];
      return rule !== undefined && decidesWhoSees(rule);
    });
    return deciding.length === 0 ? [] : [{ address, names: deciding }];
  });
  if (carried.length === 0) return [];
  const named = carried.map(({ address, names }) => `${names.join(", ")} of ${address}`);
  return [
    {
      code: "guard/structure-kind",
      message: `The layout does not declare values that decide who sees these objects: ${named.join("; ")}. The plan deletes them before it recreates them, so an interrupted run would lose the values.`,
      remedy: "Declare these values, or null for none.",
      addresses: carried.map(({ address }) => address),
    },
  ];
}

/** What docsform does not know it cannot delete, and the service would keep the kind for it. */
function keptByUnseen(
  context: PlanContext,
  { desired: { address }, live }: OtherKind,
): readonly GuardRefusal[] {
  const unseen = context.live.unseenIn(live.type, live.id);
  if (unseen.length === 0) return [];
  return [
    {
      code: "guard/structure-kind",
      message: `${address} gets another kind of structure, and contains unmanaged items: ${countUnseen(unseen)}.`,
      remedy: "Delete them in the app first.",
      addresses: [address],
    },
  ];
}

function isSeen({ types }: PlanContext, { live }: OtherKind): boolean {
  return isPublished(types.get(live.type), live);
}

function goingFrom({ types }: PlanContext, { going }: OtherKind): string {
  return labels(going.map(({ type }) => types.get(type).label.many));
}

function comingTo({ types, desired }: PlanContext, { desired: { address }, isWanted }: OtherKind): string {
  const coming = desired.inside(address).filter(({ type }) => isWanted(type));
  return labels(coming.map(({ type }) => types.get(type).label.many));
}

function labels(names: readonly string[]): string {
  return [...new Set(names)].join(" and ");
}
