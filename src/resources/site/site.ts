import { adaptiveContent } from "../../contract/operations/adaptive-content/adaptive-content.operations.ts";
import { publishedContent } from "../../contract/operations/published-content/published-content.operations.ts";
import {
  foundGroup,
  foundLink,
  foundSection,
  foundSiteSpace,
} from "../../contract/operations/site-structure/found-items.ts";
import { siteStructure } from "../../contract/operations/site-structure/site-structure.operations.ts";
import { sites } from "../../contract/operations/sites/sites.operations.ts";
import { wordsIn } from "../../model/codes/fail.ts";
import type { Endpoint } from "../../model/endpoint.ts";
import type { CheckFailure } from "../../model/resource-type/attribute.ts";
import type { BulkRead, View } from "../../model/resource-type/reads.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { ExternalOwner, FoundObject } from "../../model/snapshot.ts";
import { documentOnly } from "../../model/unmapped-fields.ts";
import { fieldOrNull, fieldsOrNull, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { siteCodes } from "./site.codes.ts";
import { publishedSiteFields, siteAttributes, siteComputed } from "./site.schema.ts";

const wordsOf = wordsIn(siteCodes);

/**
 * These lists replace the read of a site's whole structure in API versions without it. The list of sections also contains their site
 * spaces.
 */
const structureLists: readonly BulkRead[] = [
  structureList("site-spaces", siteStructure.listSpaces, ["site_space"]),
  // These API versions have no links, so any list shows all of them.
  structureList("section-groups", siteStructure.listGroups, ["site_section_group", "site_link"]),
  structureList("sections", siteStructure.listSections, ["site_section", "site_space"]),
];

function structureList(name: string, endpoint: Endpoint, finds: readonly string[]): BulkRead {
  return {
    name,
    endpoint,
    of: "site",
    finds,
    apiVersions: ["classic-minimal"],
    found: (response) =>
      foundItems([response], containerOf(response)).filter(({ type }) => finds.includes(type)),
    unknownKinds: (response) => unknownItemsDirectlyIn(response),
  };
}

const publishedSite: View = {
  name: "published_content",
  label: "the published content",
  description:
    "Reads what readers see of a published site: its structure, its customization and its scripts.",
  endpoint: publishedContent.getSite,
  fields: publishedSiteFields,
  valuesIn: (response) => fieldsOrNull(response, ["structure", "customizations", "scripts"]) as JsonObject,
};

/** The repository contains a file with the site's title and structure. */
const ownedByGitSync: ExternalOwner = {
  reason:
    "Git Sync manages the title and the structure of this site, and would restore the repository's values.",
  remedy: "Change it in the repository, or disconnect Git Sync in the app.",
  attributes: ["title"],
  contents: true,
};

/** A documentation site: what readers see of a set of spaces. */
export const site = defineResource({
  name: "site",
  label: { one: "site", many: "sites" },
  description: "A documentation site: spaces, arranged in sections and groups, published for an audience.",
  attributes: siteAttributes,
  computed: siteComputed,
  identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
  unique: [{ attribute: "basename", within: "organization" }],
  deletion: {
    endpoint: sites.delete,
    contents: "implied",
  },
  creation: {
    endpoint: sites.create,
    created: (response) => ({ object: foundSite(response), children: [] }),
  },
  writers: [
    {
      name: "settings",
      endpoint: sites.update,
      fromResponse: foundSite,
    },
    {
      name: "adaptive-schema",
      attributes: ["adaptiveSchema"],
      endpoint: adaptiveContent.updateSchema,
      body: ({ values }) => ({ jsonSchema: values["adaptiveSchema"] ?? null }),
    },
    {
      name: "publication",
      attributes: ["published"],
      endpoint: ({ published }) => (published === true ? sites.publish : sites.unpublish),
      fromResponse: (response) => (isCheckout(response) ? undefined : foundSite(response)),
      rejected: needsUpgrade,
      stage: "last",
      asObject: {
        description:
          "Publishes a site. The site goes live after everything that this resource depends on is in place. Destroying the resource unpublishes the site.",
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
      found: (response) => [foundSite(response)],
      revealsApiVersion: (response) => {
        if (!isJsonObject(response)) return undefined;
        if (response["appliedType"] !== undefined) return ["current"];
        return response["agentsContext"] === undefined ? undefined : ["classic", "classic-minimal"];
      },
    },
    {
      name: "structure",
      endpoint: siteStructure.get,
      of: "site",
      finds: ["site_section", "site_section_group", "site_link", "site_space"],
      found: (response) => foundItems(fieldOrNull(response, "structure"), null),
      unknownKinds: (response) => unknownItems(fieldOrNull(response, "structure"), null),
    },
    ...structureLists,
  ],
  readById: {
    endpoint: sites.get,
    found: (response) => foundSite(response),
  },
  details: [
    {
      attribute: "adaptiveSchema",
      endpoint: adaptiveContent.getSchema,
      value: ([response]) => fieldOrNull(response, "jsonSchema"),
      absent: null,
    },
  ],
  ownable: ownedByGitSync,
  unmanagedContents:
    "its customization, share links, redirects, integrations and visitors, which no layout declares",
  codes: siteCodes,
  views: [publishedSite],
  unmappedFields: {
    "icon.icon": "`docs_site.icon`: its `light` and `dark`",
    "icon.emoji": documentOnly,
    proxy: "`docs_site.proxy`: its `origin`; the service alone sets the `target`",
    "ads.topic": documentOnly,
    "ads.reason": documentOnly,
    "ads.zoneId": documentOnly,
  },
  layout: {
    kind: "map",
    field: "sites",
    addressBy: ["$key"],
    contents: [
      {
        field: "structure",
        types: ["site_section", "site_section_group", "site_link", "site_space"],
        owned: true,
      },
    ],
  },
});

/** The adaptive schema has a read of its own. */
const namesInResponse = Object.keys(siteAttributes).filter((name) => name !== "adaptiveSchema");

function foundSite(response: Json): FoundObject {
  const site = response as JsonObject;
  return {
    type: "site",
    id: site["id"] as string,
    container: null,
    attributes: {
      ...fieldsOrNull(site, namesInResponse),
      proxy: fieldOrNull(site["proxy"], "origin"),
      styleguide: fieldOrNull(site["styleguide"], "space"),
    },
    computed: {
      ...fieldsOrNull(site, ["hostname", "siteSpaces", "createdAt", "urls"]),
      icon: fieldsOrNull(iconIn(site["icon"]), ["light", "dark"]),
      features: featuresIn(site["features"]),
      ads: fieldsOrNull(site["ads"], ["status", "submittable"]),
    },
    ...(isJsonObject(site["gitSync"]) ? { externalOwner: ownedByGitSync } : {}),
  };
}

/** The object with the icon's two URLs: the icon itself, or a field of it, as the published API document has it. */
function iconIn(icon: Json | undefined): Json {
  const innerIcon = fieldOrNull(icon, "icon");
  return isJsonObject(innerIcon) ? innerIcon : (icon ?? null);
}

function featuresIn(features: Json | undefined): Json {
  if (!Array.isArray(features)) return [];
  return features.map((feature: Json) => fieldsOrNull(feature, ["id", "plan", "frozen", "customizations"]));
}

function isCheckout(response: Json): boolean {
  return isJsonObject(response) && response["type"] === "checkout";
}

function needsUpgrade(response: Json): CheckFailure | undefined {
  if (!isCheckout(response)) return undefined;
  return { ...wordsOf("site/publish-needs-upgrade"), attribute: "published" };
}

/** The parent of an item of a list, as the item names it. */
function containerOf(item: Json): FoundObject["container"] {
  const [section, group] = [fieldOrNull(item, "section"), fieldOrNull(item, "sectionGroup")];
  if (typeof section === "string") return { type: "site_section", id: section };
  return typeof group === "string" ? { type: "site_section_group", id: group } : null;
}

/** Items of unknown kinds directly inside an item of a list. Deeper ones are in other items of the list. */
function unknownItemsDirectlyIn(item: Json): UnknownItem[] {
  if (!isJsonObject(item)) return [];
  const kind = kindOf(item);
  if (kind === undefined) return [];
  const unknown = itemsOf(contentsOf(item, kind)).filter((content) => kindOf(content) === undefined);
  return unknownItems(unknown, { type: kind.type, id: item["id"] as string });
}

/** Objects of a level of the structure and of all levels below, in the order of display. */
function foundItems(items: Json, container: FoundObject["container"]): FoundObject[] {
  return itemsOf(items).flatMap((item) => {
    const kind = kindOf(item);
    if (kind === undefined) return [];
    const id = item["id"] as string;
    return [kind.found(item, container), ...foundItems(contentsOf(item, kind), { type: kind.type, id })];
  });
}

/** Items of unknown kinds on a level of the structure and all levels below. */
function unknownItems(items: Json, container: FoundObject["container"]): UnknownItem[] {
  return itemsOf(items).flatMap((item) => {
    const kind = kindOf(item);
    if (kind === undefined) return [{ kind: nameOfKind(item), container }];
    return unknownItems(contentsOf(item, kind), { type: kind.type, id: item["id"] as string });
  });
}

function nameOfKind({ object }: JsonObject): string {
  return typeof object === "string" ? object : "unknown";
}

interface UnknownItem {
  readonly kind: string;
  readonly container: FoundObject["container"];
}

function contentsOf(item: JsonObject, { contentsField }: ItemKind): Json {
  return contentsField === undefined ? [] : (item[contentsField] ?? []);
}

function itemsOf(items: Json): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

function kindOf(item: JsonObject): ItemKind | undefined {
  const kind = item["object"];
  return typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

interface ItemKind {
  readonly type: string;
  /** The field with its contents. Absent: it has none. */
  readonly contentsField?: string;
  readonly found: (item: JsonObject, container: FoundObject["container"]) => FoundObject;
}

const kinds: Readonly<Record<string, ItemKind>> = {
  "site-section-group": { type: "site_section_group", contentsField: "children", found: foundGroup },
  "site-section": { type: "site_section", contentsField: "siteSpaces", found: foundSection },
  "site-external-link": { type: "site_link", found: foundLink },
  "site-space": { type: "site_space", found: foundSiteSpace },
};
