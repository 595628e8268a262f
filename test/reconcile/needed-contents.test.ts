import { describe, expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import type { Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { present } from "../../src/util/present.ts";
import { everythingAllowed } from "../support/run-layout.ts";
import { planOptions } from "../support/service.ts";
import { layoutOfShelves, openShelves, type Shelves, shelf, shelfTypes } from "../support/shelves.ts";

/** Two shelves, each with a book, a label for it, and a note. */
function fullShelves(): Shelves {
  const shelves = openShelves();
  for (const [id, title] of [
    ["s1", "one"],
    ["s2", "two"],
  ] as const) {
    shelves.add(`shelf ${id}`, { title, wood: "oak" });
    shelves.add(`book ${id}A`, { shelf: id, title: "A" });
    shelves.add(`label ${id}L`, { shelf: id, title: "L", book: `${id}A` });
    shelves.add(`note ${id}N`, { shelf: id, title: "N" });
  }
  return shelves;
}

const plan = (desired: DesiredWorld) => (reconciler: Reconciler) => reconciler.plan(desired);

async function planned(reconciler: Reconciler, desired: DesiredWorld): Promise<PlannedRun> {
  const result = await reconciler.plan(desired);
  if (result.plan === undefined) throw new Error(JSON.stringify(result.diagnostics));
  return result;
}

async function apply(reconciler: Reconciler, desired: DesiredWorld): Promise<void> {
  const { outcome, error } = await reconciler.apply(await planned(reconciler, desired), everythingAllowed)
    .result;
  expect({ outcome, ...present({ error }) }).toEqual({ outcome: "done" });
}

const stepsOf = ({ plan: { steps } }: PlannedRun) =>
  steps.map(({ action, address }) => `${action} ${address}`);
const refusalsOf = ({ plan: { guard } }: PlannedRun) => guard.refusals.map(({ code }) => code);

const reasonsIn = ({ steps }: Plan) =>
  steps.flatMap((step) => ("reason" in step ? [`${step.action} ${step.address}: ${step.reason}`] : []));

describe("a type costs a call only for the objects that have it in the layout", () => {
  test.each([
    { what: "nothing", one: [], two: [], read: [] },
    { what: "books in both", one: ["book A"], two: ["book A"], read: ["book s1", "book s2"] },
    {
      what: "notes in one of them",
      one: ["book A"],
      two: ["book A", "note N"],
      read: ["book s1", "book s2", "note s2"],
    },
    {
      what: "labels, which refer to books",
      one: ["book A", "label L of A"],
      two: [],
      read: ["book s1", "label s1"],
    },
  ])("shelves that declare $what", async ({ one, two, read }) => {
    const desired = layoutOfShelves([...shelf("one", one), ...shelf("two", two)]);
    expect(await fullShelves().readBy(plan(desired))).toEqual(read);
  });

  test("an empty list that the layout owns is read, and what it omits is deleted", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves(shelf("one", [], { owns: ["note"] }));
    expect(await shelves.readBy(plan(desired))).toEqual(["note s1"]);
    expect(stepsOf(await planned(shelves.reconciler, desired))).toContain("delete note.@s1N");
  });

  test("a run checks, reads back and verifies only those", async () => {
    const desired = layoutOfShelves([...shelf("one", ["note N", "note M"]), ...shelf("two")]);
    const read = await fullShelves().readBy((reconciler) => apply(reconciler, desired));
    expect([...new Set(read)]).toEqual(["note s1"]);
  });
});

describe("what else needs contents", () => {
  test("the state, where it has some: the plan knows whether they are gone", async () => {
    const shelves = fullShelves();
    await apply(shelves.reconciler, layoutOfShelves([...shelf("one", ["note M"]), ...shelf("two")]));
    const without = layoutOfShelves([...shelf("one"), ...shelf("two")]);
    expect(await shelves.readBy(plan(without))).toEqual(["note s1"]);
    const reasons = async () => reasonsIn((await planned(shelves.reconciler, without)).plan);
    expect(await reasons()).toEqual(["forget note.one/M: undeclared"]);
    const { id = "" } = shelves.disk.state?.objects["note.one/M"] ?? {};
    shelves.emulator.service.remove("note", id);
    expect(await reasons()).toEqual(["forget note.one/M: gone"]);
  });

  test("not the state, where the object around them has gone: they have gone with it", async () => {
    const shelves = fullShelves();
    await apply(shelves.reconciler, layoutOfShelves([...shelf("one", ["note M"]), ...shelf("two")]));
    shelves.emulator.service.remove("shelf", "s1");
    const without = layoutOfShelves(shelf("two"));
    expect(await shelves.readBy(plan(without))).toEqual([]);
    expect(reasonsIn((await planned(shelves.reconciler, without)).plan)).toContain("forget note.one/M: gone");
  });

  test("a reference by an id", async () => {
    const [one, label] = shelf("one", ["label L"]);
    const byId = { ...label, attributes: { title: "L", book: "s1A" } } as NonNullable<typeof label>;
    const desired = layoutOfShelves([one as NonNullable<typeof one>, byId]);
    expect(await fullShelves().readBy(plan(desired))).toEqual(["book s1", "label s1"]);
  });

  test("a create of an interrupted run, whatever the layout declares by now", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves([...shelf("one", ["note M"]), ...shelf("two")]);
    let lines = shelves.disk.journal;
    const run = shelves.reconciler.apply(await planned(shelves.reconciler, desired), everythingAllowed);
    for await (const { kind } of run) if (kind === "done") lines = shelves.disk.journal;
    // Without the record of its end, the outcome of the create is unknown.
    shelves.disk.journal = lines.filter(({ kind }) => kind === "begin" || kind === "create");
    shelves.disk.state = undefined;
    expect(shelves.disk.journal.map(({ kind }) => kind)).toContain("create");
    const without = layoutOfShelves([...shelf("one"), ...shelf("two")]);
    expect(await shelves.readBy(plan(without))).toEqual(["note s1"]);
  });

  test("a destroy, a pull and an accept of everything read all contents", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves(shelf("one"));
    const { organizationId } = desired;
    const all = ["book", "label", "note"].flatMap((type) => [`${type} s1`, `${type} s2`]);
    expect(await shelves.readBy((each) => each.planDestroy(desired, { organizationId }))).toEqual(all);
    expect(await shelves.readBy((each) => each.pull({ organizationId }))).toEqual(all);
    expect(await shelves.readBy((each) => each.accept(desired, { changes: "everything" }))).toEqual(all);
  });
});

describe("a delete", () => {
  test("reads what may refer to the object, and is refused if something does", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves([...shelf("one", [], { owns: ["book"] }), ...shelf("two", ["book A"])]);
    expect(await shelves.readBy(plan(desired))).toEqual(["book s1", "book s2", "label s1"]);
    const refused = await planned(shelves.reconciler, desired);
    expect(stepsOf(refused)).toContain("delete book.@s1A");
    expect(refusalsOf(refused)).toContain("guard/still-referenced");
  });

  test("of an undeclared object reads all that is inside it, and nothing elsewhere", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves(shelf("two"), { prune: ["shelf"] });
    expect(await shelves.readBy(plan(desired))).toEqual(["book s1", "label s1", "note s1"]);
    expect(stepsOf(await planned(shelves.reconciler, desired)).sort()).toEqual([
      "delete book.@s1A",
      "delete label.@s1L",
      "delete note.@s1N",
      "delete shelf.@s1",
    ]);
  });

  test("of an object that a new one replaces reads all that is inside it", async () => {
    const shelves = fullShelves();
    const wood = { attributes: { title: "one", wood: "ash" } };
    const desired = layoutOfShelves([...shelf("one", ["note N"], wood), ...shelf("two")]);
    expect(await shelves.readBy(plan(desired))).toEqual(["book s1", "label s1", "note s1"]);
    expect(stepsOf(await planned(shelves.reconciler, desired))).toEqual(
      expect.arrayContaining(["replace shelf.one", "replace note.one/N", "delete book.@s1A"]),
    );
  });

  test("that a plan does not have reads nothing more, although prune: is there", async () => {
    const desired = layoutOfShelves([...shelf("one"), ...shelf("two")], { prune: ["shelf"] });
    expect(await fullShelves().readBy(plan(desired))).toEqual([]);
  });
});

test("one snapshot can be planned with several layouts", async () => {
  const shelves = fullShelves();
  const { live } = await planned(shelves.reconciler, layoutOfShelves(shelf("one", ["note N"])));
  const steps = (title: string) =>
    planChanges({
      types: shelfTypes,
      desired: layoutOfShelves(shelf("one", [`note ${title}`])),
      live,
      options: planOptions,
    }).plan?.steps.map(({ address }) => address);
  expect([steps("M"), steps("N"), steps("O")]).toEqual([["note.one/M"], [], ["note.one/O"]]);
});

describe("what was not read is unknown", () => {
  test("and has not gone", async () => {
    const shelves = fullShelves();
    await apply(shelves.reconciler, layoutOfShelves([...shelf("one", ["note M"]), ...shelf("two")]));
    const desired = layoutOfShelves([...shelf("one"), ...shelf("two")]);
    const { live, state } = await planned(shelves.reconciler, desired);
    const objects = live.objects.filter(({ type }) => type === "shelf");
    const decided = (contentsReadOf: (typeof live)["contentsReadOf"]) => {
      const options = planOptions;
      const inputs = {
        types: shelfTypes,
        desired,
        live: { ...live, objects, contentsReadOf },
        state,
        options,
      };
      const { plan: unread } = planChanges(inputs);
      return [unread && reasonsIn(unread), findDrift(inputs).entries.map(({ change }) => change)];
    };
    expect(decided(live.contentsReadOf)).toEqual([["forget note.one/M: gone"], ["removed"]]);
    expect(decided(new Map())).toEqual([["forget note.one/M: undeclared"], []]);
  });

  test("and a plan that depends on it is refused", async () => {
    const shelves = fullShelves();
    const desired = layoutOfShelves([...shelf("one", ["note N"], { owns: ["book"] })]);
    const { live } = await planned(shelves.reconciler, desired);
    const codes = (contentsReadOf: (typeof live)["contentsReadOf"]) =>
      planChanges({
        types: shelfTypes,
        desired: layoutOfShelves([...shelf("one", ["note M"], { owns: ["book"] })]),
        live: { ...live, contentsReadOf },
        options: planOptions,
      }).plan?.guard.refusals.flatMap(({ code, message }) =>
        code === "guard/unread-contents" ? [message] : [],
      );
    expect(codes(live.contentsReadOf)).toEqual([]);
    const unread = (what: string) => [
      `docsform has not read the ${what} of shelf.one, so it does not know which exist.`,
    ];
    expect(codes(new Map([["s1", new Set(["note"])]]))).toEqual(unread("labels"));
    expect(codes(new Map([["s1", new Set(["book", "label"])]]))).toEqual(unread("notes"));
  });
});
