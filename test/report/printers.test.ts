import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { actionNames } from "../../src/report/view/actions.ts";

// Printers print the view of a plan or of drift, and know nothing of the plan. So a new action needs only a row in the view's table.

const notPrinters = ["view", "generated", "output", "browser"];

function printersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notPrinters.includes(entry.name) ? [] : printersIn(path);
    return /(?<!\.test)\.ts$/u.test(entry.name) ? [path] : [];
  });
}

/** Comparisons with the name of an action, tables by action, and imports of the plan's types. */
function planKnowledgeIn(text: string): readonly string[] {
  const names = actionNames.join("|");
  const compared = new RegExp(
    `(?:[=!]==|case|includes\\(|has\\() ?"(?:${names})"|"(?:${names})" [=!]==`,
    "gu",
  );
  const table = new RegExp(`^ +(?:${names}): (?:["'{(\\[]|async)`, "gmu");
  const imported = /\b(?:Plan|PlanStep|\w+Step|Danger|DriftEntry)\b(?=[^;]*\} from "[^"]*\/plan\/)/gu;
  return [compared, table, imported].flatMap((pattern) => text.match(pattern) ?? []);
}

test("no printer depends on the actions of a plan", () => {
  const printers = [...printersIn("src/report"), ...printersIn("src/cli/render")];
  expect(printers.length).toBeGreaterThan(40);
  const found = printers.flatMap((path) =>
    planKnowledgeIn(readFileSync(path, "utf8")).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['if (step.action === "move") return;', ['=== "move"']],
  ['steps.filter(({ action }) => "import" !== action)', ['"import" !==']],
  ['  switch (action) {\n    case "patch":', ['case "patch"']],
  ['const marks = {\n  create: "+",\n};', ['  create: "']],
  ['import type { GuardRefusal, PlanStep } from "../../plan/plan.ts";', ["PlanStep"]],
  ['import type { StepView } from "../view/step-view.ts";', []],
])("in %s the search finds %j", (text, found) => {
  expect(planKnowledgeIn(text)).toEqual(found);
});
