import { bodyOf, requireRecord } from "../../../model/emulator-responses.ts";
import { EmulatorRefusal } from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { Handlers, System } from "../system.ts";
import { usualCustomization } from "./customization.ts";
import { publishedContent } from "./published-content.operations.ts";

const handlers: Handlers<typeof publishedContent> = {
  getSite: ({ params }, service) => {
    const site = requireRecord(service, "site", params["siteId"]);
    if (site["published"] !== true) throw new EmulatorRefusal(404, "The site is not published");
    const siteParams = { siteId: site.id };
    const body = {
      object: "published-content-site",
      site: bodyOf(service.call("getSiteById", siteParams)),
      structure: liveStructure(bodyOf(service.call("getSiteStructure", siteParams))),
      customizations: { site: usualCustomization[service.apiVersion], siteSpaces: {} },
      scripts: [],
    };
    return { status: 200, body };
  },
};

function liveStructure(structure: JsonObject): JsonObject {
  return { ...structure, structure: liveItems(structure["structure"]) };
}

/**
 * The items that readers see: no drafts, and nothing inside of one. Hidden items are included, because readers find them at their
 * path.
 */
function liveItems(items: Json | undefined): JsonObject[] {
  const all = (items ?? []) as readonly JsonObject[];
  return all
    .filter((item) => item["draft"] !== true)
    .map((item) => {
      const inside = ["children", "sections", "siteSpaces"].filter((name) => name in item);
      return { ...item, ...Object.fromEntries(inside.map((name) => [name, liveItems(item[name])])) };
    });
}

/** Published sites as their visitors see them. */
export const publishedContentSystem: System = { operations: publishedContent, handlers };
