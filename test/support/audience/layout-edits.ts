import { conditions, type LayoutData, levels, type SiteData, visibilities } from "./drawn-layout.ts";
import {
  groupsOf,
  listsOf,
  newName,
  type Placed,
  placesOf,
  remove,
  sectionsOf,
  sitesOf,
} from "./layout-places.ts";

/** Selects one of several values. Each call selects anew. */
export type Pick = <T>(from: readonly T[]) => T | undefined;

/** An edit of a layout. It changes nothing if the layout has no such objects. */
type LayoutEdit = (layout: LayoutData, pick: Pick) => void;

function moveItem(pick: Pick, moved: Placed | undefined): void {
  if (moved === undefined) return;
  const { site, around, item } = moved;
  remove(around, item);
  const into = pick(listsOf(site, item).filter((list) => list !== around)) ?? around;
  into.splice(pick([0, into.length]) ?? 0, 0, item);
}

/** Swaps a value of two objects, or passes it on among three. */
function rotate<T extends object, Name extends keyof T>(pick: Pick, from: readonly T[], name: Name): void {
  const first = pick(from);
  const rest = from.filter((each) => each !== first);
  const second = pick(rest);
  const third = pick([undefined, pick(rest.filter((each) => each !== second))]);
  if (first === undefined || second === undefined) return;
  const ring = [first, second, ...(third === undefined ? [] : [third])];
  const values = ring.map((each) => each[name]);
  for (const [at, each] of ring.entries()) each[name] = values[(at + 1) % ring.length] as T[Name];
}

function movePlace(
  pick: Pick,
  layout: LayoutData,
  isInside: (site: SiteData, other: SiteData) => boolean,
): void {
  const moved = pick(placesOf(sitesOf(layout)).filter(({ section }) => section.spaces.length > 1));
  if (moved === undefined) return;
  const { section, item, site } = moved;
  const into = pick(
    sectionsOf(sitesOf(layout)).filter((each) => each.item !== section && isInside(each.site, site)),
  );
  if (into === undefined) return;
  remove(section.spaces, item);
  into.item.spaces.push({ ...item, path: newName(layout, "moved-") });
}

function toggled(value: boolean | undefined): boolean {
  return value !== true;
}

/** Changes a condition: it comes, leaves, or becomes another one. */
function restrict(pick: Pick, item: { condition?: string | null | undefined } | undefined): void {
  if (item === undefined) return;
  item.condition = item.condition == null ? pick(conditions) : pick([null, null, ...conditions]);
}

export const layoutEdits = {
  "section moved": (layout, pick) => moveItem(pick, pick(sectionsOf(sitesOf(layout)))),
  "group moved": (layout, pick) => moveItem(pick, pick(groupsOf(sitesOf(layout)))),
  "group removed": (layout, pick) => {
    const group = pick(groupsOf(sitesOf(layout)));
    group?.around.splice(group.around.indexOf(group.item), 1, ...group.item.children);
  },
  "variant moved": (layout, pick) => movePlace(pick, layout, (site, other) => site === other),
  "variant moved to another site": (layout, pick) => movePlace(pick, layout, (site, other) => site !== other),
  "section removed": (layout, pick) => {
    const all = sectionsOf(sitesOf(layout));
    const section = pick(all.filter(({ site }) => sectionsOf([site]).length > 1));
    if (section !== undefined) remove(section.around, section.item);
  },
  "variant removed": (layout, pick) => {
    const place = pick(placesOf(sitesOf(layout)).filter(({ section }) => section.spaces.length > 1));
    if (place !== undefined) remove(place.section.spaces, place.item);
  },
  "section added": (layout, pick) => {
    const [site, space] = [pick(sitesOf(layout)), pick(Object.keys(layout.spaces))];
    if (site === undefined || space === undefined) return;
    const name = newName(layout, "added-");
    pick(listsOf(site))?.push({
      section: name,
      path: name,
      draft: pick([undefined, true]),
      spaces: [{ space, path: "one" }],
    });
  },
  "variant added": (layout, pick) => {
    const [section, space] = [pick(sectionsOf(sitesOf(layout))), pick(Object.keys(layout.spaces))];
    if (section === undefined || space === undefined) return;
    section.item.spaces.push({ space, path: newName(layout, "added-"), draft: pick([undefined, true]) });
  },
  "space moved": ({ spaces, collections }, pick) => {
    const space = pick(Object.values(spaces));
    if (space !== undefined) space.collection = pick([undefined, ...Object.keys(collections)]);
  },
  "collection moved": ({ collections }, pick) => {
    const moved = pick(Object.keys(collections)) ?? "";
    const isInside = (key: string | undefined): boolean =>
      key !== undefined && (key === moved || isInside(collections[key]?.parent));
    const collection = collections[moved];
    if (collection === undefined) return;
    collection.parent = pick([undefined, ...Object.keys(collections).filter((key) => !isInside(key))]);
  },
  "collection removed": ({ collections, spaces }, pick) => {
    const [key, removed] = pick(Object.entries(collections)) ?? ["", { parent: undefined }];
    delete collections[key];
    for (const each of Object.values(collections)) if (each.parent === key) each.parent = removed.parent;
    for (const each of Object.values(spaces)) if (each.collection === key) each.collection = removed.parent;
  },
  "paths of sections swapped": (layout, pick) =>
    rotate(
      pick,
      sectionsOf([pick(sitesOf(layout))].filter((each) => each !== undefined)).map(({ item }) => item),
      "path",
    ),
  "titles of sections swapped": (layout, pick) =>
    rotate(
      pick,
      sectionsOf([pick(sitesOf(layout))].filter((each) => each !== undefined)).map(({ item }) => item),
      "section",
    ),
  "paths of variants swapped": (layout, pick) =>
    rotate(
      pick,
      pick(sectionsOf(sitesOf(layout)).filter(({ item }) => item.spaces.length > 1))?.item.spaces ?? [],
      "path",
    ),
  "spaces of variants swapped": (layout, pick) =>
    rotate(
      pick,
      placesOf(sitesOf(layout)).map(({ item }) => item),
      "space",
    ),
  "parent and child renamed": (layout, pick) => {
    const group = pick(groupsOf(sitesOf(layout)).filter(({ item }) => item.children.length > 0))?.item;
    const child = pick(group?.children ?? []);
    if (group === undefined || child === undefined) return;
    group.group = newName(layout, "Renamed ");
    if ("group" in child) child.group = newName(layout, "Renamed child ");
    else [child.section, child.path] = [newName(layout, "Renamed child "), newName(layout, "renamed-")];
  },
  "section made a draft, or shown": (layout, pick) => {
    const section = pick(sectionsOf(sitesOf(layout)))?.item;
    if (section !== undefined) section.draft = toggled(section.draft);
  },
  "group made a draft, or shown": (layout, pick) => {
    const group = pick(groupsOf(sitesOf(layout)))?.item;
    if (group !== undefined) group.draft = toggled(group.draft);
  },
  "variant made a draft, or shown": (layout, pick) => {
    const place = pick(placesOf(sitesOf(layout)))?.item;
    if (place !== undefined) place.draft = toggled(place.draft);
  },
  "variant hidden, or listed": (layout, pick) => {
    const place = pick(
      placesOf(sitesOf(layout)).filter(({ section, item }) => section.spaces[0] !== item),
    )?.item;
    if (place !== undefined) place.hidden = toggled(place.hidden);
  },
  "condition of a section": (layout, pick) => restrict(pick, pick(sectionsOf(sitesOf(layout)))?.item),
  "condition of a variant": (layout, pick) => restrict(pick, pick(placesOf(sitesOf(layout)))?.item),
  "adaptive content on, or off": (layout, pick) => {
    const site = pick(sitesOf(layout));
    if (site !== undefined) site.adaptiveContent = { enabled: site.adaptiveContent?.enabled !== true };
  },
  "visibility of a site": (layout, pick) => {
    const site = pick(sitesOf(layout));
    if (site !== undefined) site.visibility = pick(visibilities.filter((each) => each !== site.visibility));
  },
  "site published, or not": (layout, pick) => {
    const site = pick(sitesOf(layout));
    if (site !== undefined) site.published = site.published !== true;
  },
  "type of a site": (layout, pick) => {
    const site = pick(sitesOf(layout));
    if (site !== undefined)
      site.type = pick(["premium", "basic"].filter((each) => each !== site.type)) ?? "basic";
  },
  "level of a space": ({ spaces }, pick) => {
    const space = pick(Object.values(spaces));
    if (space !== undefined) space.defaultLevel = pick(levels.filter((each) => each !== space.defaultLevel));
  },
  "level of a collection": ({ collections }, pick) => {
    const collection = pick(Object.values(collections));
    if (collection !== undefined)
      collection.defaultLevel = pick(levels.filter((each) => each !== collection.defaultLevel));
  },
  "space copied": (layout, pick) => {
    const source = pick(Object.keys(layout.spaces));
    if (source === undefined) return;
    const key = newName(layout, "copy");
    const collection = pick([undefined, ...Object.keys(layout.collections)]);
    layout.spaces[key] = {
      title: key,
      copyOf: source,
      collection,
      defaultLevel: pick([undefined, ...levels]),
    };
    const section = pick(sectionsOf(sitesOf(layout)));
    section?.item.spaces.push({ space: key, path: key, draft: pick([undefined, true]) });
  },
  "space translated": (layout, pick) => {
    const space = pick(Object.keys(layout.spaces));
    if (space === undefined) return;
    layout.translations[newName(layout, "french")] = { space, sourceLanguage: "en", language: "fr" };
  },
  "space removed": (layout, pick) => {
    const key = pick(Object.keys(layout.spaces).slice(1)) ?? "";
    const isSource = Object.values(layout.spaces).some(({ copyOf }) => copyOf === key);
    const isTranslated = Object.values(layout.translations).some(({ space }) => space === key);
    const sections = sectionsOf(sitesOf(layout)).map(({ item }) => item);
    const isAlone = sections.some(({ spaces }) => spaces.every(({ space }) => space === key));
    if (isSource || isTranslated || isAlone) return;
    for (const section of sections) section.spaces = section.spaces.filter(({ space }) => space !== key);
    delete layout.spaces[key];
  },
  "specification opened, closed or changed": ({ openapi }, pick) => {
    const spec = pick(Object.values(openapi));
    if (spec === undefined) return;
    if (pick([true, false]) === true)
      spec.source = { url: pick(["https://acme.example/b.json", "https://acme.example/c.json"]) ?? "" };
    spec.visibility = pick(["public", "private"]) ?? "private";
  },
} as const satisfies Readonly<Record<string, LayoutEdit>>;

export type LayoutEditName = keyof typeof layoutEdits;
export const layoutEditNames = Object.keys(layoutEdits) as LayoutEditName[];

/** Selects with these numbers, one after another. */
export function pickWith(numbers: readonly number[]): Pick {
  let at = 0;
  return (from) => {
    at += 1;
    return from[(numbers[at % numbers.length] ?? 0) % Math.max(1, from.length)];
  };
}
