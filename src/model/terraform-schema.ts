import type { JsonObject } from "../util/json.ts";
import { present } from "../util/present.ts";
import { type Attribute, referringAttributes } from "./resource-type/attribute.ts";
import type { ComputedAttribute, Follows } from "./resource-type/computed-attribute.ts";
import { isOnlyImported } from "./resource-type/creation.ts";
import { shortLabelOf } from "./resource-type/type-names.ts";
import type { Writer } from "./resource-type/writes.ts";
import type { ResourceType } from "./resource-type.ts";
import { camelCase, idField, providerPrefix, resourceName, snakeCase } from "./terraform-names.ts";
import { jsonSchemaOf, type Shape, shapeOf } from "./terraform-shape.ts";
import type { TypeIndex } from "./type-index.ts";

/** A resource type as a Terraform resource, with the Terraform attributes of its values. */
export interface TerraformSchema {
  /** `docs_site_section` */
  readonly name: string;
  readonly type: ResourceType;
  /** Holds the id of the object that owns it in the API: `site_id`. Absent: the organization owns it. */
  readonly scopeField?: string;
  /** Holds the id of the parent; null is the top level. Absent: the type has no parents. */
  readonly containerField?: string;
  /** True for the default among its siblings, null for the others. Absent: the type has no default. */
  readonly defaultField?: string;
  /** Arguments about the object's deletion that only the state keeps: {@link protectionField} and, where it has a meaning, {@link forceField}. */
  readonly deletionFlags: readonly string[];
  readonly values: readonly ValueField[];
  readonly computed: readonly ComputedField[];
  readonly firstChild?: FirstChildSchema;
}

/** The part of an object's resource that is about its first child, which the service creates together with the object. */
export interface FirstChildSchema {
  readonly type: ResourceType;
  /** Holds the child's id. */
  readonly idField: string;
  /** The values that the create call of the parent contains, beside the parent's own ones. */
  readonly values: readonly ValueField[];
  /** The nested attribute with the child's other values: `first_variant`. Omitting it leaves them to the service and to people. */
  readonly part: { readonly name: string; readonly values: readonly ValueField[] };
}

/** A Terraform attribute that a configuration may set. */
export interface ValueField {
  /** Name in Terraform. */
  readonly name: string;
  /** Name in the resource type. */
  readonly attribute: string;
  readonly rule: Attribute;
  readonly shape: Shape;
  readonly schema: JsonObject;
  /**
   * `optional`: omitting it clears the value, except a value that is used only at creation, which stays. `derived`: omitting it leaves the
   * value to the service and to people.
   */
  readonly mode: "required" | "optional" | "derived";
  /** Absent: a change replaces the object. */
  readonly writer?: Writer;
  /** Whether it needs a separate read, which docsform makes only if a configuration declares it. */
  readonly isDetail: boolean;
  /** The nested attribute that contains it. Absent: it is an attribute of the resource. */
  readonly part?: string;
  /** The arguments that set it without storing it in the state. */
  readonly writeOnly?: { readonly name: string; readonly version: string };
}

/** A Terraform attribute that the service computes. */
export interface ComputedField {
  /** Name in Terraform. */
  readonly name: string;
  /** Name in the resource type. */
  readonly key: string;
  readonly rule: ComputedAttribute;
  readonly shape: Shape;
  /** What the value follows, or what each of its parts follows. */
  readonly follows: FollowedNames | Readonly<Record<string, FollowedNames>>;
}

/** Terraform names of the attributes whose writes may change a computed value. */
export type FollowedNames = readonly string[] | "any write";

/** The attribute with the id of an object's parent. */
export const containerField = "parent_id";

/** The attribute that is true for the default among its siblings. */
const defaultField = "default";

/** The attribute that is true if the object must not be deleted or replaced. */
export const protectionField = "deletion_protection";

/** The attribute that is true if a delete may take what Terraform does not manage with it. */
export const forceField = "force_destroy";

/** The attribute with the ids of siblings, in their order. */
export const siblingsField = "ids";

/** In the comment of an order in a synthesized app: its place among those that other stacks add to the same parent, from 1. */
export const orderPositionField = "position";

/** The name of a type's resource in Terraform: `docs_site_section`. */
export function objectResourceName(type: ResourceType): string {
  return `${providerPrefix}_${resourceName(type)}`;
}

/** The Terraform schema of a type. */
export function terraformSchema(index: TypeIndex, type: ResourceType): TerraformSchema {
  const finalAttributes = finalWriters(type).flatMap((each) => each.attributes);
  const firstChild = type.firstChild === undefined ? undefined : index.find(type.firstChild.type);
  return {
    name: objectResourceName(type),
    type,
    ...(type.scope === undefined ? {} : { scopeField: idField(type.scope) }),
    ...(type.container === undefined ? {} : { containerField }),
    ...(type.defaultRole === undefined ? {} : { defaultField }),
    deletionFlags: [protectionField, ...(mayTakeOthers(index, type) ? [forceField] : [])],
    values: valueFieldsOf(type).filter(({ attribute }) => !finalAttributes.includes(attribute)),
    computed: computedFieldsOf(type),
    ...(firstChild === undefined
      ? {}
      : { firstChild: firstChildSchema(firstChild, type.firstChild?.carries ?? []) }),
  };
}

/** Whether a delete of an object can take others with it: its contents, or objects that refer to it. */
function mayTakeOthers(index: TypeIndex, type: ResourceType): boolean {
  if (isOnlyImported(type)) return false;
  const isReferredTo = index.all.some((each) => referringAttributes(each, type.name).length > 0);
  return isReferredTo || index.contentTypes(type.name).length > 0;
}

/** The fields of all attributes of a type, including those of final writes. */
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
  if (isOfWholeValue(follows)) return followedNames(type, follows);
  return Object.fromEntries(
    Object.entries(follows).map(([part, each]) => [snakeCase(part), followedNames(type, each)]),
  );
}

function isOfWholeValue<Whole extends readonly unknown[] | string>(
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
  if ("container" in part) return [containerField];
  return [snakeCase(part.firstChild)];
}

function nameOfAttribute(rule: Attribute | undefined, attribute: string): string {
  return rule?.reference === undefined ? snakeCase(attribute) : idField(attribute);
}

function firstChildSchema(type: ResourceType, carries: readonly string[]): FirstChildSchema {
  return {
    type,
    idField: idField(type.name),
    values: carries.map((attribute) => valueField(type, attribute)),
    part: {
      name: `first_${snakeCase(shortLabelOf(type).one)}`,
      values: valueFieldsOf(type).filter(
        ({ attribute, writer }) => writer !== undefined && !carries.includes(attribute),
      ),
    },
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
  if (rule.onlyAtCreate === true) return "optional";
  return rule.nullable === true && rule.derived !== true ? "optional" : "derived";
}

/** A final write (publication) in Terraform: a resource of its own, which Terraform creates after the resources that it depends on. */
export interface FinalWriteSchema {
  /** `docs_site_publication` */
  readonly name: string;
  readonly type: ResourceType;
  readonly writer: Writer;
  /** Holds the id of the object: `site_id`. */
  readonly objectField: string;
  readonly fields: readonly FinalField[];
  /** Computed values of the object that this write can change. */
  readonly computed: readonly ComputedField[];
  /** The values that it writes for fields that the configuration omits. */
  readonly present: JsonObject;
  /** The values that it writes when the resource is destroyed. */
  readonly absent: JsonObject;
}

export interface FinalField {
  /** Name in Terraform. */
  readonly name: string;
  /** Name in the resource type. */
  readonly attribute: string;
  readonly rule: Attribute;
  readonly shape: Shape;
}

/** The writers of a type that are resources of their own in Terraform. */
export function finalWriters(type: ResourceType): readonly Writer[] {
  return type.writers.filter((writer) => writer.asObject !== undefined);
}

/** The name of a final write's resource in Terraform: `docs_site_publication`. */
export function finalName(type: ResourceType, writer: Writer): string {
  return `${providerPrefix}_${resourceName(type)}_${writer.name}`;
}

/** The Terraform schema of a final write. */
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
  const followsOfParts = isOfWholeValue(follows) ? [follows] : Object.values(follows);
  // A value that any write may change does not belong to this write in particular.
  const followed = followsOfParts.flatMap((each) => (each === "any write" ? [] : each));
  return followed.some((each) => typeof each === "string" && attributes.includes(each));
}

/** The order of siblings inside an object, as a Terraform resource. */
export interface OrderSchema {
  /** `docs_site_order` */
  readonly name: string;
  /** The type of the object that contains the siblings. */
  readonly scope: ResourceType;
  /** Holds that object's id: `site_id`. */
  readonly scopeField: string;
  /** Types of the siblings that have an order. */
  readonly ordered: readonly ResourceType[];
}

/** The property of a construct with the value of a field: the attribute, in the letters that jsii expects. */
export function propertyOf({
  name,
  attribute,
  rule,
}: Pick<ValueField, "name" | "attribute" | "rule">): string {
  return rule.reference === undefined ? camelCase(name) : attribute;
}

/** The Terraform schema of the order inside objects of a type. Undefined: none of their contents has an order. */
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
