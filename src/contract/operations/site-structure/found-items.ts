import type { FoundObject } from "../../../model/snapshot.ts";
import { fieldsOrNull, isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { noneIfEmpty } from "./item-attributes.ts";

type Container = FoundObject["container"];

/** Reads a section from any response that contains one. */
export function foundSection(item: JsonObject, container: Container): FoundObject {
  const attributes = {
    ...fieldsOrNull(item, ["title", "path", "icon", "description", "condition"]),
    draft: item["draft"] ?? false,
    ...localizedIn(item, ["localizedTitle", "localizedDescription"]),
  };
  return foundItem("site_section", item, container, attributes);
}

/** Reads a group of sections from any response that contains one. */
export function foundGroup(item: JsonObject, container: Container): FoundObject {
  const attributes = {
    ...fieldsOrNull(item, ["title", "icon"]),
    draft: item["draft"] ?? false,
    ...localizedIn(item, ["localizedTitle"]),
  };
  return foundItem("site_section_group", item, container, attributes);
}

/** Reads a link from any response that contains one. */
export function foundLink(item: JsonObject, container: Container): FoundObject {
  const attributes = {
    ...fieldsOrNull(item, ["title", "url", "icon", "description", "condition"]),
    draft: item["draft"] ?? false,
    ...localizedIn(item, ["localizedTitle", "localizedDescription"]),
  };
  return foundItem("site_link", item, container, attributes);
}

/** Reads a site space from any response that contains one. */
export function foundSiteSpace(item: JsonObject, container: Container): FoundObject {
  const space = isJsonObject(item["space"]) ? item["space"] : {};
  const attributes: JsonObject = {
    space: space["id"] ?? null,
    ...fieldsOrNull(item, ["title", "path", "condition", "pageId"]),
    draft: item["draft"] ?? false,
    hidden: item["hidden"] ?? false,
  };
  const computed = fieldsOrNull(item, ["hasAdvancedCustomizationFeature"]);
  const found = foundItem("site_space", item, container, attributes, computed);
  return attributes["title"] === space["title"] ? { ...found, inherited: ["title"] } : found;
}

function foundItem(
  type: string,
  item: JsonObject,
  container: Container,
  attributes: JsonObject,
  computed: JsonObject = {},
): FoundObject {
  return {
    type,
    id: item["id"] as string,
    container,
    attributes,
    isDefault: item["default"] === true,
    computed: { ...computed, ...present({ urls: item["urls"] }) },
  };
}

function localizedIn(item: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name): [string, Json] => [name, noneIfEmpty(item[name] ?? null)]));
}
