import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadOptions } from "../../src/engine/reconcile/read-inputs.ts";
import type { Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import { isOfState } from "../../src/model/plan/step-effects.ts";
import { present } from "../../src/util/present.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { everythingAllowed } from "../support/run-layout.ts";
import { layoutOfShelves, openShelves, type Shelves, shelf } from "../support/shelves.ts";

// docsform does not read contents that it does not need. That changes nothing in what it plans, reports and applies.

const kinds = ["book", "note", "label"] as const;
const titles = fc.subarray(["A", "B", "C"]);
const shelfDraw = fc.record({
  book: titles,
  note: titles,
  /** Each label refers to the book of its title. */
  label: titles,
  owns: fc.subarray([...kinds]),
  wood: fc.constantFrom(undefined, "oak", "ash"),
});
const layoutDraw = fc.record({
  shelves: fc.record({ one: fc.option(shelfDraw), two: fc.option(shelfDraw), three: fc.option(shelfDraw) }),
  prune: fc.constantFrom<readonly string[]>([], [], ["shelf"]),
  deletesRemoved: fc.constantFrom(undefined, undefined, true as const),
});
type LayoutDraw = typeof layoutDraw extends fc.Arbitrary<infer Draw> ? Draw : never;

type Edit = typeof edit extends fc.Arbitrary<infer Draw> ? Draw : never;
const edit = fc.record({
  kind: fc.constantFrom(...kinds),
  shelf: fc.nat(2),
  at: fc.nat(4),
  isNew: fc.boolean(),
});

function layoutOf({ shelves, prune, deletesRemoved }: LayoutDraw): DesiredWorld {
  const objects = Object.entries(shelves).flatMap(([name, drawn]): readonly DesiredObject[] => {
    if (drawn === null) return [];
    const labels = drawn.label.filter((title) => drawn.book.includes(title));
    const contents = [
      ...drawn.book.map((title) => `book ${title}`),
      ...drawn.note.map((title) => `note ${title}`),
      ...labels.map((title) => `label ${title} of ${title}`),
    ];
    const attributes = { title: name, ...present({ wood: drawn.wood }) };
    return shelf(name, contents, { owns: drawn.owns, attributes });
  });
  return layoutOfShelves(objects, { prune, ...present({ deletesRemoved }) });
}

/** Adds or deletes contents in the app. */
function applyEdit({ emulator }: Shelves, { kind, shelf: which, at, isNew }: Edit): void {
  const { service } = emulator;
  const place = service.list("shelf")[which];
  if (place === undefined) return;
  const inside = service.list(kind).filter((each) => each["shelf"] === place.id);
  const book = service.list("book").find((each) => each["shelf"] === place.id);
  if (!isNew) {
    const gone = inside[at];
    if (gone !== undefined) service.remove(kind, gone.id);
  } else if (kind !== "label" || book !== undefined)
    service.add(kind, {
      id: service.newId(`${kind}_`),
      shelf: place.id,
      title: `New ${at}`,
      ...(kind === "label" && { book: book?.id ?? "" }),
    });
}

/** The plan and the drift report, in an order that does not depend on the order of the reads. */
async function decided(reconciler: Reconciler, desired: DesiredWorld, options: ReadOptions) {
  const result = await reconciler.plan(desired, options);
  const { entries } = await reconciler.drift(desired, options);
  const steps = result.plan?.steps.map((step) =>
    "expects" in step ? { ...step, expects: undefined } : step,
  );
  return {
    diagnostics: sorted(result.diagnostics),
    entries: sorted(entries),
    steps: sorted(steps ?? []),
    nodes: sorted(
      (result.plan?.nodes ?? []).map((node) => ({ ...node, step: 0, after: [...node.after].sort() })),
    ),
    refusals: sorted(
      (result.plan?.guard.refusals ?? []).map(({ code, addresses }) => [code, [...addresses].sort()]),
    ),
  };
}

function sorted(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).sort();
}

/** Opens a service with an applied layout, and with changes by other users since then. */
async function openDrawn(before: LayoutDraw, edits: readonly Edit[]): Promise<Shelves> {
  const shelves = openShelves();
  const first = await shelves.reconciler.plan(layoutOf(before));
  if (first.plan !== undefined) await shelves.reconciler.apply(first, everythingAllowed).result;
  for (const each of edits) applyEdit(shelves, each);
  return shelves;
}

const edits = fc.array(edit, { maxLength: 4 });

test("a plan and a drift report are the same as if everything were read", {
  timeout: timeoutOf(2000),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(layoutDraw, layoutDraw, edits, async (before, now, edited) => {
      const shelves = await openDrawn(before, edited);
      const desired = layoutOf(now);
      let needed: unknown;
      let everything: unknown;
      const read = await shelves.readBy(
        async (reconciler) => (needed = await decided(reconciler, desired, {})),
      );
      const all = await shelves.readBy(
        async (reconciler) => (everything = await decided(reconciler, desired, { everything: true })),
      );
      expect(needed).toEqual(everything);
      tally.count(read.length < all.length ? "read less" : "read everything");
    }),
    worldsOf(2000),
  );
  await tally.report("needed contents", worldsOf(2000), ["read less", "read everything"], 0.02);
});

test("an apply changes nothing but what its plan lists, and leaves nothing to do", {
  timeout: timeoutOf(1000),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(layoutDraw, layoutDraw, edits, async (before, now, edited) => {
      const { reconciler, emulator } = await openDrawn(before, edited);
      const records = () =>
        ["shelf", ...kinds].flatMap((kind) => emulator.service.list(kind).map((each) => ({ kind, ...each })));
      const desired = layoutOf(now);
      const planned = await reconciler.plan(desired);
      if (planned.plan === undefined) return;
      const { steps } = planned.plan;
      const listed = new Set(steps.flatMap((step) => ("id" in step ? [`${step.type} ${step.id}`] : [])));
      const others = () => records().filter(({ kind, id }) => !listed.has(`${kind} ${id}`));
      const [untouched, ids] = [others(), new Set(records().map(({ id }) => id))];
      const { outcome } = await reconciler.apply(planned, everythingAllowed).result;
      tally.count(outcome);
      expect(others().filter(({ id }) => ids.has(id))).toEqual(untouched);
      if (outcome !== "done" && outcome !== "nothing") return;
      const after = await reconciler.plan(desired, { everything: true });
      expect(after.plan?.steps.filter((step) => !isOfState(step))).toEqual([]);
    }),
    worldsOf(1000),
  );
  await tally.report("applied needed contents", worldsOf(1000), ["done", "refused"], 0.02);
});
