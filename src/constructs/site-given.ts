import type { IConstruct } from "constructs";
import { pathBelow } from "./check-id.ts";
import { constructClasses } from "./construct-classes.ts";
import { failInApp } from "./problem-text.ts";
import type { DocsReference, SiteReference } from "./references.ts";
import { structureIn } from "./site-structure.ts";
import { typeOf } from "./types.ts";

/** The site of an object. Throws if the value is not a site, because only a site has a structure. */
export function siteGiven(scope: IConstruct, id: string, site: SiteReference): SiteReference {
  if (isObject(site) && structureIn(site) !== undefined) return site;
  throw failInApp("constructs/no-site", { path: pathBelow(scope, id), example: foreignExample("site") });
}

/** How an app refers to an existing object of a type: `Space.fromId(this, "space", "ID")`. */
export function foreignExample(kind: string): string {
  const scope = typeOf(kind).scope ?? "this";
  const name = constructClasses[kind]?.name;
  return name === undefined
    ? `PlainObject.fromId(this, "${kind}", "${kind}", "ID")`
    : `${name}.fromId(${scope}, "${kind}", "ID")`;
}

/** Whether a value is an object that others may refer to. */
export function isObject(value: unknown): value is DocsReference<string> {
  return typeof value === "object" && value !== null && "kind" in value && "id" in value && "node" in value;
}
