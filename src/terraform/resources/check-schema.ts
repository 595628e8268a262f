import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { SchemaAttribute, SchemaObject } from "../plugin/protobuf/schema-messages.ts";
import { type CtyObject, type CtyValue, isCtyObject, isUnknown } from "../plugin/values/cty-value.ts";
import { formatPath, type Path } from "../plugin/values/path.ts";

/**
 * Errors for read-only attributes that a configuration sets, and for required attributes that it leaves null: Terraform passes both on.
 * Unknown values pass. A later call checks them when they are known.
 */
export function checkSchema(
  attributes: readonly SchemaAttribute[],
  config: CtyObject,
  path: Path = [],
): readonly ProviderDiagnostic[] {
  return attributes.flatMap((attribute) => {
    const value = config[attribute.name] ?? null;
    const place = [...path, attribute.name];
    if (value === null) return attribute.required === true ? [missing(attribute, place)] : [];
    if (isReadOnly(attribute)) return [readOnly(attribute, place)];
    return attribute.nestedType === undefined ? [] : checkNested(attribute.nestedType, value, place);
  });
}

function checkNested(
  { attributes, nesting }: SchemaObject,
  value: CtyValue,
  path: Path,
): readonly ProviderDiagnostic[] {
  if (isUnknown(value)) return [];
  if (isCtyObject(value)) return checkSchema(attributes, value, path);
  if (!Array.isArray(value)) return [];
  return value.flatMap((element: CtyValue, at) =>
    // Elements of a set have no address.
    isCtyObject(element) ? checkSchema(attributes, element, nesting === "list" ? [...path, at] : path) : [],
  );
}

function isReadOnly({ required, optional, computed }: SchemaAttribute): boolean {
  return computed === true && required !== true && optional !== true;
}

function readOnly(attribute: SchemaAttribute, path: Path): ProviderDiagnostic {
  return providerErrorAt(
    path,
    `\`${formatPath(path)}\` is read-only`,
    `The provider computes this value. Remove it from the configuration. ${attribute.description ?? ""}`.trim(),
  );
}

function missing(attribute: SchemaAttribute, path: Path): ProviderDiagnostic {
  return providerErrorAt(
    path,
    `\`${formatPath(path)}\` must have a value`,
    `This argument is required, but its value is null. ${attribute.description ?? ""}`.trim(),
  );
}
