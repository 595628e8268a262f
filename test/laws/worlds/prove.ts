import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { creatable } from "../../support/declare-type.ts";
import { createTally, timeoutOf, worldsOf } from "../../support/laws.ts";
import { type Kind, othersDid, play } from "./play.ts";
import { opening } from "./stage.ts";

/** The events of other users for each type that docsform creates. */
const everyAct = creatable.flatMap(({ name, writers, deletion }) => [
  othersDid("made", name),
  ...(writers.length > 0 ? [othersDid("changed", name)] : []),
  ...(deletion === undefined ? [] : [othersDid("deleted", name)]),
]);

/** Draws worlds of a kind, and fails with the smallest one in which a run breaks a promise. */
export function prove<T>(kind: Kind<T>): void {
  const asked = inject("lawKind");
  const isDrawn = asked === "" ? kind.knownDefect === undefined : kind.name.includes(asked);
  const why = isDrawn ? "" : ` (skipped: ${kind.knownDefect ?? "another kind is asked for"})`;
  test.runIf(isDrawn)(`${kind.name}${why}`, { timeout: timeoutOf(kind.worlds) }, async () => {
    const tally = createTally();
    const worlds = worldsOf(kind.worlds);
    const world = fc.record({ opening: kind.opening ?? opening, disturbance: kind.disturbance });
    await tally.draw(
      fc.asyncProperty(world, async (given) => {
        expect(await play(kind, given.opening, given.disturbance, tally)).toEqual([]);
      }),
      worlds,
    );
    await tally.report(kind.name, worlds, ["done", ...kind.mustHappen], 0.05);
    if (kind.everyActMustHappen === true) await tally.report(kind.name, worlds, everyAct, 0.005);
  });
}
