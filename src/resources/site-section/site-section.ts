import { sortCall } from "../../contract/operations/site-structure/calls.ts";
import { foundSection, foundSiteSpace } from "../../contract/operations/site-structure/found-items.ts";
import { localizedOnWire } from "../../contract/operations/site-structure/item-attributes.ts";
import { siteSectionObject } from "../../contract/operations/site-structure/site-structure.objects.ts";
import { siteStructure } from "../../contract/operations/site-structure/site-structure.operations.ts";
import { sites } from "../../contract/operations/sites/sites.operations.ts";
import type { Call } from "../../model/endpoint.ts";
import { ofFirstChild } from "../../model/key-field.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { asChildren, asParent } from "../../model/unmapped-fields.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { siteSectionAttributes, siteSectionComputed } from "./site-section.schema.ts";

/** A section of a site: one or several variants of content under one path. */
export const siteSection = defineResource({
  name: "site_section",
  label: { one: "site section", many: "site sections" },
  shortLabel: { one: "section", many: "sections" },
  description: "A section of a site: one entry in the navigation, with one or more variants of its content.",
  scope: "site",
  attributes: siteSectionAttributes,
  computed: siteSectionComputed,
  identity: {
    key: ["path"],
    createKey: ["title", ofFirstChild("space")],
    fallbackKeys: [["title"]],
    contents: [ofFirstChild("space")],
    name: "title",
    keyIsUnique: true,
  },
  container: {
    types: ["site_section_group"],
    rootAllowed: true,
    atCreate: { classic: false, current: true, "classic-minimal": false },
    change: { classic: "move", current: "move", "classic-minimal": "move" },
    moveInto: (context, id, from, to) =>
      context.apiVersion === "current"
        ? [callAt(siteStructure.updateSection, context, [id], { body: { siteSectionGroupId: to } })]
        : membershipCalls(context, id, from, to),
  },
  order: {
    siblingSet: "structure",
    aloneIn: ["classic-minimal"],
    sort: sortCall,
  },
  defaultRole: {
    within: "scope",
    publicAddress: true,
    setDefault: (context, id) => callAt(sites.update, context, [], { body: { defaultSiteSection: id } }),
  },
  firstChild: { type: "site_space", carries: ["space"] },
  unique: [{ attribute: "path", within: "scope", derivedFrom: "title" }],
  deletion: {
    endpoint: siteStructure.deleteSection,
    contents: "implied",
    addBeforeDelete: true,
  },
  creation: {
    endpoint: siteStructure.addSection,
    body: ({ attributes, firstChild }) => ({ ...attributes, spaceId: firstChild?.["space"] ?? null }),
    parentField: "siteSectionGroupId",
    created: (response) => {
      const [first] = siteSectionObject.parse(response).siteSpaces;
      if (first === undefined) throw new TypeError("The new section holds no site space");
      const object = sectionFromResponse(response);
      const inside = { type: "site_section", id: object.id };
      return { object, children: [foundSiteSpace(first as JsonObject, inside)] };
    },
  },
  writers: [
    {
      name: "settings",
      endpoint: siteStructure.updateSection,
      body: ({ values }) => localizedOnWire(values),
      fromResponse: sectionFromResponse,
    },
  ],
  reads: [],
  unmappedFields: {
    default: "the default among its siblings: `default`",
    sectionGroup: asParent,
    siteSpaces: asChildren,
  },
  layout: {
    kind: "item",
    field: "section",
    attribute: "title",
    required: ["path"],
    defaultField: "default",
    addressBy: ["path"],
    contents: [{ field: "spaces", types: ["site_space"], owned: true }],
  },
});

/** In API versions whose groups have members, a section leaves its group before it joins another one. */
function membershipCalls(context: CallContext, id: string, from: string | null, to: string | null): Call[] {
  const leave = (group: string) => callAt(siteStructure.removeSectionFromGroup, context, [group, id]);
  const join = (group: string) =>
    callAt(siteStructure.addSectionToGroup, context, [group], { body: { sectionId: id } });
  return [...(from === null ? [] : [leave(from)]), ...(to === null ? [] : [join(to)])];
}

function sectionFromResponse(response: Json): FoundObject {
  siteSectionObject.parse(response);
  const section = response as JsonObject;
  const group = section["sectionGroup"];
  return foundSection(section, group ? { type: "site_section_group", id: group as string } : null);
}
