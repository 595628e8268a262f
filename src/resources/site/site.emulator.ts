import { textOf } from "../../model/emulator-answers.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRules,
} from "../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import {
  byRank,
  type Item,
  itemOnWire,
  levelOnWire,
  ofSite,
  readTree,
  siteOf,
  siteOnWire,
  spacesOnWire,
} from "./site.wire.ts";

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

const getSiteStructure: EmulatorHandler = (request, service) => ({
  status: 200,
  body: structureOnWire(service, siteOf(service, request.params["siteId"])),
});

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

// Answers to most writes in a site are cut from its structure, and most reads ask for it unchanged.
const lastStructures = new WeakMap<
  EmulatorRecord,
  { readonly from: readonly unknown[]; readonly body: Json }
>();

function structureOnWire(service: EmulatedService, site: EmulatorRecord): Json {
  const from = [service.generation, ...[...structureTypes, "space"].map((type) => service.list(type))];
  const last = lastStructures.get(site);
  if (last?.from.every((part, index) => part === from[index])) return last.body;
  const tree = readTree(service, site.id);
  const sectioned = tree.sections.length > 0 || tree.groups.length > 0;
  const body = sectioned
    ? { type: "sections", structure: levelOnWire(tree, null) }
    : { type: "siteSpaces", structure: spacesOnWire(tree, null) };
  lastStructures.set(site, { from, body });
  return body;
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
    ? `spaces of ${textOf(item.record["section"])}`
    : `items of ${textOf(item.record["group"])}`;
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
