// The script of the page: filters, keyboard control, and lines between the former and the new place of a moved object. The page contains
// everything without it.

const items = [...document.querySelectorAll<HTMLLIElement>("#items li")];
const texts = new Map<HTMLLIElement, string>();

const search = byId("search", HTMLInputElement);
const danger = byId("danger", HTMLInputElement);
const selects = (["kind", "within"] as const).map((name) => ({
  name,
  select: byId(name, HTMLSelectElement),
}));
const actions = [...document.querySelectorAll<HTMLInputElement>("input[name=action]")];
const shown = document.getElementById("shown");

function byId<E extends HTMLElement>(id: string, kind: new () => E): E | undefined {
  const found = document.getElementById(id);
  return found instanceof kind ? found : undefined;
}

/** The text of an item, read at the first search and not when the page opens. */
function textOf(item: HTMLLIElement): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = (item.textContent ?? "").toLowerCase();
  texts.set(item, text);
  return text;
}

function filter(): void {
  const fits = wantedNow();
  let count = 0;
  for (const item of items) {
    item.hidden = !fits(item);
    if (!item.hidden) count += 1;
  }
  if (shown !== null)
    shown.textContent = count === items.length ? plural(count) : `${count} of ${plural(items.length)}`;
}

/** The test that the current filters apply. */
function wantedNow(): (item: HTMLLIElement) => boolean {
  const words = (search?.value ?? "").toLowerCase().split(/\s+/u).filter(Boolean);
  const wanted = new Set(actions.filter(({ checked }) => checked).map(({ value }) => value));
  const chosen = selects.flatMap(({ name, select }) =>
    select?.value ? [{ name, value: select.value }] : [],
  );
  return (item) =>
    wanted.has(item.dataset["action"] ?? "") &&
    (danger?.checked !== true || "danger" in item.dataset) &&
    chosen.every(({ name, value }) => item.dataset[name] === value) &&
    words.every((word) => textOf(item).includes(word));
}

function plural(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

/** Delays the filter, so that typing stays fast with ten thousand changes. */
let waiting: number | undefined;
function filterSoon(): void {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(filter, 80);
}

function clearFilters(): void {
  if (search !== undefined) search.value = "";
  if (danger !== undefined) danger.checked = false;
  for (const { select } of selects) if (select !== undefined) select.value = "";
  for (const action of actions) action.checked = true;
  filter();
}

function setOpen(open: boolean): void {
  for (const item of items) if (!item.hidden) detailsOf(item)?.toggleAttribute("open", open);
}

function detailsOf(item: Element): HTMLDetailsElement | null {
  return item.querySelector<HTMLDetailsElement>(":scope > details");
}

/** Focuses the next shown change, or the previous one. */
function go(step: 1 | -1): void {
  const current = items.findIndex((item) => item.contains(document.activeElement));
  const start = current < 0 ? (step === 1 ? -1 : items.length) : current;
  for (let at = start + step; at >= 0 && at < items.length; at += step) {
    const item = items[at];
    if (item === undefined || item.hidden) continue;
    const target = item.querySelector<HTMLElement>(":scope > details > summary, :scope > .plain");
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
    return;
  }
}

const keys: Readonly<Record<string, () => void>> = {
  "/": () => search?.focus(),
  j: () => go(1),
  k: () => go(-1),
  d: () => danger?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    clearFilters();
    if (document.activeElement === search) search?.blur();
    return;
  }
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
  const isChoosing = event.target instanceof HTMLSelectElement;
  if (isTyping || isChoosing || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

/** Shows and opens the target of a link, even if the filters hide it. */
function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLLIElement)) return;
  if (target.hidden) clearFilters();
  detailsOf(target)?.setAttribute("open", "");
  target.querySelector<HTMLElement>("summary, .plain")?.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
}

/** Draws lines between the two places of each moved object. */
function drawMoves(pair: Element): void {
  const sides = pair.querySelector<HTMLElement>(".sides");
  if (sides === null) return;
  sides.querySelector("svg")?.remove();
  const [left, right] = ["0", "1"].map((side) => placesIn(sides, side));
  const around = sides.getBoundingClientRect();
  const paths = [...(left ?? [])].flatMap(([address, from]) => {
    const to = right?.get(address);
    return to === undefined ? [] : [pathBetween(from, to, around)];
  });
  if (paths.length === 0) return;
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("class", "moves");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", String(around.width));
  svg.setAttribute("height", String(around.height));
  svg.append(...paths);
  sides.append(svg);
}

const svgNamespace = "http://www.w3.org/2000/svg";

/** The places of moved objects on one side. A folded object has no place. */
function placesIn(sides: Element, side: string): ReadonlyMap<string, DOMRect> {
  const nodes = sides.querySelectorAll<HTMLElement>(`[data-side="${side}"] [data-moved]`);
  const places = [...nodes].map(
    (node) => [node.dataset["moved"] ?? "", node.getBoundingClientRect()] as const,
  );
  return new Map(places.filter(([, { width }]) => width > 0));
}

function pathBetween(from: DOMRect, to: DOMRect, around: DOMRect): SVGPathElement {
  const [x1, y1] = [from.right - around.left + 2, from.top + from.height / 2 - around.top];
  const [x2, y2] = [to.left - around.left - 4, to.top + to.height / 2 - around.top];
  const middle = (x1 + x2) / 2;
  const path = document.createElementNS(svgNamespace, "path");
  path.setAttribute("d", `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`);
  return path;
}

const pairs = [...document.querySelectorAll(".pair")];
function drawAll(): void {
  for (const pair of pairs) drawMoves(pair);
}

document.getElementById("filters")?.removeAttribute("hidden");
search?.addEventListener("input", filterSoon);
for (const input of [...actions, danger, ...selects.map(({ select }) => select)])
  input?.addEventListener("change", filter);
document.getElementById("filters")?.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("open-all")?.addEventListener("click", () => setOpen(true));
document.getElementById("close-all")?.addEventListener("click", () => setOpen(false));
window.addEventListener("hashchange", reveal);
window.addEventListener("resize", drawAll);
window.addEventListener("beforeprint", () => {
  setOpen(true);
  for (const rest of document.querySelectorAll("details.rest")) rest.setAttribute("open", "");
  drawAll();
});
for (const pair of pairs) pair.addEventListener("toggle", () => drawMoves(pair), { capture: true });
drawAll();
reveal();
