import type { ResourceType } from "./resource-type.ts";

/** Prefix of the resources' names in Terraform: `docs_site`. */
export const providerPrefix = "docs";

/** A name as Terraform writes it: `ssoURL` is `sso_url`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** The name of a type's resource, without the provider's prefix: `site_section`. */
export function resourceName(type: ResourceType): string {
  return type.name;
}

/** The attribute with the id of an object of this type or name: `site_id`. */
export function idField(name: string): string {
  return `${snakeCase(name)}_id`;
}

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
