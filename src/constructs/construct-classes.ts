/** The class of a type's construct, for what writes code that uses it. This file loads no library. */
interface ConstructClass {
  /** The name that `docsform/constructs` exports. */
  readonly name: string;
  /** The property with the object's container. */
  readonly container?: string;
  /** The method of the object around it that adds it. */
  readonly addedBy?: string;
  /** Further properties, which are no values of the object. */
  readonly more?: readonly string[];
  /** The property that lists what the first child and its siblings show, and the property that returns the first child. */
  readonly first?: { readonly listed: string; readonly child: string };
}

/** By type. A type without a class is a `PlainObject`. */
export const constructClasses: Readonly<Record<string, ConstructClass>> = {
  collection: { name: "Collection", container: "parent" },
  member: { name: "Member" },
  openapi_spec: { name: "OpenApiSpec" },
  organization: { name: "Organization" },
  saml_provider: { name: "SamlProvider", more: ["certificateInState"] },
  site: { name: "Site" },
  site_link: { name: "SiteLink", container: "parent", addedBy: "addLink" },
  site_section: {
    name: "SiteSection",
    container: "parent",
    addedBy: "addSection",
    first: { listed: "spaces", child: "firstSpace" },
  },
  site_section_group: { name: "SiteSectionGroup", container: "parent", addedBy: "addGroup" },
  site_space: { name: "SiteSpace", container: "section", addedBy: "addSpace", more: ["id"] },
  space: { name: "Space", container: "collection" },
  team: { name: "Team" },
  translation: { name: "Translation" },
};
