import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { registry } from "../../src/resources/registry.ts";

/** The ids of the existing objects of each type that requests create, without those in the trash. */
export function liveIds({
  service,
}: Pick<EmulatedWorld, "service">): Readonly<Record<string, readonly string[]>> {
  const created = registry.filter(({ creation }) => creation !== undefined);
  const isAlive = (record: Readonly<Record<string, unknown>>) => record["deletedAt"] == null;
  return Object.fromEntries(
    created.map(({ name }) => [
      name,
      service
        .list(name)
        .filter(isAlive)
        .map(({ id }) => id),
    ]),
  );
}

/** How many objects of each type exist. Types without objects are absent. */
export function liveCounts(world: Pick<EmulatedWorld, "service">): Readonly<Record<string, number>> {
  const counts = Object.entries(liveIds(world)).map(([type, ids]) => [type, ids.length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
