import { requireRecord, textIn } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../../model/emulator-rules.ts";
import { slugOf } from "../../../model/slug.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { ofSite } from "../site-records.ts";
import { pointerTo } from "./calls.ts";

/*
 * Records of a site's structure:
 *   site_section        site, group (null: the root), rank, title, path, icon, description, condition, default, draft, localizedTitle, localizedDescription
 *   site_section_group  site, group (null: the root), rank, title, icon, draft, localizedTitle
 *   site_space          site, section (null: the root), rank, space, path, title, condition, default, pageId, draft, hidden
 *   site_link           site, group (null: the root), rank, title, url, icon, description, condition, draft, localizedTitle, localizedDescription
 *   site_banner         site, group (null: the root), rank, title: an item of a kind that no operation knows, as the service may add one
 * `rank` orders siblings: the items of one parent share an order. null is a field that was never set or was cleared.
 */

/** The types of items beside each other in a group, or at the root of a site with sections. */
export const levelTypes = ["site_section", "site_section_group", "site_link", "site_banner"] as const;

export type ItemType = (typeof levelTypes)[number] | "site_space";

/** A record of the structure, with its type. */
export interface StructureRecord {
  readonly type: ItemType;
  readonly record: EmulatorRecord;
}

/** The site that a request is about, or the service's 404. */
export function siteOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  return requireRecord(service, "site", request.params["siteId"]);
}

/** The record with this id if it is in the site. Otherwise a refusal: 400 if the id was in a body, 404 if it was in the path. */
export function recordIn(
  service: EmulatedService,
  site: EmulatorRecord,
  type: ItemType,
  id: Json | undefined,
  status: 400 | 404,
): EmulatorRecord {
  const record = service.get(type, textIn(id));
  if (record?.["site"] === site.id) return record;
  throw new EmulatorRefusal(status, `The site has no ${type.replaceAll("_", " ")} ${textIn(id)}`);
}

/** Parameters of the operations on a site. */
export function structureParams(service: EmulatedService, siteId: string): Record<string, string> {
  return { organizationId: service.organizationId, siteId };
}

/** The space with this id, as on the wire. A space in the trash counts as deleted. */
export function spaceOf(service: EmulatedService, id: Json | undefined): JsonObject {
  const space = service.call("getSpaceById", { spaceId: textIn(id) }).body as JsonObject;
  if (space["deletedAt"] !== undefined) throw new EmulatorRefusal(404, "Space not found");
  return space;
}

/** Items inside a group, or at the root of the site, in order. */
export function itemsIn(service: EmulatedService, siteId: string, group: Json): StructureRecord[] {
  return levelTypes
    .flatMap((type) => ofSite(service, type, siteId).map((record): StructureRecord => ({ type, record })))
    .filter(({ record }) => (record["group"] ?? null) === group)
    .sort(byRank);
}

/** Site spaces inside a section, or at the root of the site, in order. */
export function spacesIn(service: EmulatedService, siteId: string, section: Json): StructureRecord[] {
  return ofSite(service, "site_space", siteId)
    .filter((record) => (record["section"] ?? null) === section)
    .map((record): StructureRecord => ({ type: "site_space", record }))
    .sort(byRank);
}

/** The items that share an order with this one, including itself. */
export function structureSiblings(
  service: EmulatedService,
  { type, record }: StructureRecord,
): StructureRecord[] {
  const siteId = textIn(record["site"]);
  return type === "site_space"
    ? spacesIn(service, siteId, record["section"] ?? null)
    : itemsIn(service, siteId, record["group"] ?? null);
}

/** The order of siblings. */
export function byRank(a: StructureRecord, b: StructureRecord): number {
  return Number(a.record["rank"]) - Number(b.record["rank"]);
}

/** Numbers siblings in this order. */
export function renumberSiblings(service: EmulatedService, siblings: readonly StructureRecord[]): void {
  for (const [rank, { type, record }] of siblings.entries()) {
    if (record["rank"] !== rank) service.change(type, record.id, { rank });
  }
}

/** Moves an item to the end of a group, or of the root. */
export function moveInto(service: EmulatedService, { type, record }: StructureRecord, group: Json): void {
  const from = record["group"] ?? null;
  if (from === group) return;
  const siteId = textIn(record["site"]);
  service.change(type, record.id, { group, rank: itemsIn(service, siteId, group).length });
  service.place(type, record.id, "end");
  renumberSiblings(service, itemsIn(service, siteId, from));
}

/**
 * Refuses groups and links in a site without sections. A site is a list of site spaces or a tree of sections, and only its first section
 * makes it a tree.
 */
export function refuseRootSpaces(service: EmulatedService, site: EmulatorRecord): void {
  if (spacesIn(service, site.id, null).length > 0) {
    throw new EmulatorRefusal(400, "A site without sections cannot have section groups or external links");
  }
}

/** The path that the service derives from a title: its slug, with a number if a sibling has that path. */
export function freePath(title: string, siblings: readonly EmulatorRecord[], fallback: string): string {
  const slug = slugOf(title).slice(0, 90) || fallback;
  const used = new Set(siblings.map((record) => record["path"]));
  let path = slug;
  for (let count = 1; used.has(path); count += 1) path = `${slug}-${count}`;
  return path;
}

/** Moves an item as the deprecated move operations do: without a position, it goes to the end. */
export function moveBeside(service: EmulatedService, item: StructureRecord, position: JsonObject): void {
  const last = structureSiblings(service, item).at(-1);
  const atEnd =
    last === undefined || last.record.id === item.record.id
      ? {}
      : { after: pointerTo({ type: last.type, id: last.record.id }) };
  const place = Object.keys(position).length > 0 ? position : atEnd;
  if (Object.keys(place).length === 0) return;
  const body = { item: pointerTo({ type: item.type, id: item.record.id }), position: place };
  service.call("sortSiteStructure", structureParams(service, textIn(item.record["site"])), body);
}
