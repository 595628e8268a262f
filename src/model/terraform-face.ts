import type { JsonObject } from "./json.ts";
import type { Attribute, ComputedAttribute, ResourceType, Writer } from "./resource-type.ts";
import { idField, providerPrefix, resourceName, snakeCase } from "./terraform-names.ts";
import { jsonSchemaOf, type Shape, shapeOf } from "./terraform-shape.ts";

/** How Terraform shows a type of object: which of its attributes hold what. */
export interface ObjectFace {
  /** `docs_site_section` */
  readonly name: string;
  readonly type: ResourceType;
  /** Holds the id of the object that addresses it: `site_id`. */
  readonly scopeField?: string;
  /** Holds the id of what it is inside of; null is the root. */
  readonly containerField?: string;
  /** True where it is the default among its siblings, null where not. */
  readonly defaultField?: string;
  readonly values: readonly ValueField[];
  readonly computed: readonly ComputedField[];
  readonly born?: BornFace;
}

/** What a face holds of the child that is born with its object. */
export interface BornFace {
  readonly type: ResourceType;
  /** Holds the child's id. */
  readonly idField: string;
  readonly values: readonly ValueField[];
}

/** One thing that a configuration may set. */
export interface ValueField {
  /** In Terraform. */
  readonly name: string;
  /** In the type's declaration. */
  readonly attribute: string;
  readonly rule: Attribute;
  readonly shape: Shape;
  readonly schema: JsonObject;
  /** `optional`: absent clears it. `derived`: absent leaves it to the service, or to whoever set it. */
  readonly mode: "required" | "optional" | "derived";
  /** Absent: a change replaces the object. */
  readonly writer?: Writer;
  /** It takes a read of its own, made only where somebody declares it. */
  readonly isDetail: boolean;
  /** The arguments that set it without leaving it in the state. */
  readonly writeOnly?: { readonly name: string; readonly version: string };
}

/** One thing that the service tells. */
export interface ComputedField {
  readonly name: string;
  readonly key: string;
  readonly rule: ComputedAttribute;
  readonly shape: Shape;
}

/** Holds the id of what an object is inside of. */
export const containerField = "parent_id";

/** Holds the ids of siblings, in their order. */
export const siblingsField = "ids";

/** The types, by name. */
interface TypesByName {
  readonly byName: ReadonlyMap<string, ResourceType>;
}

/** The name under which Terraform knows objects of a type: `docs_site_section`. */
export function objectName(type: ResourceType): string {
  return `${providerPrefix}_${resourceName(type)}`;
}

/** The face of a type. */
export function objectFace(index: TypesByName, type: ResourceType): ObjectFace {
  const late = lateWriters(type).flatMap((each) => each.attributes);
  const born = type.births === undefined ? undefined : index.byName.get(type.births.type);
  return {
    name: objectName(type),
    type,
    ...(type.scope === undefined ? {} : { scopeField: idField(type.scope) }),
    ...(type.container === undefined ? {} : { containerField }),
    ...(type.defaultRole === undefined ? {} : { defaultField: "default" }),
    values: valueFieldsOf(type).filter((field) => !late.includes(field.attribute)),
    computed: Object.entries(type.computed ?? {}).map(([key, rule]) => ({
      name: snakeCase(key),
      key,
      rule,
      shape: shapeOf(jsonSchemaOf(rule.schema)),
    })),
    ...(born === undefined ? {} : { born: bornFace(born, type.births?.carries ?? []) }),
  };
}

/** The fields of all attributes of a type, late ones included. */
export function valueFieldsOf(type: ResourceType): readonly ValueField[] {
  return Object.keys(type.attributes).map((attribute) => valueField(type, attribute));
}

function bornFace(type: ResourceType, carries: readonly string[]): BornFace {
  return {
    type,
    idField: idField(type.name),
    values: carries.map((attribute) => valueField(type, attribute)),
  };
}

function valueField(type: ResourceType, attribute: string): ValueField {
  const rule = type.attributes[attribute] as Attribute;
  const name = rule.reference === undefined ? snakeCase(attribute) : idField(attribute);
  const schema = jsonSchemaOf(rule.schema);
  const writer = type.writers.find((each) => each.attributes.includes(attribute));
  return {
    name,
    attribute,
    rule,
    schema,
    shape: sayingNull(shapeOf(schema, rule.set), rule.terraform?.nullAs),
    mode: modeOf(rule),
    ...(writer === undefined ? {} : { writer }),
    isDetail: type.details?.some((detail) => detail.attribute === attribute) === true,
    ...(rule.sensitive === true ? { writeOnly: { name: `${name}_wo`, version: `${name}_wo_version` } } : {}),
  };
}

function sayingNull(shape: Shape, word: string | undefined): Shape {
  return shape.kind === "string" && word !== undefined ? { ...shape, nullAs: word } : shape;
}

function modeOf(rule: Attribute): ValueField["mode"] {
  if (rule.atCreate === "required") return "required";
  return rule.nullable === true && rule.derived !== true ? "optional" : "derived";
}

/** How Terraform shows what is written last to an object: a resource of its own, which comes after what it depends on. */
export interface LateFace {
  /** `docs_site_publication` */
  readonly name: string;
  readonly type: ResourceType;
  readonly writer: Writer;
  /** Holds the id of the object: `site_id`. */
  readonly holder: string;
  readonly fields: readonly LateField[];
  /** What it sets where nothing else is said. */
  readonly present: JsonObject;
  /** What it leaves when it goes. */
  readonly absent: JsonObject;
}

export interface LateField {
  /** In Terraform. */
  readonly name: string;
  /** In the type's declaration. */
  readonly attribute: string;
  readonly rule: Attribute;
  readonly shape: Shape;
}

/** The writers of a type that are resources of their own. */
export function lateWriters(type: ResourceType): readonly Writer[] {
  return type.writers.filter((writer) => writer.asObject !== undefined);
}

/** The name under which Terraform knows what a writer writes last: `docs_site_publication`. */
export function lateName(type: ResourceType, writer: Writer): string {
  return `${providerPrefix}_${resourceName(type)}_${writer.name}`;
}

/** The face of a writer that is a resource of its own. */
export function lateFace(type: ResourceType, writer: Writer): LateFace {
  return {
    name: lateName(type, writer),
    type,
    writer,
    holder: idField(type.name),
    fields: writer.attributes.map((attribute) => {
      const rule = type.attributes[attribute] as Attribute;
      return { name: snakeCase(attribute), attribute, rule, shape: shapeOf(jsonSchemaOf(rule.schema)) };
    }),
    present: writer.asObject?.present ?? {},
    absent: writer.asObject?.absent ?? {},
  };
}

/** How Terraform shows the order of siblings among the contents of an object. */
export interface OrderFace {
  /** `docs_site_order` */
  readonly name: string;
  /** What the siblings are contents of. */
  readonly scope: ResourceType;
  /** Holds its id: `site_id`. */
  readonly holder: string;
  /** Types of which the scope holds ordered siblings. */
  readonly ordered: readonly ResourceType[];
}

/** The face of the order of what is inside objects of a type; undefined where nothing in them has an order. */
export function orderFace(types: readonly ResourceType[], scope: ResourceType): OrderFace | undefined {
  const ordered = types.filter((type) => type.scope === scope.name && type.order !== undefined);
  if (ordered.length === 0) return undefined;
  return {
    name: `${providerPrefix}_${resourceName(scope)}_order`,
    scope,
    holder: idField(scope.name),
    ordered,
  };
}
