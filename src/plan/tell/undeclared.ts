import type { Address } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/live-world.ts";
import type { PlanContext } from "../context.ts";
import { undeclaredChanges, undeclaredMessage } from "../decide/undeclared.ts";
import type { PlanNote } from "../plan.ts";
import { withoutCarried } from "../remember-seen.ts";

/** What has changed of who sees what, where the layout says nothing of it. The run that follows remembers it. */
export function undeclaredNotes(
  context: PlanContext,
  isSelected: (address: Address) => boolean,
): readonly PlanNote[] {
  const { decisions, lock, types, who, live: index } = context;
  const { generation } = index.world;
  const kept = [...decisions.retained.values()];
  const replaced = [...decisions.created.values()].flatMap(({ desired, replaces }) =>
    replaces === undefined ? [] : [{ desired, live: replaces.live }],
  );
  return [...kept, ...replaced].flatMap(
    ({ desired, live }: { readonly desired: DesiredObject; readonly live: LiveObject }) => {
      const { address, type } = desired;
      const entry = lock?.objects[address];
      if (entry?.id !== live.id || !isSelected(address)) return [];
      const object = withoutCarried(context, desired);
      return undeclaredChanges(types.get(type), object, live, { entry, generation, who }).map((change) => ({
        code: "plan/undeclared-changed" as const,
        address,
        message: undeclaredMessage(address, change),
      }));
    },
  );
}
