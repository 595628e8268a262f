import { bodyOf, fieldsNamed, textIn, withoutNulls } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { ofSite } from "../site-records.ts";
import { byRank, levelTypes, type StructureRecord, structureParams } from "./records.ts";
import { itemKinds } from "./site-structure.objects.ts";

/** All records of one site's structure. */
interface Tree {
  readonly service: EmulatedService;
  /** URL of the published site. undefined: the site is not published. */
  readonly published: string | undefined;
  /** Everything but site spaces. */
  readonly items: readonly StructureRecord[];
  readonly spaces: readonly EmulatorRecord[];
}

export function readTree(service: EmulatedService, site: EmulatorRecord): Tree {
  return {
    service,
    published: publishedUrl(service, site.id),
    items: levelTypes.flatMap((type) => ofSite(service, type, site.id).map((record) => ({ type, record }))),
    spaces: ofSite(service, "site_space", site.id),
  };
}

function publishedUrl(service: EmulatedService, siteId: string): string | undefined {
  const { urls } = bodyOf(service.call("getSiteById", structureParams(service, siteId)));
  const published = isJsonObject(urls) ? urls["published"] : undefined;
  return typeof published === "string" ? published : undefined;
}

/** An item of a structure as the service shows it. */
export function itemOnWire(tree: Tree, { type, record }: StructureRecord): JsonObject {
  switch (type) {
    case "site_space":
      return siteSpaceOnWire(tree, record);
    case "site_section":
      return sectionOnWire(tree, record);
    case "site_section_group":
      return groupOnWire(tree, record);
    case "site_link":
      return linkOnWire(tree, record);
    case "site_banner":
      return { object: "site-banner", id: record.id, title: record["title"] ?? null };
  }
}

/** Items of a parent, with their contents. */
export function levelOnWire(tree: Tree, group: string | null): JsonObject[] {
  return tree.items
    .filter((item) => (item.record["group"] ?? null) === group)
    .sort(byRank)
    .map((item) => itemOnWire(tree, item));
}

/** Site spaces of a section, or at the root. */
export function spacesOnWire(tree: Tree, section: string | null): JsonObject[] {
  return tree.spaces
    .filter((record) => (record["section"] ?? null) === section)
    .map((record): StructureRecord => ({ type: "site_space", record }))
    .sort(byRank)
    .map((item) => itemOnWire(tree, item));
}

function groupOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  const children = levelOnWire(tree, record.id);
  return {
    object: "site-section-group",
    id: record.id,
    ...withoutNulls(fieldsNamed(record, ["title", "icon"])),
    ...(record["group"] ? { sectionGroup: record["group"] } : {}),
    ...currentFields(tree, record, ["localizedTitle"]),
    sections: children.filter((child) => child["object"] === "site-section"),
    children,
  };
}

function sectionOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  return {
    object: "site-section",
    id: record.id,
    ...withoutNulls(fieldsNamed(record, ["title", "path", "icon", "description", "condition"])),
    default: record["default"] === true,
    ...(record["group"] ? { sectionGroup: record["group"] } : {}),
    ...currentFields(tree, record, ["localizedTitle", "localizedDescription"]),
    siteSpaces: spacesOnWire(tree, record.id),
    urls: urlsAt(tree, [record["path"]]),
  };
}

function linkOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  return {
    object: itemKinds.site_link,
    id: record.id,
    ...withoutNulls(fieldsNamed(record, ["title", "url", "icon", "description", "condition"])),
    ...(record["group"] ? { sectionGroup: record["group"] } : {}),
    ...currentFields(tree, record, ["localizedTitle", "localizedDescription"]),
  };
}

function siteSpaceOnWire(tree: Tree, record: EmulatorRecord): JsonObject {
  const space = bodyOf(tree.service.call("getSpaceById", { spaceId: textIn(record["space"]) }));
  const section = tree.items.find((item) => item.record.id === record["section"])?.record;
  const hidden = tree.service.apiVersion === "current" ? { hidden: record["hidden"] === true } : {};
  return {
    object: "site-space",
    id: record.id,
    ...withoutNulls(fieldsNamed(record, ["path", "section", "condition"])),
    title: record["title"] ?? space["title"] ?? "",
    default: record["default"] === true,
    ...currentFields(tree, record, ["pageId"]),
    ...hidden,
    space,
    urls: urlsAt(tree, [section?.["path"], record["path"]]),
  };
}

/** Further fields of an item in the current API version: the draft flag, and these fields if they are set. */
function currentFields(tree: Tree, record: EmulatorRecord, names: readonly string[]): JsonObject {
  if (tree.service.apiVersion !== "current") return {};
  return { draft: record["draft"] === true, ...withoutNulls(fieldsNamed(record, names)) };
}

function urlsAt(tree: Tree, path: readonly (Json | undefined)[]): JsonObject {
  if (tree.published === undefined) return {};
  const segments = path.flatMap((part) => textIn(part).split("/")).filter((segment) => segment !== "");
  return { published: [tree.published, ...segments.map(encodeURIComponent)].join("/") };
}
