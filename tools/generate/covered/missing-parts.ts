import type { ResourceType } from "../../../src/model/resource-type.ts";
import { terraformSchema, valueFieldsOf } from "../../../src/model/terraform-schema.ts";
import type { Shape } from "../../../src/model/terraform-shape.ts";
import { indexTypes } from "../../../src/model/type-index.ts";
import { responseFieldsOf, responsePartsOf } from "./response-fields.ts";

/** The nested fields of a shown field that docsform does not show, such as `billing.minUsers`. */
export function missingPartsOf(type: ResourceType, types: readonly ResourceType[]): readonly string[] {
  return responseFieldsOf(type).flatMap((field) => {
    const shape = shownFieldOf(type, types, field)?.shape;
    return shape === undefined ? [] : missingIn(type, [field], shape);
  });
}

/** The attribute that shows a field of the service's responses under the field's own name. */
export function shownFieldOf(
  type: ResourceType,
  types: readonly ResourceType[],
  field: string,
): { readonly name: string; readonly shape: Shape } | undefined {
  return (
    valueFieldsOf(type).find((each) => each.attribute === field) ??
    terraformSchema(indexTypes(types), type).computed.find((each) => each.key === field)
  );
}

/** The nested fields that a shape lacks. A text or a number shows the whole value, so it lacks none. */
function missingIn(type: ResourceType, path: readonly string[], shape: Shape): readonly string[] {
  if (shape.kind === "list" || shape.kind === "set") return missingIn(type, path, shape.element);
  if (shape.kind !== "object") return [];
  return responsePartsOf(type, path).flatMap((part) => {
    const shown = shape.fields.find(({ json }) => json === part);
    const here = [...path, part];
    return shown === undefined ? [here.join(".")] : missingIn(type, here, shown.shape);
  });
}
