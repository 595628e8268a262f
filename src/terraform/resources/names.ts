import { attributesIn } from "../../model/key-field.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import { textOfField } from "./object-apply.ts";

/** What an object is called in messages: its type and the first thing that a person would name it by. */
export function resourceAddress(schema: TerraformSchema, values: CtyObject): string {
  const key = attributesIn(schema.type.identity.key);
  const named =
    schema.values.find((field) => field.mode === "required" && field.rule.reference === undefined) ??
    schema.values.find((field) => key.includes(field.attribute));
  const name = named === undefined ? textOfField(values, "id") : textOfField(values, named.name);
  return name === null ? schema.name : `${schema.name} ${JSON.stringify(name)}`;
}
