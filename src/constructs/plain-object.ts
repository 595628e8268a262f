import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { present } from "../model/present.ts";
import type { ValueField } from "../model/terraform-schema.ts";
import type { Shape } from "../model/terraform-shape.ts";
import { defined } from "./defined.ts";
import { adopt, argumentsOf, DocsObject, type DocsObjectProps } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import { type GeneratedResource, resources } from "./generated/resources.ts";
import type { DocsReference, ISite } from "./references.ts";
import { schemaOf, typeOf } from "./types.ts";

/** What an object of any type is made of. Its values go by the names of the type's attributes. */
export interface PlainObjectProps extends DocsObjectProps<string> {
  /** The site that it belongs to, where its type belongs to one. */
  readonly site?: ISite | undefined;
  readonly container?: DocsReference<string> | undefined;
  /** Makes it the default among its siblings. */
  readonly default?: true;
  readonly values: Readonly<Record<string, unknown>>;
  /** The values of the child that it is made with. */
  readonly first?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * An object of a type that has no construct of its own: the provider's resource, with the checks that are derived from
 * the type: limits, what is unique, siblings.
 */
export class PlainObject<Kind extends string> extends DocsObject<Kind, TerraformResource & { id: string }> {
  readonly resource: TerraformResource & { id: string };
  /** The child that it is made with. */
  readonly firstChild: DocsReference<string> | undefined;

  constructor(scope: Construct, id: string, kind: Kind, props: PlainObjectProps) {
    const { site, container, values } = props;
    const provider = props.provider ?? site?.structure.provider;
    const isDefault = present({ default: props.default });
    super(scope, id, kind, { ...values, ...isDefault }, { site, container, provider });
    const resource = new (resourceOf(kind))(this, "Default", {
      ...argumentsOf(kind, props, provider),
      ...placeOf(kind, props),
      ...isDefault,
      ...configOf(schemaOf(kind).values, values),
      ...configOf(schemaOf(kind).firstChild?.values ?? [], props.first ?? {}),
    });
    this.resource = resource;
    this.firstChild = firstChildOf(this, kind, resource);
    adopt(this, site === undefined ? props.importFrom : site.structure.importName(props.importFrom));
    site?.structure.addResource(resource);
    if (typeOf(kind).order !== undefined) site?.structure.siblings(container as never).add(this);
  }
}

function resourceOf(kind: string): GeneratedResource {
  const resource = resources[schemaOf(kind).name];
  if (resource === undefined) throw new TypeError(`The provider has no resource for ${kind}.`);
  return resource;
}

function placeOf(kind: string, { site, container }: PlainObjectProps): Record<string, unknown> {
  const { scopeField, containerField } = schemaOf(kind);
  return defined({
    ...(scopeField === undefined ? {} : { [camelCase(scopeField)]: site?.id }),
    ...(containerField === undefined ? {} : { [camelCase(containerField)]: container?.id }),
  });
}

/** Values as the resource takes them. */
function configOf(
  fields: readonly ValueField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const config = fields.map(({ name, attribute, rule, shape, writeOnly }) => {
    const value = values[attribute];
    if (rule.reference !== undefined) return { [camelCase(name)]: idOf(value) };
    if (writeOnly === undefined) return { [camelCase(name)]: shaped(shape, value) };
    return {
      [camelCase(writeOnly.name)]: value,
      [camelCase(writeOnly.version)]: values[`${attribute}Version`],
    };
  });
  return defined(Object.assign({}, ...config) as Record<string, unknown>);
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as DocsReference<string>).id : value;
}

/** The fields of an object by the names that the generated constructs give them. */
function shaped(shape: Shape, value: unknown): unknown {
  if (shape.kind !== "object" || typeof value !== "object" || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  return defined(
    Object.fromEntries(
      shape.fields.map((field) => [camelCase(field.name), shaped(field.shape, given[field.json])]),
    ),
  );
}

function firstChildOf(
  scope: Construct,
  kind: string,
  resource: TerraformResource,
): DocsReference<string> | undefined {
  const { firstChild } = schemaOf(kind);
  if (firstChild === undefined) return undefined;
  const id = resource.getStringAttribute(firstChild.idField);
  return new ForeignObject(scope, "(first)", firstChild.type.name, id);
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
