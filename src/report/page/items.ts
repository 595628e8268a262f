import { count } from "../../util/count.ts";
import { anchorOf } from "./anchors.ts";
import { type Html, html } from "./html.ts";
import type { PageField, PageItem } from "./page-content.ts";

/** With more items than this, each is closed until the reader opens it. */
const mostOpen = 100;

/** Every change, with the filters. */
export function itemList(items: readonly PageItem[]): Html {
  const isOpen = items.length <= mostOpen;
  return html`<section aria-labelledby="changes" id="all">
<h2 id="changes" tabindex="-1">Changes <small id="shown" role="status">${count(items.length, "change")}</small></h2>
${items.length === 0 ? html`<p>No changes.</p>` : filters(items)}
<div class="items" id="items">${chunksOf(items.map((item, at) => itemOf(item, at, isOpen)))}</div>
</section>`;
}

/** The number of items that a browser skips together while they are off the screen. Without groups, ten thousand items take minutes. */
const chunkSize = 50;

function chunksOf(items: readonly Html[]): readonly Html[] {
  const starts = items.flatMap((_, at) => (at % chunkSize === 0 ? [at] : []));
  return starts.map((at) => html`<ul>${items.slice(at, at + chunkSize)}</ul>`);
}

function filters(items: readonly PageItem[]): Html {
  return html`<form class="filters" id="filters" hidden aria-label="Filters">
<label>Search <input type="search" id="search" autocomplete="off" placeholder="address, title, value"></label>
<fieldset><legend>Action</legend>${counted(items, ({ action }) => action).map(
    ([action, number]) =>
      html`<label><input type="checkbox" name="action" value="${action}" checked> ${action} (${number})</label>`,
  )}</fieldset>
${choice(
  "kind",
  "Kind",
  counted(items, ({ kind }) => kind),
)}
${choice(
  "within",
  "In",
  counted(items, ({ within }) => within).filter(([name]) => name !== ""),
)}
<label><input type="checkbox" id="danger"> only dangerous changes</label>
<button type="button" id="open-all">Open all</button>
<button type="button" id="close-all">Close all</button>
<p class="keys">Keys: <kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>d</kbd> only dangerous changes, <kbd>Esc</kbd> clear the filters</p>
</form>`;
}

function choice(id: string, label: string, values: readonly (readonly [string, number])[]): Html | undefined {
  if (values.length < 2) return undefined;
  return html`<label>${label} <select id="${id}"><option value="">all</option>${values.map(
    ([value, number]) => html`<option value="${value}">${value} (${number})</option>`,
  )}</select></label>`;
}

function counted(
  items: readonly PageItem[],
  of: (item: PageItem) => string,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
  return [...counts];
}

function itemOf(item: PageItem, at: number, isOpen: boolean): Html {
  const { address, title, kind, action, tone, within, words, remark, fields } = item;
  const dangers = [...item.dangers, ...item.causes];
  const heading = html`<span class="action ${tone}">${action}</span> ${kind}${
    title === "" ? undefined : html` <span class="title">${title}</span>`
  }${words === "" ? undefined : ` ${words}`}${remark === "" ? undefined : html` <span class="remark">${remark}</span>`}${
    dangers.length === 0 ? undefined : html` <strong class="danger">${dangers.join("; ")}</strong>`
  } <code>${address}</code>`;
  const body =
    fields.length === 0
      ? html`<div class="plain" tabindex="-1">${heading}</div>`
      : html`<details${isOpen ? html` open` : undefined}><summary>${heading}</summary>${table(fields)}</details>`;
  return html`<li id="${anchorOf(at)}" data-action="${action}" data-kind="${kind}" data-within="${within}"${
    dangers.length === 0 ? undefined : html` data-danger`
  }>${body}</li>
`;
}

function table(fields: readonly PageField[]): Html {
  const isNew = fields.every(({ before }) => before === undefined);
  const columns = isNew ? ["Field", "Value"] : ["Field", "Before", "After"];
  const rows = fields.map(({ name, before, after }) => {
    const earlier = isNew ? undefined : html`<td class="before">${before}</td>`;
    return html`<tr><th scope="row">${name}</th>${earlier}<td class="after">${after}</td></tr>`;
  });
  const heads = columns.map((column) => html`<th scope="col">${column}</th>`);
  return html`<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`;
}
