import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { type CheckFailure, defineResource } from "../../model/resource-type.ts";
import { siteStructure } from "../../operations/site-structure/site-structure.operations.ts";
import { sites } from "../../operations/sites/sites.operations.ts";
import { siteAttributes, siteComputed } from "./site.schema.ts";

/** A documentation site: what readers see of a set of spaces. */
export const site = defineResource({
  name: "site",
  label: { one: "site", many: "sites" },
  description: "A documentation site: spaces, arranged in sections and groups, published for an audience.",
  attributes: siteAttributes,
  computed: siteComputed,
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
  deletion: {
    call: (context, id) => ({
      endpoint: sites.delete,
      params: { organizationId: context.organizationId, siteId: id },
    }),
    contents: "implied",
  },
  creation: {
    call: (context, input) => ({
      endpoint: sites.create,
      params: { organizationId: context.organizationId },
      body: input.attributes,
    }),
    created: (answer) => ({ object: foundSite(answer), children: [] }),
  },
  writers: [
    {
      name: "settings",
      attributes: [
        "title",
        "visibility",
        "basename",
        "proxy",
        "adaptiveContent",
        "agentsContext",
        "defaultLevel",
      ],
      call: (context, id, change) => ({
        endpoint: sites.update,
        params: { organizationId: context.organizationId, siteId: id },
        body: change.values,
      }),
      answered: foundSite,
    },
    {
      name: "publication",
      attributes: ["published"],
      call: (context, id, change) => ({
        endpoint: change.values["published"] === true ? sites.publish : sites.unpublish,
        params: { organizationId: context.organizationId, siteId: id },
      }),
      answered: (answer) => (isCheckout(answer) ? undefined : foundSite(answer)),
      refused: needsUpgrade,
      stage: "last",
      asObject: {
        description: "That a site is live. It goes live when everything that this depends on is in place.",
        present: { published: true },
        absent: { published: false },
      },
    },
  ],
  reads: [
    {
      name: "sites",
      endpoint: sites.list,
      finds: ["site"],
      call: (context) => ({ endpoint: sites.list, params: { organizationId: context.organizationId } }),
      found: (answer) => [foundSite(answer)],
      revealsGeneration: (answer) => {
        if (!isJsonObject(answer)) return undefined;
        if (answer["appliedType"] !== undefined) return "current";
        return answer["agentsContext"] === undefined ? undefined : "classic";
      },
    },
    {
      name: "structure",
      endpoint: siteStructure.get,
      of: "site",
      finds: ["site_section", "site_section_group", "site_space"],
      call: (context, ownerId) => ({
        endpoint: siteStructure.get,
        params: { organizationId: context.organizationId, siteId: ownerId },
      }),
      found: (answer) => foundItems(field(answer, "structure"), null),
    },
  ],
  layout: {
    kind: "map",
    field: "sites",
    addressBy: ["$key"],
    contents: [
      {
        field: "structure",
        types: ["site_section", "site_section_group", "site_space"],
        owned: true,
      },
    ],
  },
});

function foundSite(answer: Json): FoundObject {
  const wire = answer as JsonObject;
  const attribute = (name: string): Json => wire[name] ?? null;
  const proxy = wire["proxy"];
  return {
    type: "site",
    id: wire["id"] as string,
    container: null,
    attributes: {
      title: attribute("title"),
      visibility: attribute("visibility"),
      type: attribute("type"),
      basename: attribute("basename"),
      proxy: isJsonObject(proxy) ? (proxy["origin"] ?? null) : null,
      adaptiveContent: attribute("adaptiveContent"),
      agentsContext: attribute("agentsContext"),
      defaultLevel: attribute("defaultLevel"),
      published: attribute("published"),
    },
    computed: { hostname: attribute("hostname"), createdAt: attribute("createdAt"), urls: attribute("urls") },
    ...(isJsonObject(wire["gitSync"])
      ? {
          blocked:
            "Git Sync owns the structure of this site: change it in the repository, or disconnect Git Sync.",
        }
      : {}),
  };
}

function isCheckout(answer: Json): boolean {
  return isJsonObject(answer) && answer["type"] === "checkout";
}

function needsUpgrade(answer: Json): CheckFailure | undefined {
  if (!isCheckout(answer)) return undefined;
  return {
    code: "site/publish-needs-upgrade",
    message:
      "The site was not published: the service answered with a checkout, so its plan does not allow it.",
    remedy: "Upgrade the site's plan in the app, or choose a `visibility` that the plan allows.",
    attribute: "published",
  };
}

/** Objects of a level of the structure and of all below it, in the order of display. */
function foundItems(items: Json, container: FoundObject["container"]): FoundObject[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: Json) => {
    const kind = field(item, "object");
    const finder = typeof kind === "string" ? finders[kind] : undefined;
    return finder === undefined ? [] : finder(item as JsonObject, container);
  });
}

type Finder = (item: JsonObject, container: FoundObject["container"]) => FoundObject[];

const finders: Readonly<Record<string, Finder>> = {
  "site-section-group": (item, container) => [
    foundItem("site_section_group", item, container, ["title", "icon"]),
    ...foundItems(item["children"] ?? [], { type: "site_section_group", id: item["id"] as string }),
  ],
  "site-section": (item, container) => [
    foundItem("site_section", item, container, ["title", "path", "icon", "description", "condition"]),
    ...foundItems(item["siteSpaces"] ?? [], { type: "site_section", id: item["id"] as string }),
  ],
  "site-space": (item, container) => {
    const found = foundItem("site_space", item, container, ["path", "condition"]);
    return [{ ...found, attributes: { ...found.attributes, space: field(item["space"], "id") } }];
  },
};

function foundItem(
  type: string,
  item: JsonObject,
  container: FoundObject["container"],
  attributes: readonly string[],
): FoundObject {
  return {
    type,
    id: item["id"] as string,
    container,
    attributes: Object.fromEntries(attributes.map((name) => [name, item[name] ?? null])),
    isDefault: item["default"] === true,
    computed: {
      ...(item["urls"] === undefined ? {} : { urls: item["urls"] }),
      ...(type === "site_space" ? { title: item["title"] ?? null } : {}),
    },
  };
}

function field(value: Json | undefined, name: string): Json {
  return isJsonObject(value) ? (value[name] ?? null) : null;
}
