import { sortCall } from "../../contract/operations/site-structure/calls.ts";
import { foundSiteSpace } from "../../contract/operations/site-structure/found-items.ts";
import { siteSpaceObject } from "../../contract/operations/site-structure/site-structure.objects.ts";
import { siteStructure } from "../../contract/operations/site-structure/site-structure.operations.ts";
import { sites } from "../../contract/operations/sites/sites.operations.ts";
import { theContainer } from "../../model/key-field.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { asParent } from "../../model/unmapped-fields.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { siteSpaceAttributes, siteSpaceComputed } from "./site-space.schema.ts";

/** A space as a site shows it: a variant of a section, or of a site without sections. */
export const siteSpace = defineResource({
  name: "site_space",
  label: { one: "site space", many: "site spaces" },
  shortLabel: { one: "variant", many: "variants" },
  description: "A space as a site shows it: one variant of a section, or of a site without sections.",
  scope: "site",
  attributes: siteSpaceAttributes,
  computed: siteSpaceComputed,
  identity: {
    key: ["space", "path", theContainer],
    createKey: ["space", theContainer],
    fallbackKeys: [["path", theContainer]],
    matchByCreateKeyLast: true,
    contents: ["space"],
    name: "title",
    recognizedByPlace: true,
    keyIsUnique: true,
  },
  container: {
    types: ["site_section"],
    rootAllowed: true,
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "replace", current: "replace", "classic-minimal": "replace" },
  },
  order: {
    siblingSet: "variants",
    sort: sortCall,
  },
  defaultRole: {
    within: "container",
    publicAddress: true,
    setDefault: (context, id, container) => {
      const body = { defaultSiteSpace: id };
      return container === null
        ? callAt(sites.update, context, [], { body })
        : callAt(siteStructure.updateSection, context, [container.id], { body });
    },
  },
  unique: [{ attribute: "path", within: "container", derivedFrom: "title" }],
  deletion: {
    endpoint: siteStructure.deleteSpace,
    contents: "implied",
    addBeforeDelete: true,
  },
  creation: {
    endpoint: siteStructure.addSpace,
    body: ({ attributes }) => onWire(attributes),
    parentField: "sectionId",
    created: (response) => ({ object: siteSpaceFromResponse(response), children: [] }),
  },
  writers: [
    {
      name: "settings",
      attributes: ["space", "path", "condition", "pageId", "draft", "hidden"],
      endpoint: siteStructure.updateSpace,
      body: ({ values }) => onWire(values),
      fromResponse: siteSpaceFromResponse,
    },
  ],
  reads: [],
  unmappedFields: {
    section: asParent,
    default: "the default among its siblings: `default`",
  },
  layout: {
    kind: "item",
    field: "space",
    attribute: "space",
    shorthand: true,
    requiredAfterFirst: ["path"],
    defaultField: "default",
    addressBy: ["path", "space"],
  },
});

/** A write names the space by its id. A response contains the whole space. */
function onWire({ space, ...fields }: JsonObject): JsonObject {
  return space === undefined ? fields : { ...fields, spaceId: space };
}

function siteSpaceFromResponse(response: Json): FoundObject {
  const { section } = siteSpaceObject.parse(response);
  return foundSiteSpace(response as JsonObject, section ? { type: "site_section", id: section } : null);
}
