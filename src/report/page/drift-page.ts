import { renderOrder, renderWhole } from "../text/place-text.ts";
import { plainText } from "../text/plain-text.ts";
import type { DriftEntryView, DriftView } from "../view/drift-view.ts";
import type { TreeChange } from "../view/tree-view.ts";
import { changedTrees, treeTitles } from "../view/world-trees.ts";
import { pageEffects } from "./effects-page.ts";
import type { PageContent, PageField, PageItem } from "./page-content.ts";
import { pageValue } from "./value-page.ts";

/** The drift as a page: the declared and the live navigation, and each difference. `planned`: the trees that a plan changes. */
export function driftPage(view: DriftView, planned: readonly TreeChange[], service: string): PageContent {
  const { entries, comparedWith, organization, gaps } = view;
  // A plan goes from live to declared. Drift goes the other way.
  const trees = planned.map(({ before, after, ...tree }) => ({
    ...tree,
    ...(after && { before: after }),
    ...(before && { after: before }),
  }));
  const within = treeTitles(trees);
  const items = entries.map((entry) => ({ ...itemOf(entry), within: within.get(entry.address) ?? "" }));
  const changed = changedTrees(trees, items);
  return {
    heading: `Drift of ${plainText(organization.title || organization.id)}`,
    facts: [
      ["Organization", plainText(organization.id)],
      ["Service", plainText(service)],
      ["Compared with", comparedWith === "state" ? "the state" : "the layout (there is no state yet)"],
    ],
    items,
    effects: pageEffects(view),
    trees: changed,
    unchangedTrees: trees.length - changed.length,
    sides: ["As declared", "On the service"],
    refusals: [],
    permit: "",
    notes: gaps.map(({ message }) => `This page is not reliable. ${plainText(message)}`),
  };
}

function itemOf(entry: DriftEntryView): Omit<PageItem, "within"> {
  const { address, title = "", label, kind, side, words, places, fate, remarks } = entry;
  const { danger, isConflict, isGone } = entry;
  const remark = [side.text, ...(fate === undefined ? [] : [fate]), ...remarks].join(", ");
  return {
    address: plainText(address),
    title: plainText(title),
    kind: label.one,
    action: kind.word,
    tone: kind.tone,
    isMoved: places !== undefined,
    words: words.join(" "),
    remark: plainText(remark),
    fields: driftFields(entry),
    // The table of effects contains neither lost objects nor conflicts.
    dangers: [
      ...(isGone && danger !== undefined ? [danger.meaning] : []),
      ...(isConflict ? ["changed on the service and in the layout"] : []),
    ],
    causes: isGone || danger === undefined ? [] : [danger.meaning],
  };
}

function driftFields({ attribute = "address", values, places = {} }: DriftEntryView): readonly PageField[] {
  const { parent, order } = places;
  return [
    ...(values === undefined
      ? []
      : [
          {
            name: plainText(attribute),
            before: pageValue(values.before),
            after: pageValue(values.after),
          },
        ]),
    ...(parent === undefined
      ? []
      : [{ name: "parent", before: renderWhole(parent.before), after: renderWhole(parent.after) }]),
    ...(order === undefined
      ? []
      : [{ name: "place", before: renderOrder(order.before), after: renderOrder(order.after) }]),
  ];
}
