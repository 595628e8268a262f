// The script of the page: filters, keyboard control, and lines between the former and the new place of a moved object. The page contains
// everything without it.

const items = [...document.querySelectorAll<HTMLLIElement>("#items li")];
const searchTexts = new Map<HTMLLIElement, string>();

const search = byId("search", HTMLInputElement);
const danger = byId("danger", HTMLInputElement);
const selects = (["kind", "within"] as const).map((name) => ({
  name,
  select: byId(name, HTMLSelectElement),
}));
const actions = [...document.querySelectorAll<HTMLInputElement>("input[name=action]")];
const countOfShown = document.getElementById("shown");

function byId<E extends HTMLElement>(id: string, kind: new () => E): E | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

/** The text of an item in lower case. Read at the first search, so that the page opens fast. */
function searchTextOf(item: HTMLLIElement): string {
  const cached = searchTexts.get(item);
  if (cached !== undefined) return cached;
  const text = (item.textContent ?? "").toLowerCase();
  searchTexts.set(item, text);
  return text;
}

function applyFilters(): void {
  const fitsFilters = currentFilters();
  let count = 0;
  for (const item of items) {
    item.hidden = !fitsFilters(item);
    if (!item.hidden) count += 1;
  }
  if (countOfShown !== null)
    countOfShown.textContent =
      count === items.length ? countChanges(count) : `${count} of ${countChanges(items.length)}`;
}

/** A function that tells whether an item fits the filters as they are now. */
function currentFilters(): (item: HTMLLIElement) => boolean {
  const words = (search?.value ?? "").toLowerCase().split(/\s+/u).filter(Boolean);
  const checkedActions = new Set(actions.filter(({ checked }) => checked).map(({ value }) => value));
  const selected = selects.flatMap(({ name, select }) =>
    select?.value ? [{ name, value: select.value }] : [],
  );
  return (item) =>
    checkedActions.has(item.dataset["action"] ?? "") &&
    (danger?.checked !== true || "danger" in item.dataset) &&
    selected.every(({ name, value }) => item.dataset[name] === value) &&
    words.every((word) => searchTextOf(item).includes(word));
}

function countChanges(count: number): string {
  return `${count} ${count === 1 ? "change" : "changes"}`;
}

/** Waits for a pause of 80 ms in typing, so that typing stays fast with ten thousand changes. */
let filterTimer: number | undefined;
function applyFiltersSoon(): void {
  window.clearTimeout(filterTimer);
  filterTimer = window.setTimeout(applyFilters, 80);
}

function clearFilters(): void {
  if (search !== undefined) search.value = "";
  if (danger !== undefined) danger.checked = false;
  for (const { select } of selects) if (select !== undefined) select.value = "";
  for (const action of actions) action.checked = true;
  applyFilters();
}

function setShownOpen(isOpen: boolean): void {
  for (const item of items) if (!item.hidden) detailsOf(item)?.toggleAttribute("open", isOpen);
}

function detailsOf(item: Element): HTMLDetailsElement | null {
  return item.querySelector<HTMLDetailsElement>(":scope > details");
}

/** Focuses the next shown change (1), or the previous one (-1). */
function focusChange(step: 1 | -1): void {
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

const actionsByKey: Readonly<Record<string, () => void>> = {
  "/": () => search?.focus(),
  j: () => focusChange(1),
  k: () => focusChange(-1),
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
  const action = actionsByKey[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
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
  const [placesBefore, placesAfter] = ["0", "1"].map((side) => placesIn(sides, side));
  const frame = sides.getBoundingClientRect();
  const paths = [...(placesBefore ?? [])].flatMap(([address, from]) => {
    const to = placesAfter?.get(address);
    return to === undefined ? [] : [pathBetween(from, to, frame)];
  });
  if (paths.length === 0) return;
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("class", "moves");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", String(frame.width));
  svg.setAttribute("height", String(frame.height));
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

/** A curve from the right edge of a place to the left edge of another one, in the coordinates of the frame. */
function pathBetween(from: DOMRect, to: DOMRect, frame: DOMRect): SVGPathElement {
  const [x1, y1] = [from.right - frame.left + 2, from.top + from.height / 2 - frame.top];
  const [x2, y2] = [to.left - frame.left - 4, to.top + to.height / 2 - frame.top];
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
search?.addEventListener("input", applyFiltersSoon);
for (const input of [...actions, danger, ...selects.map(({ select }) => select)])
  input?.addEventListener("change", applyFilters);
document.getElementById("filters")?.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("open-all")?.addEventListener("click", () => setShownOpen(true));
document.getElementById("close-all")?.addEventListener("click", () => setShownOpen(false));
window.addEventListener("hashchange", reveal);
window.addEventListener("resize", drawAll);
window.addEventListener("beforeprint", () => {
  setShownOpen(true);
  for (const rest of document.querySelectorAll("details.rest")) rest.setAttribute("open", "");
  drawAll();
});
for (const pair of pairs) pair.addEventListener("toggle", () => drawMoves(pair), { capture: true });
drawAll();
reveal();
