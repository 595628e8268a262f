import { adviceIn } from "../../engine/plan/guard/permit.ts";
import { count } from "../../util/count.ts";
import { append, groupBy } from "../../util/groups.ts";
import { formerUrl } from "../text/effects-text.ts";
import { plainPalette } from "../text/palette.ts";
import { renderPermit } from "../text/permit-text.ts";
import { plainText } from "../text/plain-text.ts";
import { countSteps, countUndone } from "../text/totals.ts";
import { renderItem } from "../text/value-text.ts";
import { nestedEntries } from "../view/deletes-view.ts";
import { type EntryView, stepsOf } from "../view/entries.ts";
import { forestOf, placedEntries } from "../view/entry-forest.ts";
import type { FieldView, PlaceView } from "../view/field-view.ts";
import { noteText } from "../view/named-in.ts";
import { permitView } from "../view/permit-view.ts";
import type { PlanView } from "../view/plan-view.ts";
import type { StepView } from "../view/step-view.ts";
import type { TreeChange } from "../view/tree-view.ts";
import { changedTrees, treeTitles } from "../view/world-trees.ts";
import { pageEffects } from "./effects-page.ts";
import type { PageContent, PageField, PageItem } from "./page-content.ts";
import { pageValue } from "./value-page.ts";

/** The plan as a page: the navigation now and afterwards, and every entry. `service`: its URL. */
export function planPage(view: PlanView, trees: readonly TreeChange[], service: string): PageContent {
  const { organization, steps, refusals, saved } = view;
  const within = treeTitles(trees);
  const deletes = groupBy(view.deletes, ({ step }) => step);
  const causes = dangersByCause(view);
  const items = inOrder(view).map((entry) =>
    itemOf(entry, {
      within: within.get(entry.address) ?? "",
      dangers: stepsOf(entry).flatMap((step) =>
        (deletes.get(step) ?? []).map(({ meaning, url }) => `${meaning}${formerUrl(url, plainPalette)}`),
      ),
      causes: [...new Set(stepsOf(entry).flatMap((step) => causes.get(step) ?? []))],
    }),
  );
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
      ...(saved === undefined ? [] : [["Hash", saved.hash] as const]),
      ...(refusals.length === 0
        ? []
        : [["Refused", `for ${count(refusals.length, "reason")}, at the end`] as const]),
    ],
    items,
    effects: pageEffects(view),
    trees: changed,
    unchangedTrees: trees.length - changed.length,
    sides: ["Now", "Afterwards"],
    refusals: refusals.map((refusal) => ({
      code: refusal.code,
      message: plainText(refusal.message),
      advice: plainText(adviceIn(refusal)),
      addresses: refusal.addresses.map(plainText),
    })),
    permit: refusals.length === 0 ? "" : renderPermit(permitView(refusals, saved !== undefined)),
    notes: view.notes.map((note) => plainText(noteText(note))),
  };
}

/** The meanings of the dangers that each step causes. */
function dangersByCause({ dangers, steps }: PlanView): ReadonlyMap<StepView, readonly string[]> {
  const found = new Map<StepView, string[]>();
  for (const { kind, steps: causes } of dangers)
    for (const at of causes) append(found, steps[at] as StepView, kind.meaning);
  return found;
}

/** The entries in the order of the text. */
function inOrder({ entries, places }: PlanView): readonly EntryView[] {
  const { deleted, undoing, rest, ofState } = entries;
  return [
    ...nestedEntries(deleted, places),
    ...[undoing, rest, ofState].flatMap((part) => placedEntries(forestOf(part, places))),
  ].map(({ entry }) => entry);
}

function itemOf(entry: EntryView, facts: Pick<PageItem, "within" | "dangers" | "causes">): PageItem {
  const { address, title = "", label, action, words, remarks, fields } = entry;
  const places = stepsOf(entry).map(({ place = {} }) => place);
  return {
    address: plainText(address),
    title: plainText(title),
    kind: label.one,
    action: action.word,
    tone: action.tone,
    isMoved: places.some(({ from }) => from !== undefined),
    words: words.join(" "),
    remark: remarks.map((remark) => `(${plainText(remark)})`).join(" "),
    fields: [...fields.map(pageField), ...places.flatMap(placeFields)],
    ...facts,
  };
}

function pageField({ name, before, after, items, remark }: FieldView): PageField {
  const linesOf = (isOld: boolean) =>
    items
      ?.filter(({ sign }) => (sign === "-") === isOld)
      .map(renderItem)
      .join("\n");
  return {
    name: plainText(remark === undefined ? name : `${name} (${remark})`),
    ...(before && { before: linesOf(true) ?? pageValue(before) }),
    after: linesOf(false) ?? pageValue(after),
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
