import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRules,
} from "../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/*
 * Records of a site and of its structure, as all four types of this family keep them:
 *   site                title, visibility, type, basename, proxy, adaptiveContent, agentsContext, defaultLevel, published, createdAt
 *   site_section        site, group (null: the root), rank, title, path, icon, description, condition, default, draft
 *   site_section_group  site, group (null: the root), rank, title, icon, draft
 *   site_space          site, section (null: the root), rank, space, path, title, condition, default, draft, hidden
 * `rank` orders siblings: sections and groups of one parent share an order. null is a field that was never set or was cleared.
 */

const structureTypes = ["site_section", "site_section_group", "site_space"];

const createSite: EmulatorHandler = (request, service) => {
  const { title, visibility, type, spaces } = request.body;
  const id = service.newId("site_");
  service.add("site", {
    id,
    title: title ?? "Untitled",
    visibility: visibility ?? "public",
    type: type ?? (service.generation === "classic" ? "basic" : "ultimate"),
    basename: null,
    proxy: null,
    adaptiveContent: null,
    agentsContext: "included",
    defaultLevel: "inherit",
    published: false,
    createdAt: service.now(),
  });
  for (const spaceId of Array.isArray(spaces) ? spaces : []) {
    service.call("addSpaceToSite", { ...request.params, siteId: id }, { spaceId });
  }
  return {
    status: 201,
    body: siteOnWire(service, siteOf(service, id)),
    location: `/orgs/${service.organizationId}/sites/${id}`,
  };
};

const listSites: EmulatorHandler = (request, service) => {
  const { space, title, published } = request.query;
  const using = new Set(
    service
      .list("site_space")
      .filter((record) => record["space"] === space)
      .map((record) => record["site"]),
  );
  const sites = service
    .list("site")
    .filter((record) => space === undefined || using.has(record.id))
    .filter((record) => title === undefined || record["title"] === title)
    .filter((record) => published === undefined || record["published"] === (published === "true"));
  return { status: 200, items: sites.map((record) => siteOnWire(service, record)) };
};

const getSiteById: EmulatorHandler = (request, service) => ({
  status: 200,
  body: siteOnWire(service, siteOf(service, request.params["siteId"])),
});

const updateSiteById: EmulatorHandler = (request, service) => {
  const { id } = siteOf(service, request.params["siteId"]);
  const { defaultSiteSection, defaultSiteSpace, ...fields } = request.body;
  refuseForeignFields(service, fields);
  if (defaultSiteSection !== undefined) pointSection(service, id, defaultSiteSection);
  if (defaultSiteSpace !== undefined) pointSiteSpace(service, id, defaultSiteSpace);
  return { status: 200, body: siteOnWire(service, service.change("site", id, fields)) };
};

const deleteSiteById: EmulatorHandler = (request, service) => {
  const id = request.params["siteId"] ?? "";
  if (service.get("site", id) === undefined) return { status: 204 };
  for (const type of structureTypes) {
    for (const record of ofSite(service, type, id)) service.remove(type, record.id);
  }
  service.remove("site", id);
  return { status: 205 };
};

/** Publishing and taking back differ in the flag alone. */
const publication =
  (published: boolean): EmulatorHandler =>
  (request, service) => {
    const { id } = siteOf(service, request.params["siteId"]);
    return { status: 200, body: siteOnWire(service, service.change("site", id, { published })) };
  };

const getSiteStructure: EmulatorHandler = (request, service) => {
  const { id } = siteOf(service, request.params["siteId"]);
  const tree = readTree(service, id);
  const sectioned = tree.sections.length > 0 || tree.groups.length > 0;
  return {
    status: 200,
    body: sectioned
      ? { type: "sections", structure: levelOnWire(tree, null) }
      : { type: "siteSpaces", structure: spacesOnWire(tree, null) },
  };
};

const sortSiteStructure: EmulatorHandler = (request, service) => {
  const { id: siteId } = siteOf(service, request.params["siteId"]);
  const { item, position } = request.body as unknown as SortBody;
  const anchor = position.before ?? position.after;
  if (anchor === undefined || (position.before !== undefined && position.after !== undefined)) {
    throw new EmulatorRefusal(400, "Invalid position: give either before or after");
  }
  const moved = itemAt(service, siteId, item);
  const next = itemAt(service, siteId, anchor);
  if (moved.record.id === next.record.id || levelOf(moved) !== levelOf(next)) {
    throw new EmulatorRefusal(400, "Invalid position: items can only be sorted among their siblings");
  }
  const order = level(service, siteId, moved).filter((sibling) => sibling.record.id !== moved.record.id);
  const place = order.findIndex((sibling) => sibling.record.id === next.record.id);
  order.splice(position.before === undefined ? place + 1 : place, 0, moved);
  order.forEach((sibling, rank) => {
    if (sibling.record["rank"] !== rank) service.change(sibling.type, sibling.record.id, { rank });
  });
  placeInTable(service, order, moved);
  return { status: 200, body: itemOnWire(readTree(service, siteId), moved) };
};

/** What the service does about sites and the order of their structure. */
export const siteRules: EmulatorRules = {
  createSite,
  listSites,
  getSiteById,
  updateSiteById,
  deleteSiteById,
  publishSite: publication(true),
  unpublishSite: publication(false),
  getSiteStructure,
  sortSiteStructure,
};

function siteOf(service: EmulatedService, id: string | undefined): EmulatorRecord {
  const record = service.get("site", id ?? "");
  if (record === undefined) throw new EmulatorRefusal(404, "Site not found");
  return record;
}

function ofSite(service: EmulatedService, type: string, siteId: string): EmulatorRecord[] {
  return service.list(type).filter((record) => record["site"] === siteId);
}

function refuseForeignFields(service: EmulatedService, fields: JsonObject): void {
  const foreign = service.generation === "classic" ? "defaultLevel" : "agentsContext";
  if (foreign in fields) throw new EmulatorRefusal(400, `Unknown field: ${foreign}`);
}

function pointSection(service: EmulatedService, siteId: string, id: Json): void {
  const sections = ofSite(service, "site_section", siteId);
  if (!sections.some((section) => section.id === id))
    throw new EmulatorRefusal(400, "Site section not found");
  for (const section of sections) mark(service, "site_section", section, section.id === id);
}

function pointSiteSpace(service: EmulatedService, siteId: string, id: Json): void {
  const container = ofSite(service, "site_section", siteId).find((section) => section["default"] === true);
  const candidates = ofSite(service, "site_space", siteId).filter(
    (record) => record["section"] === (container?.id ?? null),
  );
  if (!candidates.some((record) => record.id === id)) {
    throw new EmulatorRefusal(400, "Site space not found at the root or in the default section");
  }
  for (const record of candidates) mark(service, "site_space", record, record.id === id);
}

function mark(service: EmulatedService, type: string, record: EmulatorRecord, isDefault: boolean): void {
  if (record["default"] !== isDefault) service.change(type, record.id, { default: isDefault });
}

interface Pointer {
  readonly type: string;
  readonly id: string;
}

interface SortBody {
  readonly item: Pointer;
  readonly position: { readonly before?: Pointer; readonly after?: Pointer };
}

/** A record of the structure with the table that it is in. */
interface Item {
  readonly type: string;
  readonly record: EmulatorRecord;
}

function itemAt(service: EmulatedService, siteId: string, pointer: Pointer): Item {
  const type = pointer.type.replaceAll("-", "_");
  const record = service.get(type, pointer.id);
  if (record === undefined || record["site"] !== siteId) {
    throw new EmulatorRefusal(404, `No ${pointer.type} ${pointer.id} in this site`);
  }
  return { type, record };
}

/** Names the set of siblings that an item belongs to. */
function levelOf(item: Item): string {
  return item.type === "site_space"
    ? `spaces of ${text(item.record["section"])}`
    : `items of ${text(item.record["group"])}`;
}

function level(service: EmulatedService, siteId: string, of: Item): Item[] {
  return structureTypes
    .flatMap((type) => ofSite(service, type, siteId).map((record): Item => ({ type, record })))
    .filter((item) => levelOf(item) === levelOf(of))
    .sort(byRank);
}

/** Keeps the table in the order of display too, among items of one type. */
function placeInTable(service: EmulatedService, order: readonly Item[], moved: Item): void {
  const alike = order.filter((item) => item.type === moved.type);
  const place = alike.indexOf(moved);
  const next = alike[place + 1];
  const previous = alike[place - 1];
  if (next !== undefined) service.place(moved.type, moved.record.id, { before: next.record.id });
  else if (previous !== undefined) service.place(moved.type, moved.record.id, { after: previous.record.id });
}

function byRank(a: Item, b: Item): number {
  return Number(a.record["rank"]) - Number(b.record["rank"]);
}

/** All records of one site's structure, for putting it on the wire. */
interface Tree {
  readonly service: EmulatedService;
  readonly site: EmulatorRecord;
  readonly sections: readonly EmulatorRecord[];
  readonly groups: readonly EmulatorRecord[];
  readonly spaces: readonly EmulatorRecord[];
}

function readTree(service: EmulatedService, siteId: string): Tree {
  return {
    service,
    site: siteOf(service, siteId),
    sections: ofSite(service, "site_section", siteId),
    groups: ofSite(service, "site_section_group", siteId),
    spaces: ofSite(service, "site_space", siteId),
  };
}

function itemOnWire(tree: Tree, { type, record }: Item): JsonObject {
  if (type === "site_space") return siteSpaceOnWire(tree, record);
  return type === "site_section" ? sectionOnWire(tree, record) : groupOnWire(tree, record);
}

function levelOnWire(tree: Tree, group: string | null): JsonObject[] {
  const items = [
    ...tree.sections.map((record): Item => ({ type: "site_section", record })),
    ...tree.groups.map((record): Item => ({ type: "site_section_group", record })),
  ];
  return items
    .filter((item) => (item.record["group"] ?? null) === group)
    .sort(byRank)
    .map((item) => itemOnWire(tree, item));
}

function spacesOnWire(tree: Tree, section: string | null): JsonObject[] {
  return tree.spaces
    .filter((record) => (record["section"] ?? null) === section)
    .map((record): Item => ({ type: "site_space", record }))
    .sort(byRank)
    .map((item) => itemOnWire(tree, item));
}

function groupOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  const children = levelOnWire(tree, record.id);
  return {
    object: "site-section-group",
    id: record.id,
    ...shown(record, ["title", "icon"]),
    ...(record["group"] ? { sectionGroup: record["group"] } : {}),
    ...(tree.service.generation === "current" ? { draft: record["draft"] === true } : {}),
    sections: children.filter((child) => child["object"] === "site-section"),
    children,
  };
}

function sectionOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  return {
    object: "site-section",
    id: record.id,
    ...shown(record, ["title", "path", "icon", "description", "condition"]),
    default: record["default"] === true,
    ...(record["group"] ? { sectionGroup: record["group"] } : {}),
    ...(tree.service.generation === "current" ? { draft: record["draft"] === true } : {}),
    siteSpaces: spacesOnWire(tree, record.id),
    urls: publishedUrl(tree.site, [text(record["path"])]),
  };
}

function siteSpaceOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  const space = tree.service.call("getSpaceById", { spaceId: record["space"] as string }).body as JsonObject;
  const section = tree.sections.find((candidate) => candidate.id === record["section"]);
  const current = { draft: record["draft"] === true, hidden: record["hidden"] === true };
  return {
    object: "site-space",
    id: record.id,
    ...shown(record, ["path", "section", "condition"]),
    title: record["title"] ?? space["title"] ?? "",
    default: record["default"] === true,
    ...(tree.service.generation === "current" ? current : {}),
    space,
    urls: publishedUrl(tree.site, [text(section?.["path"] ?? ""), text(record["path"])]),
  };
}

function siteOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const place = `orgs/${service.organizationId}/sites/${record.id}`;
  const proxy = record["proxy"];
  const classic = { agentsContext: record["agentsContext"] ?? "included" };
  const current = {
    appliedType: record["type"] ?? "ultimate",
    defaultLevel: record["defaultLevel"] ?? null,
    permissions: sitePermissions,
  };
  return {
    object: "site",
    id: record.id,
    ...shown(record, [
      "title",
      "visibility",
      "type",
      "basename",
      "adaptiveContent",
      "gitSync",
      "published",
      "createdAt",
    ]),
    ...(proxy ? { proxy: { origin: proxy, target: `https://proxy.example/sites/${record.id}` } } : {}),
    siteSpaces: ofSite(service, "site_space", record.id).length,
    features: [],
    ...(service.generation === "classic" ? classic : current),
    urls: {
      location: `https://api.example/v1/${place}`,
      app: `https://app.example/${place}`,
      preview: `https://preview.example/${record.id}`,
      ...publishedUrl(record, []),
    },
  };
}

const sitePermissions = {
  view: true,
  access: true,
  edit: true,
  create: true,
  admin: true,
  installIntegration: true,
  viewAdaptiveSchema: true,
  editAdaptiveSchema: true,
};

function publishedUrl(site: EmulatorRecord, path: readonly string[]): { published?: string } {
  if (site["published"] !== true) return {};
  const segments = [text(site["basename"] ?? site.id), ...path].filter((segment) => segment !== "");
  return { published: `https://docs.example/${segments.map(encodeURIComponent).join("/")}` };
}

/** The fields that are set: what was cleared is absent from an answer. */
function shown(record: EmulatorRecord, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((name) => (record[name] ?? null) !== null).map((name) => [name, record[name] as Json]),
  );
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
