import { typeOfAddress } from "../../../src/model/address.ts";
import { registry } from "../../../src/resources/registry.ts";
import { type Fact, nameOf } from "./facts.ts";
import { knownIn } from "./play.ts";
import type { Stage } from "./stage.ts";

/** From now on, all lists omit these objects. `byId` decides what a read by id returns. */
export function hide(stage: Stage, facts: readonly Fact[], byId: "shown" | "gone" | "forbidden"): void {
  const { faults } = stage.service.emulator;
  faults.clear();
  const ids = facts.map(({ id }) => id);
  faults.add({
    on: { method: "read" },
    fault: { kind: "hide", ids, ...(byId !== "shown" && { byId }) },
  });
  stage.hidden = hiddenObjectsOf(stage, facts, byId);
}

/** 33: the objects that no read shows. A hidden object that the state or a pin names can be read by its id. */
export function hiddenObjectsOf(
  stage: Stage,
  facts: readonly Fact[],
  byId: "shown" | "gone" | "forbidden",
): ReadonlySet<string> {
  const known = new Set(
    [...knownIn(stage)].map(([address, id]) => nameOf({ type: typeOfAddress(address), id })),
  );
  const isSeen = (fact: Fact) => byId !== "gone" && known.has(nameOf(fact)) && isReadById(fact.type);
  const hidden = new Set(facts.filter((fact) => !isSeen(fact)));
  // The contents of a hidden object are hidden too, because they are read with it.
  const all = [...stage.changeLog.facts.values()].filter(({ type }) => !isReadById(type));
  for (let size = -1; size < hidden.size; ) {
    size = hidden.size;
    const ids = new Set([...hidden].map(({ id }) => id));
    for (const fact of all) if (ids.has(fact.scope ?? "") || ids.has(fact.container ?? "")) hidden.add(fact);
  }
  return new Set([...hidden].map(nameOf));
}

/** Whether objects of the type can be read by id: contents are read only with their owner. */
function isReadById(name: string): boolean {
  return registry.find((type) => type.name === name)?.scope === undefined;
}
