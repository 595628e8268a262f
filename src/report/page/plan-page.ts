import { count } from "../../model/count.ts";
import { groupBy } from "../../model/groups.ts";
import { plainText } from "../text/plain-text.ts";
import { dangerMeaning } from "../text/plan-dangers.ts";
import { countSteps, countUndone } from "../text/totals.ts";
import type { FieldView, PlaceView } from "../view/field-view.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import type { TreeChange } from "../view/trees.ts";
import { changedTrees, treeTitles } from "../view/world-trees.ts";
import type { PageContent, PageField, PageItem } from "./page-content.ts";
import { pageValue } from "./value.ts";

/** Facts about a plan that its view does not contain. */
export interface AboutPlan {
  /** The service's URL. */
  readonly service: string;
  /** Hash of the saved plan. Absent: the plan was not saved. */
  readonly hash?: string;
}

/** The plan as a page: the navigation now and afterwards, and every step. */
export function planPage(
  view: PlanView,
  trees: readonly TreeChange[],
  { service, hash }: AboutPlan,
): PageContent {
  const { organization, steps, refusals } = view;
  const within = treeTitles(trees);
  const dangers = groupBy(view.dangers, ({ step }) => step);
  const items = steps.map((step) => ({
    ...itemOf(step),
    within: within.get(step.address) ?? "",
    dangers: (dangers.get(step) ?? []).map(dangerMeaning),
  }));
  const changed = changedTrees(trees, items);
  const undone = countUndone(view.undone);
  return {
    heading: `Plan for ${plainText(organization.title || organization.id)}`,
    facts: [
      ["Organization", plainText(organization.id)],
      ["Service", plainText(service)],
      ["Steps", steps.length === 0 ? "none" : countSteps(steps)],
      ["Writing calls", String(view.writeCalls)],
      ...(undone === "" ? [] : [["Undoes", undone] as const]),
      ["Not managed", count(view.unmanaged.length, "object")],
      ...(hash === undefined ? [] : [["Hash", hash] as const]),
    ],
    items,
    trees: changed,
    unchangedTrees: trees.length - changed.length,
    sides: ["Now", "Afterwards"],
    refusals: refusals.map(({ code, message, remedy, addresses }) => ({
      code,
      message: plainText(message),
      remedy: plainText(remedy),
      addresses: addresses.map(plainText),
    })),
    notes: view.notes.map(({ address, message }) =>
      plainText(address === undefined ? message : `${address}: ${message}`),
    ),
  };
}

function itemOf(step: StepView): Omit<PageItem, "dangers" | "within"> {
  const { address, title = "", label, action, remarks, fields, place = {} } = step;
  return {
    address: plainText(address),
    title: plainText(title),
    kind: label.one,
    action: action.word,
    tone: action.tone,
    remark: remarks.map((remark) => `(${plainText(remark)})`).join(" "),
    fields: [...fields.map(pageField), ...placeFields(place)],
  };
}

function pageField({ name, before, after, remark }: FieldView): PageField {
  return {
    name: plainText(remark === undefined ? name : `${name} (${remark})`),
    ...(before && { before: pageValue(before) }),
    after: pageValue(after),
  };
}

const top = "the top level";

function placeFields({ from, to, after, isDefault }: PlaceView): readonly PageField[] {
  const parent = {
    name: "parent",
    ...(from !== undefined && { before: plainText(from ?? top) }),
    after: plainText(to ?? top),
  };
  return [
    ...(to === undefined || to === from ? [] : [parent]),
    ...(after === undefined
      ? []
      : [{ name: "place", after: after === null ? "first" : `after ${plainText(after)}` }]),
    ...(isDefault === true ? [{ name: "default", after: "yes" }] : []),
  ];
}
