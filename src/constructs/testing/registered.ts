import type { ResourceType } from "../../model/resource-type.ts";
import { indexTypes } from "../../model/type-index.ts";
import { registry } from "../../resources/registry.ts";
import { once } from "../../util/once.ts";

/** The types of an app's objects. */
export const types = indexTypes(registry);

/** The types of a site's navigation, which the kit names by their role. */
export interface SiteTypes {
  /** It contains the navigation. */
  readonly whole: ResourceType;
  /** A group of sections. */
  readonly group: ResourceType;
  /** An entry of the navigation, which the service creates together with its first variant. */
  readonly section: ResourceType;
  /** The content that a variant shows. */
  readonly content: ResourceType;
}

/** The declarations of the types say which role each has. */
export const siteTypes = once((): SiteTypes => {
  const section = only(types.all.filter(({ firstChild }) => firstChild !== undefined));
  const variant = types.get(section.firstChild?.type ?? "");
  const shown = variant.layout.kind === "item" ? variant.attributes[variant.layout.attribute] : undefined;
  return {
    whole: types.get(section.scope ?? ""),
    group: types.get(section.container?.types[0] ?? ""),
    section,
    content: types.get(shown?.reference?.type ?? ""),
  };
});

function only([type, other]: readonly ResourceType[]): ResourceType {
  if (type === undefined || other !== undefined)
    throw new TypeError("Not exactly one type has a first child.");
  return type;
}
