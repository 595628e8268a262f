import { createHash } from "node:crypto";
import { count } from "../../util/count.ts";
import { type Anchors, anchorsOf, linked } from "./anchors.ts";
import { pageAssets } from "./generated/page-assets.ts";
import { Html, html } from "./html.ts";
import { itemList } from "./items.ts";
import { navigation } from "./navigation.ts";
import type { PageContent, PageEffect, PageItem } from "./page-content.ts";

/**
 * A self-contained page: it includes its content, style and script, and its content policy permits nothing else. Without the script, which
 * adds filters and keyboard control, the page still shows everything.
 */
export function renderPage(content: PageContent): string {
  const { script, style } = pageAssets;
  const anchors = anchorsOf(content.items);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${content.heading}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#changes">Skip to the changes</a>
<header>
<h1>${content.heading}</h1>
<dl class="facts">${content.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>
<main>
${dangerous(content.items, anchors)}
${effectTable(content.effects, anchors)}
${navigation(content, anchors)}
${itemList(content.items)}
${notes(content.notes)}
${refusalList(content, anchors)}
</main>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.toString();
}

/** The content policy. It permits no external source, and only docsform's own script and style. */
function policy(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
}

function refusalList({ refusals, permit }: PageContent, anchors: Anchors): Html | undefined {
  if (refusals.length === 0) return undefined;
  return html`<section class="refused" aria-labelledby="refused">
<h2 id="refused">Apply will refuse this plan</h2>
${refusals.map(
  ({ code, message, advice, addresses }) => html`<div class="refusal">
<p><strong>${message}</strong> <code>${code}</code></p>
${advice === "" ? undefined : html`<p>${advice}</p>`}
${folded(addresses.map((address) => html`<li>${linked(address, anchors)}</li>`))}
</div>`,
)}
<p>${permit}</p>
</section>`;
}

function dangerous(items: readonly PageItem[], anchors: Anchors): Html | undefined {
  const found = items.filter(({ dangers }) => dangers.length > 0);
  if (found.length === 0) return undefined;
  return html`<section class="dangers" aria-labelledby="dangers">
<h2 id="dangers">Dangerous, check these first <small>${count(found.length, "change")}</small></h2>
${folded(
  found.map(
    ({ address, kind, title, dangers }) =>
      html`<li>${kind} ${title === "" ? undefined : html`<span class="title">${title}</span>: `}${dangers.join("; ")} ${linked(address, anchors)}</li>`,
  ),
)}
</section>`;
}

function effectTable(effects: readonly PageEffect[], anchors: Anchors): Html | undefined {
  if (effects.length === 0) return undefined;
  const dangers = effects.filter(({ isDanger }) => isDanger).length;
  const number = `${count(effects.length, "effect")}${dangers === 0 ? "" : `, ${dangers} dangerous`}`;
  const rows = effects.map((effect) => effectRow(effect, anchors));
  const tableOf = (own: readonly Html[]) =>
    html`<table><thead><tr>${effectColumns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${own}</tbody></table>`;
  return html`<section class="effects" aria-labelledby="effects">
<h2 id="effects">For readers and members <small>${number}</small></h2>
${folded(rows, tableOf)}
</section>`;
}

const effectColumns = ["Content", "Place", "Before", "After"];

function effectRow(effect: PageEffect, anchors: Anchors): Html {
  const { content, address, remark, isDanger, place, before, after, causes } = effect;
  const isOwn = causes.every((each) => each === address);
  const links = causes.map(
    (each, at) => html`${at > 0 ? ", " : isOwn ? " " : " by "}${linked(each, anchors)}`,
  );
  return html`<tr><th scope="row">${isDanger ? html`<strong class="danger">!</strong> ` : undefined}${content}${
    remark === "" ? undefined : html` <span class="remark">(${remark})</span>`
  }<span class="remark">${links}</span></th><td>${place}</td><td>${before}</td><td>${after}</td></tr>
`;
}

/** The number of entries above the navigation. The reader can open the others. */
const mostAtOnce = 10;

function folded(
  entries: readonly Html[],
  listOf = (own: readonly Html[]): Html => html`<ul>${own}</ul>`,
): Html | undefined {
  if (entries.length === 0) return undefined;
  const rest = entries.length - mostAtOnce;
  // "and 1 more" would need as much space as the entry.
  if (rest <= 1) return listOf(entries);
  return html`${listOf(entries.slice(0, mostAtOnce))}
<details class="rest"><summary>and ${rest} more</summary>${listOf(entries.slice(mostAtOnce))}</details>`;
}

function notes(texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  return html`<section aria-labelledby="notes">
<h2 id="notes">Notes</h2>
<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>
</section>`;
}
