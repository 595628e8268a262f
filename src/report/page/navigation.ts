import { count } from "../../util/count.ts";
import { groupBy } from "../../util/groups.ts";
import type { TreeChange, TreeNode } from "../view/tree-view.ts";
import type { Anchors } from "./anchors.ts";
import { type Html, html } from "./html.ts";
import type { PageContent, PageItem } from "./page-content.ts";

/** The minimum number of consecutive unchanged neighbors that are folded into one line. */
const fewestFolded = 4;

/** The navigation before and after, side by side, with the changes of each object. */
export function navigation(
  { trees, sides, items, unchangedTrees }: PageContent,
  anchors: Anchors,
): Html | undefined {
  if (trees.length === 0) return undefined;
  const changes = groupBy(items, ({ address }) => address);
  const rest =
    unchangedTrees === 0
      ? undefined
      : html`<p class="remark">${count(unchangedTrees, "other tree")} without a change.</p>`;
  return html`<section aria-labelledby="navigation">
<h2 id="navigation">Navigation</h2>
${trees.map((pair, at) => treeChange(pair, { at, sides, changes, anchors }))}
${rest}
</section>`;
}

interface Drawing {
  readonly at: number;
  readonly sides: PageContent["sides"];
  readonly changes: ReadonlyMap<string, readonly PageItem[]>;
  readonly anchors: Anchors;
}

function treeChange({ title, kind, before, after }: TreeChange, drawing: Drawing): Html {
  const sides = [before, after].map((top, side) => {
    const name = drawing.sides[side];
    const contents =
      top === undefined ? html`<p class="remark">does not exist</p>` : html`<ul>${nodeOf(top, drawing)}</ul>`;
    return html`<div class="side" data-side="${side}"><h4>${name}</h4>${contents}</div>`;
  });
  return html`<details class="pair" open data-pair="${drawing.at}"><summary><h3>${title} <small>${kind}</small></h3></summary>
<div class="sides">${sides}</div></details>`;
}

function nodeOf(node: TreeNode, drawing: Drawing): Html {
  const changes = (node.address === undefined ? undefined : drawing.changes.get(node.address)) ?? [];
  const anchor = node.address === undefined ? undefined : drawing.anchors.get(node.address);
  const title = anchor === undefined ? html`${node.title}` : html`<a href="#${anchor}">${node.title}</a>`;
  const marks = changes.map(({ action, tone }) => html` <span class="action ${tone}">${action}</span>`);
  const moved = changes.some(({ isMoved }) => isMoved);
  const key = moved ? html` data-moved="${node.address}"` : undefined;
  const inner = node.children.length === 0 ? undefined : html`<ul>${folded(node.children, drawing)}</ul>`;
  return html`<li><span class="node"${key}>${title} <small>${node.kind}</small>${marks}</span>${inner}</li>`;
}

function folded(nodes: readonly TreeNode[], drawing: Drawing): readonly Html[] {
  const runs: TreeNode[][] = [];
  for (const node of nodes) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && isQuiet(last, drawing) && isQuiet(node, drawing))
      run.push(node);
    else runs.push([node]);
  }
  return runs.flatMap((run) =>
    run.length < fewestFolded
      ? run.map((node) => nodeOf(node, drawing))
      : [
          html`<li><details><summary class="remark">${run.length} unchanged</summary><ul>${run.map((node) => nodeOf(node, drawing))}</ul></details></li>`,
        ],
  );
}

function isQuiet({ address, children }: TreeNode, drawing: Drawing): boolean {
  return (
    (address === undefined || !drawing.changes.has(address)) &&
    children.every((child) => isQuiet(child, drawing))
  );
}
