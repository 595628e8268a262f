import { typeOfAddress } from "../../../src/model/address.ts";
import { registry } from "../../../src/resources/registry.ts";
import { type Fact, nameOf } from "./facts.ts";
import { knownIn } from "./play.ts";
import type { Stage } from "./stage.ts";

/** Omits facts from all lists from now on, and decides what a read by id shows. */
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

/** 33: objects of which no read shows anything: only those with a known id can be read. */
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
  // Contents are read with their container.
  const all = [...stage.chronicle.facts.values()].filter(({ type }) => !isReadById(type));
  for (let size = -1; size < hidden.size; ) {
    size = hidden.size;
    const ids = new Set([...hidden].map(({ id }) => id));
    for (const fact of all) if (ids.has(fact.scope ?? "") || ids.has(fact.container ?? "")) hidden.add(fact);
  }
  return new Set([...hidden].map(nameOf));
}

/** An object that is read with its container has no read of its own. */
function isReadById(name: string): boolean {
  return registry.find((type) => type.name === name)?.scope === undefined;
}
