import { sortCall } from "../../contract/operations/site-structure/calls.ts";
import { foundLink } from "../../contract/operations/site-structure/found-items.ts";
import {
  conditionOf,
  draftOf,
  localizedOf,
  localizedOnWire,
} from "../../contract/operations/site-structure/item-attributes.ts";
import {
  linkCondition,
  linkDescription,
  linkIcon,
  linkTitle,
  linkUrl,
  localized128,
  localized256,
  siteLinkObject,
} from "../../contract/operations/site-structure/site-structure.objects.ts";
import { siteStructure } from "../../contract/operations/site-structure/site-structure.operations.ts";
import { theContainer } from "../../model/key-field.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { asParent } from "../../model/unmapped-fields.ts";
import type { Json, JsonObject } from "../../util/json.ts";

const siteLinkAttributes = {
  title: {
    description: "Name of the link.",
    schema: linkTitle,
    atCreate: "required",
    samples: ["Status", "Support"],
  },
  url: {
    description: "URL that the link opens.",
    schema: linkUrl,
    atCreate: "required",
    samples: ["https://status.acme.example", "https://support.acme.example/start"],
  },
  icon: {
    description: "Name of the link's icon.",
    schema: linkIcon,
    atCreate: "accepted",
    nullable: true,
    samples: ["signal", "life-ring"],
  },
  description: {
    description: "Short description of the link, shown in the navigation.",
    schema: linkDescription,
    atCreate: "accepted",
    nullable: true,
    samples: ["Whether everything works", "How to reach us"],
  },
  condition: {
    description: "Expression that decides which visitors see the link.",
    schema: conditionOf(linkCondition),
    atCreate: "accepted",
    nullable: true,
    opens: { as: "condition" },
    samples: ["visitor.claims.beta", "visitor.claims.partner"],
  },
  draft: draftOf("link"),
  localizedTitle: { ...localizedOf("name of the link", localized128), atCreate: "accepted" },
  localizedDescription: { ...localizedOf("description of the link", localized256), atCreate: "accepted" },
} as const satisfies Readonly<Record<string, Attribute>>;

/** A link to another website in a site's navigation. */
export const siteLink = defineResource({
  name: "site_link",
  label: { one: "site link", many: "site links" },
  shortLabel: { one: "link", many: "links" },
  description:
    "A link to another website in a site's navigation, beside sections and groups. Only the API version `current` has links.",
  scope: "site",
  attributes: siteLinkAttributes,
  identity: {
    key: ["title", theContainer],
    createKey: ["title", "url", theContainer],
    fallbackKeys: [["title"]],
    contents: ["url"],
    keyIsUnique: false,
  },
  container: {
    types: ["site_section_group"],
    rootAllowed: true,
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "move", current: "move", "classic-minimal": "move" },
    moveInto: (context, id, _from, to) => [
      callAt(siteStructure.updateLink, context, [id], { body: { parent: to } }),
    ],
  },
  order: {
    siblingSet: "structure",
    sort: sortCall,
  },
  deletion: {
    endpoint: siteStructure.deleteLink,
    contents: "implied",
  },
  creation: {
    endpoint: siteStructure.addLink,
    // The update call alone accepts null for a map of languages.
    body: ({ attributes }) => localizedOnWire(attributes),
    parentField: "parent",
    after: "site_section",
    created: (response) => ({ object: linkFromResponse(response), children: [] }),
  },
  writers: [
    {
      name: "settings",
      endpoint: siteStructure.updateLink,
      fromResponse: linkFromResponse,
    },
  ],
  reads: [],
  unmappedFields: {
    sectionGroup: asParent,
  },
  layout: {
    kind: "item",
    field: "link",
    attribute: "title",
    addressBy: ["title"],
  },
});

function linkFromResponse(response: Json): FoundObject {
  const { sectionGroup } = siteLinkObject.parse(response);
  return foundLink(
    response as JsonObject,
    sectionGroup ? { type: "site_section_group", id: sectionGroup } : null,
  );
}
