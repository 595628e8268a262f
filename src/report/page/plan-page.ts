import type { Address } from "../../model/address.ts";
import { groupBy } from "../../model/groups.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import type { AttributeChange, GuardRefusal, PlanStep, PlanValue } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { plainText } from "../text/plain-text.ts";
import { dangerMeaning } from "../text/plan-dangers.ts";
import { type DeletedIds, deletedIn, stepRemark, undoing } from "../text/step.ts";
import { countSteps, countUndone } from "../text/totals.ts";
import { count } from "../text/value.ts";
import type { PageContent, PageField, PageItem, Tone } from "./page-content.ts";
import { pageValue, shownChange } from "./value.ts";
import { changedTrees, treeTitles, worldTrees } from "./world-trees.ts";

const tones = {
  create: "added",
  patch: "changed",
  move: "moved",
  delete: "removed",
  replace: "removed",
  import: "faint",
  forget: "faint",
} as const satisfies Record<PlanStep["action"], Tone>;

/** Facts about a plan that it does not contain. */
export interface AboutPlan {
  readonly types: readonly ResourceType[];
  /** The service's URL. */
  readonly service: string;
  /** Hash of the saved plan. Absent: the plan was not saved. */
  readonly hash?: string;
}

/** The plan as a page: the navigation now and afterwards, and every step. */
export function planPage(
  planned: PlannedRun,
  refusals: readonly GuardRefusal[],
  { types, service, hash }: AboutPlan,
): PageContent {
  const { plan, live } = planned;
  const index = indexTypes(types);
  const trees = worldTrees(planned, index);
  const within = treeTitles(trees);
  const dangers = groupBy(plan.dangers, ({ step }) => step);
  const deleted = deletedIn(plan.steps);
  const items = plan.steps.map((step, at) => ({
    ...itemOf(step, index, within, deleted),
    dangers: (dangers.get(at) ?? []).map(dangerMeaning),
  }));
  const changed = changedTrees(trees, items);
  const undone = countUndone(plan.steps);
  return {
    heading: `Plan for ${plainText(live.organization.title || plan.organizationId)}`,
    facts: [
      ["Organization", plainText(plan.organizationId)],
      ["Service", plainText(service)],
      ["Steps", plan.steps.length === 0 ? "none" : countSteps(plan.steps)],
      ["Writing calls", String(plan.writeCalls)],
      ...(undone === "" ? [] : [["Undoes", undone] as const]),
      ["Not managed", count(plan.unmanaged.length, "object")],
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
    notes: plan.notes.map(({ address, message }) =>
      plainText(address === undefined ? message : `${address}: ${message}`),
    ),
  };
}

function itemOf(
  step: PlanStep,
  types: TypeIndex,
  within: ReadonlyMap<Address, string>,
  deleted: DeletedIds,
): Omit<PageItem, "dangers"> {
  return {
    address: plainText(step.address),
    title: plainText(step.title),
    kind: types.get(step.type).label.one,
    action: step.action,
    tone: tones[step.action],
    within: within.get(step.address) ?? "",
    remark: stepRemark(step, deleted).trim(),
    fields: stepFields(step),
  };
}

function stepFields(step: PlanStep): readonly PageField[] {
  switch (step.action) {
    case "create":
      return [...Object.entries(step.attributes).map(added), ...place(step.container)];
    case "patch":
      return step.changes.map(changed);
    case "replace":
      return [...step.changes.map(changed), ...place(step.container)];
    case "move":
      return [...moved(step.from, step.to), ...orderOf(step.after)];
    case "delete":
      return step.expects.contents.length === 0
        ? []
        : [{ name: "contents", before: count(step.expects.contents.length, "object") }];
    case "import":
    case "forget":
      return [];
  }
}

function added([name, value]: readonly [string, PlanValue]): PageField {
  return { name: plainText(name), after: pageValue(value) };
}

function changed(change: AttributeChange): PageField {
  const name = `${plainText(change.attribute)}${undoing(change)}`;
  if (change.sensitive === true) return { name, before: "(secret)", after: "(another secret)" };
  return { name, ...shownChange(change) };
}

function place(container: PlanValue | undefined): readonly PageField[] {
  if (container === undefined) return [];
  return [{ name: "parent", after: container === null ? top : pageValue(container) }];
}

const top = "the top level";

function moved(from: Address | null, to: Address | null): readonly PageField[] {
  if (from === to) return [];
  return [{ name: "parent", before: plainText(from ?? top), after: plainText(to ?? top) }];
}

function orderOf(after: Address | null | undefined): readonly PageField[] {
  if (after === undefined) return [];
  return [{ name: "place", after: after === null ? "first" : `after ${plainText(after)}` }];
}
