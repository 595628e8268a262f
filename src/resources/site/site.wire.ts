import { textOf } from "../../model/emulator-answers.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/** The site of this id, or the service's 404. */
export function siteOf(service: EmulatedService, id: string | undefined): EmulatorRecord {
  const record = service.get("site", id ?? "");
  if (record === undefined) throw new EmulatorRefusal(404, "Site not found");
  return record;
}

/** The records of a type that belong to a site. */
export function ofSite(service: EmulatedService, type: string, siteId: string): EmulatorRecord[] {
  return service.list(type).filter((record) => record["site"] === siteId);
}

/** A record of the structure with the table that it is in. */
export interface Item {
  readonly type: string;
  readonly record: EmulatorRecord;
}

/** The order of siblings. */
export function byRank(a: Item, b: Item): number {
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

/** Reads the records of one site. */
export function readTree(service: EmulatedService, siteId: string): Tree {
  return {
    service,
    site: siteOf(service, siteId),
    sections: ofSite(service, "site_section", siteId),
    groups: ofSite(service, "site_section_group", siteId),
    spaces: ofSite(service, "site_space", siteId),
  };
}

/** An item of a structure as the service shows it. */
export function itemOnWire(tree: Tree, { type, record }: Item): JsonObject {
  if (type === "site_space") return siteSpaceOnWire(tree, record);
  return type === "site_section" ? sectionOnWire(tree, record) : groupOnWire(tree, record);
}

/** Sections and groups of a parent, with all that is in them. */
export function levelOnWire(tree: Tree, group: string | null): JsonObject[] {
  const items = [
    ...tree.sections.map((record): Item => ({ type: "site_section", record })),
    ...tree.groups.map((record): Item => ({ type: "site_section_group", record })),
  ];
  return items
    .filter((item) => (item.record["group"] ?? null) === group)
    .sort(byRank)
    .map((item) => itemOnWire(tree, item));
}

/** Site spaces of a section, or of the root. */
export function spacesOnWire(tree: Tree, section: string | null): JsonObject[] {
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
    urls: publishedUrl(tree.site, [textOf(record["path"])]),
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
    urls: publishedUrl(tree.site, [textOf(section?.["path"] ?? ""), textOf(record["path"])]),
  };
}

/** A site as the service shows it. */
export function siteOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
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
      ...(service.generation === "current" ? { preview: `https://preview.example/${record.id}` } : {}),
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
  const segments = [textOf(site["basename"] ?? site.id), ...path].filter((segment) => segment !== "");
  return { published: `https://docs.example/${segments.map(encodeURIComponent).join("/")}` };
}

/** The fields that are set: what was cleared is absent from an answer. */
function shown(record: EmulatorRecord, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((name) => (record[name] ?? null) !== null).map((name) => [name, record[name] as Json]),
  );
}
