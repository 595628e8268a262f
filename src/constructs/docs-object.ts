import {
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
  type TerraformResourceLifecycle,
} from "cdktf";
import { Construct } from "constructs";
import { propertyOf } from "../model/terraform-schema.ts";
import { suggestion } from "../util/nearest.ts";
import { capital, withArticle } from "../util/with-article.ts";
import { cycleProblems } from "./check-cycles.ts";
import { checkNotEmpty, idGiven } from "./check-id.ts";
import { checkLibrary, checkStack } from "./check-library.ts";
import { area, checkPlace, keyOf, notUnique, type ObjectPlace } from "./check-place.ts";
import { unknownProblems } from "./check-properties.ts";
import { type GivenReference, referenceProblems } from "./check-references.ts";
import { checkValues, isCircular } from "./check-values.ts";
import type { Flag } from "./choice.ts";
import { allPropertiesOf, checkCommon, type DocsObjectProps, type Timeouts } from "./common-properties.ts";
import { constructClasses } from "./construct-classes.ts";
import { defined } from "./defined.ts";
import { FormerId } from "./former-id.ts";
import { type GivenObject, recordObject } from "./given-objects.ts";
import { failInApp } from "./problem-text.ts";
import type { DocsReference } from "./references.ts";
import { register } from "./register.ts";
import { ImportBlock } from "./terraform-blocks.ts";
import { canBeLeft, terraformSchemaOf, typeOf } from "./types.ts";
import { attributesGiven } from "./values-of.ts";

/** A resource of the provider that manages an object. */
export type ObjectResource = TerraformResource & { readonly id: string; deletionProtection: Flag };

/**
 * An object of the service that the app declares. `DocsObject.isDocsObject` selects the objects in an aspect, and `kind` is the name of
 * their type.
 */
export abstract class DocsObject<
    Kind extends string = string,
    Resource extends ObjectResource = ObjectResource,
  >
  extends Construct
  implements DocsReference<Kind>, ITerraformDependable
{
  readonly kind: Kind;
  /** The Terraform resource of this object. */
  abstract readonly resource: Resource;
  #id: string | undefined;

  protected constructor(
    scope: Construct,
    id: string,
    kind: Kind,
    props: object,
    place: ObjectPlace,
    known: readonly string[] = allPropertiesOf(kind),
  ) {
    super(scope, idGiven(scope, id));
    Object.defineProperty(this, objectSymbol, { value: true });
    checkLibrary(this);
    checkStack(this);
    this.kind = kind;
    const values: GivenObject["values"] = attributesGiven(kind, props);
    refuseCircular(this, kind, values);
    checkCommon(this, props);
    recordObject({ construct: this, kind, values, place });
    this.node.addValidation({
      validate: () => [
        ...unknownProblems(kind, props, known),
        ...checkValues(kind, values),
        ...referencesIn(kind, values).flatMap((reference) =>
          referenceProblems({ owner: this, ...place }, reference),
        ),
        ...checkPlace(this, kind, values, place),
        ...cycleProblems(this),
      ],
    });
  }

  /** Whether a construct is an object of the service, also one of another copy of this library. */
  static isDocsObject(construct: unknown): construct is DocsObject {
    return typeof construct === "object" && construct !== null && objectSymbol in construct;
  }

  /** Its id on the service, as a token. Terraform knows it after it has created the object. */
  get id(): string {
    // cdktf records a stack trace for each token, so docsform creates only one.
    this.#id ??= this.resource.id;
    return this.#id;
  }

  /** The address of its resource, so that other constructs can list the object in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }
}

/** The same symbol in all copies of this library. */
const objectSymbol = Symbol.for("docsform/DocsObject");

function refuseCircular({ node }: Construct, kind: string, values: GivenObject["values"]): void {
  for (const field in typeOf(kind).attributes)
    if (isCircular(values[field]))
      throw failInApp("constructs/invalid-value", { case: "circular", path: node.path, field });
}

/** Imports an existing object, if the props name one. `importName`: its id as the provider expects it. */
export function importBlock(object: DocsObject, importName: string | undefined): void {
  if (importName === undefined) return;
  new ImportBlock(object, "(import)", object.resource, importName);
}

/** Arguments that every resource of an object has. */
interface ObjectArguments {
  readonly deletionProtection?: Flag;
  readonly timeouts?: Timeouts;
}

/** The arguments of an object's resource that do not depend on its type. */
export function argumentsOf<Name extends string>(
  object: DocsObject,
  props: DocsObjectProps<Name>,
  inherited?: TerraformProvider,
): Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> & ObjectArguments {
  checkImport(object, props);
  if (props.formerId !== undefined) FormerId.of(object).add(props.formerId);
  return defined({
    deletionProtection: props.protect,
    dependsOn: props.dependsOn,
    provider: props.provider ?? inherited,
    lifecycle: lifecycleOf(object, props),
    timeouts: props.timeouts,
  });
}

function checkImport(object: DocsObject, { importFrom, provider }: DocsObjectProps<string>): void {
  if (importFrom === undefined) return;
  checkNotEmpty(object.node.path, "importFrom", importFrom);
  object.node.addValidation({ validate: () => importProblems(object, importFrom, provider) });
}

function importProblems(
  object: DocsObject,
  importFrom: string,
  provider: TerraformProvider | undefined,
): string[] {
  const place = area(object, "organization", { provider });
  const first = register(object, keyOf([object.kind, "import", importFrom, place]));
  return first === undefined
    ? []
    : [notUnique({ case: "value", other: first.node.path, field: "importFrom" })];
}

function lifecycleOf<Name extends string>(
  object: DocsObject,
  { ignore, lifecycle }: DocsObjectProps<Name>,
): TerraformResourceLifecycle | undefined {
  const names = ignore?.flatMap((property) => terraformNames(object, property)) ?? [];
  const ignored = lifecycle?.ignoreChanges ?? [];
  const merged = {
    // Otherwise Terraform deletes a container before it moves the contents out. That would delete the contents, or the service would refuse
    // the delete.
    ...(canBeLeft(object.kind) ? { createBeforeDestroy: true } : {}),
    ...lifecycle,
    ...(names.length === 0 || ignored === "all"
      ? {}
      : { ignoreChanges: [...new Set([...ignored, ...names])] }),
  };
  return Object.keys(merged).length === 0 ? undefined : merged;
}

/** The Terraform arguments of a property. */
function terraformNames({ kind, node: { path } }: DocsObject, property: string): readonly string[] {
  const schema = terraformSchemaOf(kind);
  const field = schema.values.find((each) => [propertyOf(each), each.attribute].includes(property));
  if (field !== undefined) {
    // Terraform writes a write-only value again when its version changes.
    return field.writeOnly === undefined ? [field.name] : [field.name, field.writeOnly.version];
  }
  if (property === "default" && schema.defaultField !== undefined) return [schema.defaultField];
  if (property === "spaces" && schema.firstChild !== undefined)
    return [...schema.firstChild.values.map(({ name }) => name), schema.firstChild.part.name];
  if (property === containerProperty(kind) && schema.containerField !== undefined)
    return [schema.containerField];
  const object = capital(withArticle(schema.type.label.one));
  const known = schema.values.map(propertyOf);
  const facts = { path, object, field: property, suggestion: suggestion(property, known) };
  throw failInApp("constructs/invalid-value", { case: "notIgnorable", ...facts });
}

/** The references that the properties of an object contain: to its container, and those in its values. */
function referencesIn(kind: string, values: object): readonly GivenReference[] {
  const { attributes, container } = typeOf(kind);
  const properties: readonly Omit<GivenReference, "value">[] = [
    ...(container === undefined ? [] : [{ name: containerProperty(kind), kinds: container.types }]),
    ...Object.entries(attributes).flatMap(([name, { reference }]) =>
      reference === undefined ? [] : [{ name, kinds: [reference.type] }],
    ),
  ];
  const valueOf = values as Readonly<Record<string, unknown>>;
  return properties.flatMap(({ name, kinds }) => {
    const value = valueOf[name];
    // `nullAs` is the word that an attribute has for null. It is not an object.
    const isReference = value !== undefined && value !== attributes[name]?.terraform?.nullAs;
    return isReference ? [{ name, kinds, value }] : [];
  });
}

/** The property with the object's container. */
export function containerProperty(kind: string): string {
  return constructClasses[kind]?.container ?? "container";
}
