import type { TypeIndex } from "../../live/type-index.ts";
import type { Generation } from "../../model/endpoint.ts";
import type { FoundObject } from "../../model/live-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import {
  type ComputedField,
  type ObjectFace,
  objectFace,
  type ValueField,
  valueFieldsOf,
} from "../../model/terraform-face.ts";
import type { SchemaAttribute } from "../../tfplugin/protobuf/schema-messages.ts";
import { cty } from "../../tfplugin/values/cty-type.ts";
import type { CtyObject, CtyValue } from "../../tfplugin/values/cty-value.ts";
import { isLacking } from "../faces/generation.ts";
import { namingFields } from "../faces/object-import.ts";
import { attribute, limitedDescription, shapedAttribute } from "../faces/object-schema.ts";
import { toCty } from "../faces/shape.ts";

/** What data sources of a type can show of an object. */
export interface DataFace {
  readonly face: ObjectFace;
  /** All attributes of the type, late ones included. */
  readonly values: readonly ValueField[];
  readonly computed: readonly ComputedField[];
  /** Names of fields by which an object is looked for. */
  readonly naming: ReadonlySet<string>;
}

export function dataFace(index: TypeIndex, type: ResourceType): DataFace {
  const face = objectFace(index, type);
  const values = valueFieldsOf(type);
  const names = new Set(namingFields(type));
  return {
    face,
    values,
    computed: face.computed,
    naming: new Set(values.filter((field) => names.has(field.attribute)).map((field) => field.name)),
  };
}

/** An object as a data source shows it, its place included. */
export function shownFields(
  { face, values, computed }: DataFace,
  object: FoundObject,
  generation: Generation | undefined,
): readonly (readonly [string, CtyValue])[] {
  return [
    ["id", object.id],
    ...(face.containerField === undefined
      ? []
      : [[face.containerField, object.container?.id ?? null] as const]),
    ...(face.defaultField === undefined ? [] : [[face.defaultField, object.isDefault === true] as const]),
    ...values.map((field) => {
      if (isLacking(field.rule, generation)) return [field.name, null] as const;
      const live = object.attributes[field.attribute] ?? null;
      const shown = live === null || field.rule.toLayout === undefined ? live : field.rule.toLayout(live);
      return [field.name, toCty(field.shape, shown)] as const;
    }),
    ...computed.map((field) => [field.name, toCty(field.shape, object.computed?.[field.key])] as const),
  ];
}

/** The attributes of an object in a data source; those that `isInput` names may be given to look for it. */
export function shownAttributes(
  { face, values, computed }: DataFace,
  isInput: (name: string) => boolean,
): readonly SchemaAttribute[] {
  const flags = (name: string) => (isInput(name) ? { optional: true, computed: true } : { computed: true });
  return [
    attribute("id", cty.string, "Its id.", flags("id")),
    ...(face.containerField === undefined
      ? []
      : [
          attribute(
            face.containerField,
            cty.string,
            "Id of what it is inside of.",
            flags(face.containerField),
          ),
        ]),
    ...(face.defaultField === undefined
      ? []
      : [
          attribute(
            face.defaultField,
            cty.bool,
            "Whether it is the default among its siblings.",
            flags(face.defaultField),
          ),
        ]),
    ...values.map((field) =>
      shapedAttribute(field.name, field.shape, limitedDescription(field), {
        ...flags(field.name),
        ...(field.rule.sensitive === true ? { sensitive: true } : {}),
      }),
    ),
    ...computed.map((field) =>
      shapedAttribute(field.name, field.shape, field.rule.description, flags(field.name)),
    ),
  ];
}

/** Whether an object that is shown like this has all that a configuration asks for. */
export function matches(
  shown: ReturnType<typeof shownFields>,
  config: CtyObject,
  names: Iterable<string>,
): boolean {
  const values = new Map(shown);
  for (const name of names) {
    const wanted = config[name] ?? null;
    if (wanted !== null && values.get(name) !== wanted) return false;
  }
  return true;
}
