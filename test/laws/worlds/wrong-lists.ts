import fc from "fast-check";
import { publishedApiVersions } from "../../../src/model/endpoint.ts";
import { isMadeIn } from "../../../src/model/resource-type/reads.ts";
import { registry } from "../../../src/resources/registry.ts";
import { hiddenObjectsOf } from "./hidden-objects.ts";
import type { Kind } from "./play.ts";

interface WrongList {
  readonly operation: string;
  readonly mistake: "empty" | "omit" | "repeat";
  /** The list omits every second object, or every third. */
  readonly every: number;
  /** The number of the first wrong read. */
  readonly nth: number;
  readonly times: 1 | 2 | "always";
}

/** Operations that list objects of the organization, or the contents of one object. */
const lists = registry
  .flatMap(({ reads }) => reads)
  .filter(({ endpoint, of }) => endpoint.paged === true || of !== undefined)
  .filter((read) => publishedApiVersions.some((apiVersion) => isMadeIn(read, apiVersion)))
  .map(({ endpoint }) => endpoint.operation);

/** A list that omits or repeats items, with a count that matches its items. */
export const wrongLists: Kind<WrongList> = {
  name: "lists that lie consistently",
  worlds: 1500,
  runs: 2,
  disturbance: fc.record({
    operation: fc.constantFrom(...lists),
    // A repeated item counts as often as a missing one.
    mistake: fc.constantFrom("empty", "omit", "repeat", "repeat"),
    every: fc.constantFrom(1, 2, 3),
    nth: fc.integer({ min: 1, max: 4 }),
    times: fc.constantFrom<WrongList["times"][]>(1, 2, "always"),
  }),
  before: (stage, { operation, mistake, every, nth, times }) => {
    const { faults } = stage.service.emulator;
    faults.clear();
    const on = { operation, nth, times };
    const facts = [...stage.changeLog.facts.values()]
      .filter(({ type }) => listedBy(operation).has(type))
      .filter((_, index) => mistake === "empty" || index % every === 0);
    if (mistake === "repeat") return faults.add({ on, fault: { kind: "repeat-items" } });
    faults.add({ on, fault: { kind: "hide", ids: mistake === "empty" ? "all" : facts.map(({ id }) => id) } });
    stage.hidden = hiddenObjectsOf(stage, facts, "shown");
  },
  mustHappen: ["hide", "repeat-items"],
};

/** The types that an operation lists. */
function listedBy(operation: string): ReadonlySet<string> {
  const reads = registry
    .flatMap((type) => type.reads)
    .filter(({ endpoint }) => endpoint.operation === operation);
  return new Set(reads.flatMap(({ finds }) => finds));
}
