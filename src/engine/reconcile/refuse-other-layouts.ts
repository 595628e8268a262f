import { fail } from "../../model/codes/plan-words.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import { indexTypes } from "../../model/type-index.ts";
import { otherLayoutLookup } from "../plan/match/other-layouts.ts";
import type { PlanInputs } from "../plan/pipeline.ts";
import type { Setup } from "./setup.ts";

/** Throws if one of the objects belongs to another layout. */
export function refuseOtherLayouts(
  { types }: Pick<Setup, "types">,
  { otherLayouts = [] }: Pick<PlanInputs, "otherLayouts">,
  objects: readonly ObjectName[],
): void {
  const otherLayoutOf = otherLayoutLookup(indexTypes(types), otherLayouts);
  const conflicts = objects.flatMap(({ type, id }) => {
    const other = otherLayoutOf({ type, id });
    return other === undefined ? [] : [`${id} belongs to the layout ${other.layout} (${other.path})`];
  });
  if (conflicts.length === 0) return;
  throw fail("guard/other-layout", { case: "run", conflicts });
}
