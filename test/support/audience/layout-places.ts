import type { GroupData, ItemData, LayoutData, PlaceData, SectionData, SiteData } from "./drawn-layout.ts";

/** A section or a group, and the list that contains it. */
export interface Placed<Item extends ItemData = ItemData> {
  readonly site: SiteData;
  readonly around: ItemData[];
  readonly item: Item;
}

/** A space in a section. */
export interface PlacedSpace {
  readonly site: SiteData;
  readonly section: SectionData;
  readonly item: PlaceData;
}

export function sitesOf({ sites }: LayoutData): readonly SiteData[] {
  return Object.values(sites);
}

export function itemsOf(site: SiteData, around: ItemData[] = site.structure): readonly Placed[] {
  return around.flatMap((item) => [
    { site, around, item },
    ...("group" in item ? itemsOf(site, item.children) : []),
  ]);
}

export function sectionsOf(sites: readonly SiteData[]): readonly Placed<SectionData>[] {
  const isSection = (placed: Placed): placed is Placed<SectionData> => "section" in placed.item;
  return sites.flatMap((site) => itemsOf(site)).filter(isSection);
}

export function groupsOf(sites: readonly SiteData[]): readonly Placed<GroupData>[] {
  const isGroup = (placed: Placed): placed is Placed<GroupData> => "group" in placed.item;
  return sites.flatMap((site) => itemsOf(site)).filter(isGroup);
}

export function placesOf(sites: readonly SiteData[]): readonly PlacedSpace[] {
  return sectionsOf(sites).flatMap(({ site, item: section }) =>
    section.spaces.map((item) => ({ site, section, item })),
  );
}

/** The root of a site, and the children of each of its groups, without those inside of an item. */
export function listsOf(site: SiteData, outside?: ItemData): readonly ItemData[][] {
  const inside = (items: ItemData[]): ItemData[][] => [
    items,
    ...items.flatMap((each) => ("group" in each && each !== outside ? inside(each.children) : [])),
  ];
  return inside(site.structure);
}

export function remove<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

/** A name that nothing in the layout has: a title, a path or a key. */
export function newName(layout: LayoutData, prefix: string): string {
  const text = JSON.stringify(layout);
  for (let at = 0; ; at += 1) if (!text.includes(`"${prefix}${at}"`)) return `${prefix}${at}`;
}
