import type { JsonObject } from "./json.ts";
import { present } from "./present.ts";
import type { Attribute, ComputedAttribute, Follows, ResourceType, Writer } from "./resource-type.ts";
import { idField, providerPrefix, resourceName, snakeCase } from "./terraform-names.ts";
import { jsonSchemaOf, type Shape, shapeOf } from "./terraform-shape.ts";
import type { TypeIndex } from "./type-index.ts";

/** A type of object as Terraform shows it: which attribute of the resource holds what. */
export interface TerraformSchema {
  /** `docs_site_section` */
  readonly name: string;
  readonly type: ResourceType;
  /** Holds the id of the object that addresses it: `site_id`. */
  readonly scopeField?: string;
  /** Holds the id of what it is inside of; null is the top. */
  readonly containerField?: string;
  /** True where it is the default among its siblings, null where not. */
  readonly defaultField?: string;
  readonly values: readonly ValueField[];
  readonly computed: readonly ComputedField[];
  readonly firstChild?: FirstChildSchema;
}

/** What the resource of an object holds of the first child, which the service makes together with it. */
export interface FirstChildSchema {
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
  /** As its rule says, by the names that all of it has in Terraform. */
  readonly follows: FollowedNames | Readonly<Record<string, FollowedNames>>;
}

/** Names of what may change a computed value when it is written. */
export type FollowedNames = readonly string[] | "any write";

/** Holds the id of what an object is inside of. */
export const containerField = "parent_id";

/** True where the object is the default among its siblings. */
const defaultField = "default";

/** True where the object must not be deleted or replaced. */
export const protectionField = "deletion_protection";

/** Holds the ids of siblings, in their order. */
export const siblingsField = "ids";

/** The name under which Terraform knows objects of a type: `docs_site_section`. */
export function objectName(type: ResourceType): string {
  return `${providerPrefix}_${resourceName(type)}`;
}

/** A type as Terraform shows it. */
export function terraformSchema(index: TypeIndex, type: ResourceType): TerraformSchema {
  const final = finalWriters(type).flatMap((each) => each.attributes);
  const firstChild = type.firstChild === undefined ? undefined : index.find(type.firstChild.type);
  return {
    name: objectName(type),
    type,
    ...(type.scope === undefined ? {} : { scopeField: idField(type.scope) }),
    ...(type.container === undefined ? {} : { containerField }),
    ...(type.defaultRole === undefined ? {} : { defaultField }),
    values: valueFieldsOf(type).filter((field) => !final.includes(field.attribute)),
    computed: computedFieldsOf(type),
    ...(firstChild === undefined
      ? {}
      : { firstChild: firstChildSchema(firstChild, type.firstChild?.carries ?? []) }),
  };
}

/** The fields of all attributes of a type, those of final writes included. */
export function valueFieldsOf(type: ResourceType): readonly ValueField[] {
  return Object.keys(type.attributes).map((attribute) => valueField(type, attribute));
}

function computedFieldsOf(type: ResourceType): readonly ComputedField[] {
  return Object.entries(type.computed ?? {}).map(([key, rule]) => ({
    name: snakeCase(key),
    key,
    rule,
    shape: shapeOf(jsonSchemaOf(rule.schema)),
    follows: followsIn(type, rule.follows),
  }));
}

function followsIn(type: ResourceType, follows: ComputedAttribute["follows"]): ComputedField["follows"] {
  if (isWhole(follows)) return followedNames(type, follows);
  return Object.fromEntries(
    Object.entries(follows).map(([part, each]) => [snakeCase(part), followedNames(type, each)]),
  );
}

function isWhole<Whole extends readonly unknown[] | string>(
  follows: Whole | Readonly<Record<string, Whole>>,
): follows is Whole {
  return typeof follows === "string" || Array.isArray(follows);
}

function followedNames(type: ResourceType, follows: Follows): FollowedNames {
  return follows === "any write" ? follows : follows.flatMap((part) => namesOfPart(type, part));
}

function namesOfPart(type: ResourceType, part: Exclude<Follows, string>[number]): readonly string[] {
  if (typeof part === "string") {
    const rule = type.attributes[part];
    const name = nameOfAttribute(rule, part);
    return rule?.sensitive === true ? [name, writeOnlyOf(name).version] : [name];
  }
  if ("defaultRole" in part) return [defaultField];
  return ["container" in part ? containerField : snakeCase(part.firstChild)];
}

function nameOfAttribute(rule: Attribute | undefined, attribute: string): string {
  return rule?.reference === undefined ? snakeCase(attribute) : idField(attribute);
}

function firstChildSchema(type: ResourceType, carries: readonly string[]): FirstChildSchema {
  return {
    type,
    idField: idField(type.name),
    values: carries.map((attribute) => valueField(type, attribute)),
  };
}

function valueField(type: ResourceType, attribute: string): ValueField {
  const rule = type.attributes[attribute] as Attribute;
  const name = nameOfAttribute(rule, attribute);
  const schema = jsonSchemaOf(rule.schema);
  const writer = type.writers.find((each) => each.attributes.includes(attribute));
  return {
    name,
    attribute,
    rule,
    schema,
    shape: shapeInTerraform(rule, schema),
    mode: modeOf(rule),
    ...present({ writer }),
    isDetail: type.details?.some((detail) => detail.attribute === attribute) === true,
    ...(rule.sensitive === true ? { writeOnly: writeOnlyOf(name) } : {}),
  };
}

function writeOnlyOf(name: string): NonNullable<ValueField["writeOnly"]> {
  return { name: `${name}_wo`, version: `${name}_wo_version` };
}

function shapeInTerraform({ set, terraform }: Attribute, schema: JsonObject): Shape {
  if (terraform?.asJson === true) return { kind: "json" };
  const shape = shapeOf(schema, set);
  const nullAs = terraform?.nullAs;
  return shape.kind === "string" && nullAs !== undefined ? { ...shape, nullAs } : shape;
}

function modeOf(rule: Attribute): ValueField["mode"] {
  if (rule.atCreate === "required") return "required";
  if (rule.onlyMakes === true) return "optional";
  return rule.nullable === true && rule.derived !== true ? "optional" : "derived";
}

/** A final write (publication) as Terraform shows it: a resource of its own, which comes after what it depends on. */
export interface FinalWriteSchema {
  /** `docs_site_publication` */
  readonly name: string;
  readonly type: ResourceType;
  readonly writer: Writer;
  /** Holds the id of the object: `site_id`. */
  readonly objectField: string;
  readonly fields: readonly FinalField[];
  /** What the service tells of the object that this write can change. */
  readonly computed: readonly ComputedField[];
  /** What it sets where nothing else is said. */
  readonly present: JsonObject;
  /** What it leaves when it goes. */
  readonly absent: JsonObject;
}

export interface FinalField {
  /** In Terraform. */
  readonly name: string;
  /** In the type's declaration. */
  readonly attribute: string;
  readonly rule: Attribute;
  readonly shape: Shape;
}

/** The writers of a type that are resources of their own. */
export function finalWriters(type: ResourceType): readonly Writer[] {
  return type.writers.filter((writer) => writer.asObject !== undefined);
}

/** The name under which Terraform knows a final write: `docs_site_publication`. */
export function finalName(type: ResourceType, writer: Writer): string {
  return `${providerPrefix}_${resourceName(type)}_${writer.name}`;
}

/** A final write as Terraform shows it. */
export function finalWriteSchema(type: ResourceType, writer: Writer): FinalWriteSchema {
  return {
    name: finalName(type, writer),
    type,
    writer,
    objectField: idField(type.name),
    fields: writer.attributes.map((attribute) => {
      const rule = type.attributes[attribute] as Attribute;
      return { name: snakeCase(attribute), attribute, rule, shape: shapeOf(jsonSchemaOf(rule.schema)) };
    }),
    computed: computedFieldsOf(type).filter((field) => followsAny(field.rule, writer.attributes)),
    present: writer.asObject?.present ?? {},
    absent: writer.asObject?.absent ?? {},
  };
}

function followsAny({ follows }: ComputedAttribute, attributes: readonly string[]): boolean {
  const parts = isWhole(follows) ? [follows] : Object.values(follows);
  // What whatever is written changes says nothing of what this write is about.
  const named = parts.flatMap((part) => (part === "any write" ? [] : part));
  return named.some((part) => typeof part === "string" && attributes.includes(part));
}

/** How Terraform shows the order of siblings among the contents of an object. */
export interface OrderSchema {
  /** `docs_site_order` */
  readonly name: string;
  /** What the siblings are contents of. */
  readonly scope: ResourceType;
  /** Holds its id: `site_id`. */
  readonly scopeField: string;
  /** Types of which the scope holds ordered siblings. */
  readonly ordered: readonly ResourceType[];
}

/** The order of what is inside objects of a type, as Terraform shows it. Undefined where nothing in them has an order. */
export function orderSchema(types: readonly ResourceType[], scope: ResourceType): OrderSchema | undefined {
  const ordered = types.filter((type) => type.scope === scope.name && type.order !== undefined);
  if (ordered.length === 0) return undefined;
  return {
    name: `${providerPrefix}_${resourceName(scope)}_order`,
    scope,
    scopeField: idField(scope.name),
    ordered,
  };
}
