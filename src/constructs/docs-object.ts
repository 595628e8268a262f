import {
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
  type TerraformResourceLifecycle,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { propertyOf } from "../model/terraform-schema.ts";
import { suggestion } from "../util/nearest.ts";
import { capital, withArticle } from "../util/with-article.ts";
import { cycleProblems } from "./check-cycles.ts";
import { checkNotEmpty } from "./check-id.ts";
import { checkLibrary, checkStack } from "./check-library.ts";
import { area, checkPlace, keyOf, notUnique, type ObjectPlace } from "./check-place.ts";
import { propertiesOf, unknownProblems } from "./check-properties.ts";
import { type GivenReference, referenceProblems } from "./check-references.ts";
import { checkValues, isCircular } from "./check-values.ts";
import type { Flag } from "./choice.ts";
import { constructClasses } from "./construct-classes.ts";
import { defined } from "./defined.ts";
import { fail, problemText, wordsOf } from "./fail.ts";
import { FormerId } from "./former-id.ts";
import type { SpaceTimeouts } from "./generated/space.ts";
import { type GivenObject, recordObject } from "./given-objects.ts";
import type { DocsReference } from "./references.ts";
import { register } from "./register.ts";
import { ImportBlock } from "./terraform-blocks.ts";
import { canBeLeft, terraformSchemaOf, typeOf } from "./types.ts";
import { attributesGiven } from "./values-of.ts";

/** How long each operation may take, as a duration: `30s`, `5m`, `1h30m`. */
export type Timeouts = SpaceTimeouts;

/** Properties that every object has besides its values. `Name`: the names of its values. */
export interface DocsObjectProps<Name extends string>
  extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /**
   * If `true`, the provider refuses to delete or replace the object until an apply without this (`deletion_protection`). The
   * state keeps the value, so it also protects an object whose construct you removed.
   */
  readonly protect?: Flag;
  /** Properties that are set at creation and that people change in the app afterwards (`ignore_changes`). */
  readonly ignore?: readonly Name[];
  /**
   * Id of an existing object. Terraform 1.5 or later imports it with the next apply. After that, this property has no
   * effect.
   */
  readonly importFrom?: string;
  /**
   * The id that this construct had before, under the same parent. Terraform and docsform then keep its object, and everything below it,
   * instead of deleting and creating them. If it had another parent in the stack: its path from the present parent, such as
   * `../handbook`, or its whole path after a slash, such as `/acme/products/handbook`. `FormerId.of(scope).add(…)` does the same for
   * any construct. Remove it when every environment has been applied with it.
   */
  readonly formerId?: string;
  /** How long each operation may take. Default: the limits of the provider. */
  readonly timeouts?: Timeouts;
}

const ofEveryObject: Readonly<Record<keyof DocsObjectProps<string>, true>> = {
  dependsOn: true,
  formerId: true,
  ignore: true,
  importFrom: true,
  lifecycle: true,
  protect: true,
  provider: true,
  timeouts: true,
};

/** The properties that every object has besides its values. */
export const commonProperties: readonly string[] = Object.keys(ofEveryObject);

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
    known: readonly string[] = [...propertiesOf(kind), ...commonProperties],
  ) {
    super(scope, id);
    Object.defineProperty(this, objectSymbol, { value: true });
    checkLibrary(this);
    checkStack(this);
    this.kind = kind;
    const values: GivenObject["values"] = attributesGiven(kind, props);
    refuseCircular(this, kind, values);
    recordObject({ construct: this, kind, values, place });
    const validate = () => [
      ...unknownProblems(kind, props, known),
      ...checkValues(kind, values),
      ...referencesIn(kind, values).flatMap((reference) =>
        referenceProblems({ owner: this, ...place }, reference),
      ),
      ...checkPlace(this, kind, values, place),
      ...cycleProblems(this),
    ];
    this.node.addValidation({ validate });
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

function refuseCircular({ node: { path } }: Construct, kind: string, values: GivenObject["values"]): void {
  for (const field of Object.keys(typeOf(kind).attributes))
    if (isCircular(values[field])) throw fail("constructs/invalid-value", { case: "circular", path, field });
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
  checkArguments(object, props);
  if (props.formerId !== undefined) FormerId.of(object).add(props.formerId);
  return defined({
    deletionProtection: props.protect,
    dependsOn: props.dependsOn,
    provider: props.provider ?? inherited,
    lifecycle: lifecycleOf(object, props),
    timeouts: props.timeouts,
  });
}

function checkArguments(
  object: DocsObject,
  {
    importFrom,
    provider,
    timeouts = {},
  }: Pick<DocsObjectProps<string>, "importFrom" | "provider" | "timeouts">,
): void {
  if (importFrom !== undefined) checkNotEmpty(object.node.path, "importFrom", importFrom);
  const problems = timeoutProblems(timeouts);
  const validate = () => [...problems, ...importProblems(object, importFrom, provider)];
  object.node.addValidation({ validate });
}

function importProblems(
  object: DocsObject,
  importFrom: string | undefined,
  provider: TerraformProvider | undefined,
): string[] {
  if (importFrom === undefined) return [];
  const place = area(object, "organization", { provider });
  const first = register(object, keyOf([object.kind, "import", importFrom, place]));
  return first === undefined
    ? []
    : [notUnique({ case: "value", other: first.node.path, field: "importFrom" })];
}

function timeoutProblems(timeouts: Timeouts): string[] {
  return Object.entries(timeouts)
    .filter(
      ([, value]) => !Token.isUnresolved(value) && !/^(?:\d+(?:[.]\d+)?(?:ms|[smh]))+$/u.test(String(value)),
    )
    .map(([operation]) => {
      const facts = { case: "notDuration", field: `timeouts.${operation}` } as const;
      return problemText(wordsOf("constructs/invalid-value", facts));
    });
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
  throw fail("constructs/invalid-value", { case: "notIgnorable", ...facts });
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
