import { existsSync, readFileSync } from "node:fs";
import type { ResourceType } from "../../../src/model/resource-type.ts";

/** The construct with an attribute, and the name of the property there. */
export interface ConstructPlace {
  readonly construct: string;
  readonly property: string;
}

/** The handwritten construct of a type. Undefined: there is none, or it does not have the attribute. */
export function writtenConstruct(
  { name: type }: ResourceType,
  attribute: string,
): ConstructPlace | undefined {
  const file = new URL(`../../../src/constructs/docs-${type.replaceAll("_", "-")}.ts`, import.meta.url);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const construct = /^export class (\w+)\s+extends DocsObject</mu.exec(source)?.[1];
  const hasProperty = new RegExp(`^  readonly ${attribute}\\??:`, "mu").test(source);
  return construct === undefined || !hasProperty ? undefined : { construct, property: attribute };
}
