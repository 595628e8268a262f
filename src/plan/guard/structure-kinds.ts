import { type Guard } from "./guard.ts";

/** A site is either flat or made of sections: changing its kind loses the identity of everything in it. */
export const structureKinds: Guard = (context) => {
  return [...context.decisions.retained.values()].flatMap(({ desired, live }) => {
    if (desired.owns.length === 0) return [];
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
};
