import { typeOfAddress } from "../../../src/model/address.ts";
import { registry } from "../../../src/resources/registry.ts";
import { type Fact, nameOf } from "./facts.ts";
import { knownIn } from "./play.ts";
import type { Stage } from "./stage.ts";

/** Leaves facts out of all lists from now on, and says what a read of one by its id shows. */
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

/** 33: what of it nobody can tell from what is not there: only what is known by its id can be asked for. */
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
  // Contents are read with what holds them.
  const all = [...stage.chronicle.facts.values()].filter(({ type }) => !isReadById(type));
  for (let size = -1; size < hidden.size; ) {
    size = hidden.size;
    const ids = new Set([...hidden].map(({ id }) => id));
    for (const fact of all) if (ids.has(fact.scope ?? "") || ids.has(fact.container ?? "")) hidden.add(fact);
  }
  return new Set([...hidden].map(nameOf));
}

/** What is read with the contents of another has no read of its own. */
function isReadById(name: string): boolean {
  return registry.find((type) => type.name === name)?.scope === undefined;
}
