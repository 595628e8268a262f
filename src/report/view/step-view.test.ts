import { expect, test } from "vitest";
import type { PlanStep } from "../../model/plan/plan.ts";
import { namesIn } from "./names-view.ts";
import { deletedIn, stepView } from "./step-view.ts";

const about = { type: "space", title: "" };
const deleteOf = (id: string, contents: readonly string[]): PlanStep => ({
  ...about,
  action: "delete",
  address: `space.${id}`,
  id,
  expects: { fingerprint: "", contents },
});

test.each([
  { contents: [], remark: "" },
  { contents: ["moved"], remark: "" },
  { contents: ["deleted"], remark: "deletes 1 object inside it" },
  { contents: ["deleted", "inside-moved", "moved", "also"], remark: "deletes 2 objects inside it" },
])("a delete counts what the plan deletes with it: $contents", ({ contents, remark }) => {
  const step = deleteOf("outer", contents);
  const steps = [step, deleteOf("deleted", []), deleteOf("also", [])];
  const names = namesIn({ steps, managed: {} }, []);
  expect(stepView(names, step, deletedIn(steps)).remarks.join()).toBe(remark);
});
