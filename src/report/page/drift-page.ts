import type { ResourceType } from "../../model/resource-type.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { DriftEntry } from "../../plan/report/drift.ts";
import type { Drift } from "../../reconcile/reconciler.ts";
import { placesOf } from "../text/place.ts";
import { plainText } from "../text/plain-text.ts";
import { dangerMeanings } from "../text/plan-dangers.ts";
import type { PageContent, PageField, PageItem, Tone } from "./page-content.ts";
import { shownChange } from "./value.ts";
import { changedTrees, treeTitles, worldTrees } from "./world-trees.ts";

const tones = {
  added: "added",
  changed: "changed",
  moved: "moved",
  removed: "removed",
  renamed: "changed",
} as const satisfies Record<DriftEntry["change"], Tone>;

const places = {
  live: "on the service",
  layout: "in the layout",
  both: "on the service, and differently in the layout",
} as const satisfies Record<DriftEntry["changedIn"], string>;

/** The drift as a page: the declared and the live navigation, and each difference. */
export function driftPage(drift: Drift, types: readonly ResourceType[], service: string): PageContent {
  const { entries, comparedWith, plan, live, gaps } = drift;
  const index = indexTypes(types);
  // A plan goes from live to declared. Drift goes the other way.
  const trees =
    plan === undefined
      ? []
      : worldTrees({ ...drift, state: drift.state, plan }, index).map(({ before, after, ...tree }) => ({
          ...tree,
          ...(after && { before: after }),
          ...(before && { after: before }),
        }));
  const within = treeTitles(trees);
  const items = entries.map((entry): PageItem => {
    const { address, title, type, change, changedIn, undeclared } = entry;
    return {
      address: plainText(address),
      title: plainText(title),
      kind: index.get(type).label.one,
      action: change,
      tone: tones[change],
      within: within.get(address) ?? "",
      remark: `${places[changedIn]}${undeclared === true ? ", not declared" : ""}`,
      fields: driftFields(entry),
      dangers: dangersOf(entry),
    };
  });
  const changed = changedTrees(trees, items);
  return {
    heading: `Drift of ${plainText(live.organization.title || live.organization.id)}`,
    facts: [
      ["Organization", plainText(live.organization.id)],
      ["Service", plainText(service)],
      ["Compared with", comparedWith === "state" ? "the last apply" : "the layout (there is no state yet)"],
    ],
    items,
    trees: changed,
    unchangedTrees: trees.length - changed.length,
    sides: ["As declared", "On the service"],
    refusals: [],
    notes: gaps.map(({ message }) => `This page is not reliable. ${plainText(message)}`),
  };
}

function dangersOf({ danger, attribute, changedIn }: DriftEntry): readonly string[] {
  const what = attribute === undefined ? "" : `${plainText(attribute)}: `;
  return [
    ...(danger === undefined ? [] : [`${what}${dangerMeanings[danger]}`]),
    ...(changedIn === "both" ? ["changed on the service and in the layout"] : []),
  ];
}

function driftFields(entry: DriftEntry): readonly PageField[] {
  const { attribute = "", change, sensitive } = entry;
  if (change === "moved") return movedFields(entry);
  if (change === "renamed") return [{ name: "address", ...shownChange(entry) }];
  const name = plainText(attribute);
  if (sensitive === true) return [{ name, before: "(secret)", after: "(another secret)" }];
  return change === "changed" ? [{ name, ...shownChange(entry) }] : [];
}

function movedFields(entry: DriftEntry): readonly PageField[] {
  const { inside, order } = placesOf(entry);
  return [
    ...(inside === undefined ? [] : [{ name: "parent", before: inside[0], after: inside[1] }]),
    ...(order === undefined ? [] : [{ name: "place", before: order[0], after: order[1] }]),
  ];
}
