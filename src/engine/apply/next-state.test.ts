import { expect, test } from "vitest";
import type { State } from "../../model/state.ts";
import type { Plan } from "../plan/plan.ts";
import { indexPlan } from "../plan/plan-index.ts";
import { nextState } from "./next-state.ts";

const previous: State = {
  docsformState: 2,
  organization: "acme",
  salt: "00",
  objects: { "widget.a": { id: "old", origin: "imported", applied: { title: "A" } } },
};

/** The state after a run that created or found the widget, and did not finish it. */
function afterHalf(id: string): Promise<State> {
  const plan = {
    organizationId: "acme",
    apiVersion: "current",
    salt: "00",
    steps: [],
    nodes: [],
    managed: { "widget.a": { attributes: { title: "B" } } },
  };
  return nextState({
    planIndex: indexPlan(plan as unknown as Plan),
    previous,
    idOf: () => id,
    scopeIdOf: () => undefined,
    createdAs: () => (id === "new" ? "created" : undefined),
    isDone: () => false,
    remember: (_address, _attribute, { clear }) => clear,
    reveal: async () => "",
  });
}

test("an unfinished replacement is known by its own id, and has nothing of the old object", async () => {
  expect((await afterHalf("new")).objects).toEqual({
    "widget.a": { id: "new", origin: "created", applied: {}, unfinished: true },
  });
});

test("an object that stays the same keeps its last applied values", async () => {
  expect((await afterHalf("old")).objects["widget.a"]).toMatchObject({ id: "old", applied: { title: "A" } });
});
