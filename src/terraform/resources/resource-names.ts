import type { ApiVersion } from "../../model/endpoint.ts";
import { attributesIn } from "../../model/key-field.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import { alternatives, enumerated } from "../../util/phrases.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { textOfField } from "./object-values.ts";

/** The name of an object in messages: its type and the first attribute by which people identify it. */
export function resourceAddress(schema: TerraformSchema, values: CtyObject): string {
  const key = attributesIn(schema.type.identity.key);
  const namingField =
    schema.values.find((field) => field.mode === "required" && field.rule.reference === undefined) ??
    schema.values.find((field) => key.includes(field.attribute));
  const name = namingField === undefined ? textOfField(values, "id") : textOfField(values, namingField.name);
  return name === null ? schema.name : `${schema.name} ${JSON.stringify(name)}`;
}

/** The types of objects that can contain an object of the type: `collection`, `site section or site`. */
export function parentsOf({ container }: ResourceType): string {
  return alternatives((container?.types ?? []).map((name) => name.replaceAll("_", " ")));
}

/** A sentence that names the only API versions that have a feature. */
export function onlyInApiVersions(versions: readonly ApiVersion[]): string {
  const names = enumerated(versions.map((each) => `\`${each}\``));
  return versions.length === 1
    ? `Available only in the API version ${names}.`
    : `Available only in the API versions ${names}.`;
}
