import type { DesiredWorld } from "../../../model/desired-world.ts";
import type { ResourceType } from "../../../model/resource-type.ts";

/** Whether a layout deletes all objects of a type that it does not declare. */
export function isPruned({ prune }: DesiredWorld, type: ResourceType): boolean {
  return (
    type.scope === undefined &&
    (prune.includes(type.name) || (type.layout.kind === "map" && prune.includes(type.layout.field)))
  );
}
