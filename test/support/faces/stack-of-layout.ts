import type { Json, JsonObject } from "../../../src/util/json.ts";
import type {
  GroupData,
  ItemData,
  LayoutData,
  Level,
  PlaceData,
  SectionData,
  SiteData,
} from "../audience/drawn-layout.ts";
import { itemsOf, placesOf, sectionsOf, sitesOf } from "../audience/layout-places.ts";
import { stackJson } from "../synthesized-app.ts";

/** The labels of the resources of a layout, for objects that keep them although their titles and paths change. */
export type Labels = WeakMap<object, string>;

/** Labels what has none yet. Edits change objects in place, so that an object keeps its label. */
export function label(layout: LayoutData, labels: Labels, round: string): void {
  let made = 0;
  const items = sitesOf(layout).flatMap((site) => itemsOf(site).map(({ item }) => item));
  for (const each of [...items, ...placesOf(sitesOf(layout)).map(({ item }) => item)]) {
    if (!labels.has(each)) labels.set(each, `${round}_${made}`);
    made += 1;
  }
}

/**
 * Declares what the service or the history would decide otherwise. The first section of each site and the first variant of each section are the
 * defaults: Terraform creates in any order. Drafts, hidden variants and conditions are declared, because YAML leaves what it does not declare with the
 * content, Terraform with the label, and a first variant has no label of its own.
 */
export function declareAll(layout: LayoutData): void {
  for (const site of sitesOf(layout)) {
    for (const { item } of itemsOf(site)) item.draft ??= false;
    for (const [at, { item }] of sectionsOf([site]).entries()) {
      setDefault(item, at === 0);
      item.condition ??= null;
      for (const [place, each] of item.spaces.entries()) {
        setDefault(each, place === 0);
        each.draft ??= false;
        each.hidden ??= false;
        each.condition ??= null;
      }
    }
  }
}

function setDefault(item: { default?: true }, isDefault: boolean): void {
  if (isDefault) item.default = true;
  else delete item.default;
}

/** The app of a layout, as constructs synthesize it: the same objects, each a resource. */
export function stackOf(layout: LayoutData, labels: Labels): string {
  const resources: Record<string, Record<string, JsonObject>> = {};
  const add = (type: string, name: string, values: Readonly<Record<string, Json | undefined>>) => {
    const named = (resources[`docs_${type}`] ??= {});
    named[name] = declared(values);
  };
  for (const [key, { title, parent, defaultLevel }] of Object.entries(layout.collections))
    add("collection", key, {
      title,
      parent_id: idOf("collection", parent),
      default_level: levelOf(defaultLevel),
    });
  for (const [key, space] of Object.entries(layout.spaces))
    add("space", key, {
      title: space.title,
      parent_id: idOf("collection", space.collection),
      copy_of_id: idOf("space", space.copyOf),
      default_level: levelOf(space.defaultLevel),
    });
  for (const [key, { space, sourceLanguage, language }] of Object.entries(layout.translations))
    add("translation", key, { space_id: idOf("space", space), source_language: sourceLanguage, language });
  for (const [key, { source, visibility }] of Object.entries(layout.openapi))
    add("openapi_spec", key, { slug: key, source, visibility });
  for (const [key, site] of Object.entries(layout.sites)) addSite(add, labels, key, site);
  return stackJson("app", resources, { provider: { docs: [{ organization: "acme" }] } });
}

type Add = (type: string, name: string, values: Readonly<Record<string, Json | undefined>>) => void;

function idOf(type: string, name: string | undefined, field = "id"): string | undefined {
  return name === undefined ? undefined : `\${docs_${type}.${name}.${field}}`;
}

function levelOf(level: Level): string | undefined {
  return level === null ? "none" : level;
}

function addSite(add: Add, labels: Labels, key: string, site: SiteData): void {
  const { title, visibility, published, adaptiveContent, type, structure } = site;
  add("site", key, { title, visibility, type, adaptive_content: adaptiveContent });
  const siteId = idOf("site", key);
  const structureIds = addItems({ add, labels, siteId }, structure, undefined);
  if (published !== undefined)
    add("site_publication", key, { site_id: siteId, published, depends_on: structureIds });
}

interface Context {
  readonly add: Add;
  readonly labels: Labels;
  readonly siteId: string | undefined;
}

/** Adds the items and their order. Returns the addresses of all that was added. */
function addItems(
  context: Context,
  items: readonly ItemData[],
  parent: string | undefined,
): readonly string[] {
  const { add, labels, siteId } = context;
  const parentId = idOf("site_section_group", parent);
  const added = items.flatMap((item) => {
    const name = labels.get(item) as string;
    return "group" in item
      ? [...addGroup(context, item, name, parentId), ...addItems(context, item.children, name)]
      : addSection(context, item, name, parentId);
  });
  const ids = items.map(
    (item) => idOf("group" in item ? "site_section_group" : "site_section", labels.get(item)) ?? "",
  );
  if (ids.length === 0) return added;
  const order = `order_${parent ?? siteId?.split(".")[1] ?? ""}`;
  add("site_order", order, { site_id: siteId, parent_id: parentId, ids });
  return [...added, `docs_site_order.${order}`];
}

function addGroup(
  { add, siteId }: Context,
  { group, draft }: GroupData,
  name: string,
  parentId: string | undefined,
): readonly string[] {
  add("site_section_group", name, { site_id: siteId, title: group, draft, parent_id: parentId });
  return [`docs_site_section_group.${name}`];
}

function addSection(
  context: Context,
  item: SectionData,
  name: string,
  parentId: string | undefined,
): readonly string[] {
  const { add, labels, siteId } = context;
  const [first, ...others] = item.spaces;
  const { section: title, path, draft, condition } = item;
  add("site_section", name, {
    site_id: siteId,
    title,
    path,
    draft,
    condition,
    default: item.default,
    parent_id: parentId,
    space_id: idOf("space", first?.space),
    first_variant: first && placeValues(first),
  });
  const sectionId = idOf("site_section", name);
  const names = others.map((place) => labels.get(place) as string);
  for (const [at, place] of others.entries())
    add("site_space", names[at] ?? "", {
      site_id: siteId,
      parent_id: sectionId,
      space_id: idOf("space", place.space),
      ...placeValues(place),
    });
  const added = [`docs_site_section.${name}`, ...names.map((each) => `docs_site_space.${each}`)];
  if (others.length === 0) return added;
  const ids = [idOf("site_section", name, "site_space_id"), ...names.map((each) => idOf("site_space", each))];
  add("site_order", `order_${name}`, { site_id: siteId, parent_id: sectionId, ids: ids as string[] });
  return [...added, `docs_site_order.order_${name}`];
}

function placeValues({ path, draft, hidden, condition }: PlaceData): JsonObject {
  const values: Readonly<Record<string, Json | undefined>> = { path, draft, hidden, condition };
  return declared(values);
}

function declared(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}
