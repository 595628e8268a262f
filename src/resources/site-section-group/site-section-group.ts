import { sortCall } from "../../contract/operations/site-structure/calls.ts";
import { foundGroup } from "../../contract/operations/site-structure/found-items.ts";
import { localizedOnWire } from "../../contract/operations/site-structure/item-attributes.ts";
import { siteSectionGroupObject } from "../../contract/operations/site-structure/site-structure.objects.ts";
import { siteStructure } from "../../contract/operations/site-structure/site-structure.operations.ts";
import { theContainer } from "../../model/key-field.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { asChildren, asParent } from "../../model/unmapped-fields.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { siteSectionGroupAttributes } from "./site-section-group.schema.ts";

/** A group of sections, and of further groups, in a site's navigation. */
export const siteSectionGroup = defineResource({
  name: "site_section_group",
  label: { one: "site section group", many: "site section groups" },
  shortLabel: { one: "group", many: "groups" },
  description: "A group of sections in a site's navigation. A group can contain other groups.",
  scope: "site",
  attributes: siteSectionGroupAttributes,
  identity: {
    key: ["title", theContainer],
    createKey: ["title", theContainer],
    fallbackKeys: [["title"]],
    contents: "most children",
    keyIsUnique: false,
  },
  container: {
    types: ["site_section_group"],
    rootAllowed: true,
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "replace", current: "move", "classic-minimal": "replace" },
    moveInto: (context, id, _from, to) =>
      context.apiVersion === "current"
        ? [callAt(siteStructure.updateGroup, context, [id], { body: { parentSectionGroupId: to } })]
        : [],
  },
  order: {
    siblingSet: "structure",
    aloneIn: ["classic-minimal"],
    sort: sortCall,
  },
  deletion: {
    endpoint: siteStructure.deleteGroup,
    contents: "first",
  },
  creation: {
    endpoint: siteStructure.addGroup,
    parentField: "parent",
    created: (response) => ({ object: groupFromResponse(response), children: [] }),
  },
  writers: [
    {
      name: "settings",
      endpoint: siteStructure.updateGroup,
      body: ({ values }) => localizedOnWire(values),
      fromResponse: groupFromResponse,
    },
  ],
  reads: [],
  unmappedFields: {
    sections: asChildren,
    sectionGroup: asParent,
    children: asChildren,
  },
  layout: {
    kind: "item",
    field: "group",
    attribute: "title",
    addressBy: ["title"],
    contents: [
      { field: "children", types: ["site_section", "site_section_group", "site_link"], owned: true },
    ],
  },
});

function groupFromResponse(response: Json): FoundObject {
  const { sectionGroup } = siteSectionGroupObject.parse(response);
  return foundGroup(
    response as JsonObject,
    sectionGroup ? { type: "site_section_group", id: sectionGroup } : null,
  );
}
