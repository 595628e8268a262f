import fc from "fast-check";
import { registry } from "../../../src/resources/registry.ts";
import { hide } from "./hidden-objects.ts";
import { type Kind, knownIn } from "./play.ts";
import { opening, type Stage } from "./stage.ts";

interface KilledRefusal {
  /** The number of the first run's create whose refusal triggers the kill. */
  readonly create: number;
  /** Whether the lists show all objects again in the next run. */
  readonly shownAgain: boolean;
}

const hasScope = new Set(registry.filter(({ scope }) => scope !== undefined).map(({ name }) => name));

/** Lists omit objects of other users, so the service refuses to create them again. The run is killed before it records the refusal. */
export const killedRefusals: Kind<KilledRefusal> = {
  name: "runs that are killed between a refused create and its note",
  worlds: 600,
  runs: 2,
  // The layout has the names of other users' objects, and most runs have no permission to import them.
  opening: opening.map((given) => ({
    ...given,
    wanted: given.seed % 3 === 0 ? given.wanted : given.live,
    history: "new" as const,
    permitted: given.permitted.filter((each) => given.seed % 5 === 0 || each !== "imports"),
  })),
  disturbance: fc.record({ create: fc.integer({ min: 1, max: 6 }), shownAgain: fc.boolean() }),
  before: (stage, { shownAgain }, run) => {
    if (run === 0) {
      hideOthers(stage);
      stage.service.emulator.faults.add({
        on: { method: "write", times: "always" },
        fault: { kind: "forbidden" },
      });
      return;
    }
    stage.service.emulator.faults.clear();
    stage.hidden = new Set();
    if (!shownAgain) hideOthers(stage);
  },
  kill: ({ create }, run) => {
    if (run !== 0) return null;
    let creates = 0;
    return {
      at: ({ method }) => {
        if (method === "POST") creates += 1;
        return method === "POST" && creates === create;
      },
      when: "after",
    };
  },
  mustHappen: ["kills"],
};

function hideOthers(stage: Stage): void {
  const known = new Set(knownIn(stage).values());
  const others = [...stage.changeLog.facts.values()].filter(
    ({ id, type }) => !hasScope.has(type) && !known.has(id),
  );
  hide(stage, others, "shown");
}
