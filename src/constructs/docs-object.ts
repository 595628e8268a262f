import type {
  ITerraformDependable,
  TerraformMetaArguments,
  TerraformProvider,
  TerraformResource,
  TerraformResourceLifecycle,
} from "cdktf";
import { Construct } from "constructs";
import { capital, withArticle } from "../model/with-article.ts";
import { checkLibrary } from "./check-library.ts";
import { checkPlace, type ObjectPlace } from "./check-place.ts";
import { type GivenReference, referenceProblems } from "./check-references.ts";
import { checkValues } from "./check-values.ts";
import { defined } from "./defined.ts";
import { fail } from "./fail.ts";
import type { SpaceTimeouts } from "./generated/space.ts";
import type { DocsReference } from "./references.ts";
import { ImportBlock } from "./terraform-blocks.ts";
import { canBeLeft, terraformSchemaOf, typeOf } from "./types.ts";

/** How long each operation may take, as a duration: `30s`, `5m`, `1h30m`. */
export type Timeouts = SpaceTimeouts;

/** Properties that every object has besides its values. `Name`: the names of its values. */
export interface DocsObjectProps<Name extends string>
  extends Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> {
  /**
   * If `true`, the provider refuses to delete or replace the object until an apply without this (`deletion_protection`). The
   * state keeps the value, so it also protects an object whose construct you removed.
   */
  readonly protect?: boolean;
  /** Properties that are set at creation and that people change in the app afterwards (`ignore_changes`). */
  readonly ignore?: readonly Name[];
  /**
   * Id of an existing object. Terraform 1.5 or later imports it with the next apply. After that, this property has no
   * effect.
   */
  readonly importFrom?: string;
  /** How long each operation may take. Default: the limits of the provider. */
  readonly timeouts?: Timeouts;
}

/** A resource of the provider that manages an object. */
type ObjectResource = TerraformResource & { readonly id: string };

/** An object of the service that the app declares. */
export abstract class DocsObject<Kind extends string, Resource extends ObjectResource>
  extends Construct
  implements DocsReference<Kind>, ITerraformDependable
{
  readonly kind: Kind;
  /** The Terraform resource of this object. */
  abstract readonly resource: Resource;
  #id: string | undefined;

  protected constructor(scope: Construct, id: string, kind: Kind, values: object, place: ObjectPlace) {
    super(scope, id);
    checkLibrary(this);
    this.kind = kind;
    const placeProblems = checkPlace(this, kind, values, place);
    const validate = () => [
      ...checkValues(kind, values),
      ...referencesIn(kind, values).flatMap((reference) =>
        referenceProblems({ owner: this, ...place }, reference),
      ),
      ...placeProblems,
    ];
    this.node.addValidation({ validate });
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

/** Imports an existing object, if the props name one. `importName`: its id as the provider expects it. */
export function importBlock(
  object: DocsObject<string, ObjectResource>,
  importName: string | undefined,
): void {
  if (importName !== undefined) new ImportBlock(object, "(import)", object.resource, importName);
}

/** Arguments that every resource of an object has. */
interface ObjectArguments {
  readonly deletionProtection?: boolean;
  readonly timeouts?: Timeouts;
}

/** The arguments of a resource that do not depend on its type. */
export function argumentsOf<Name extends string>(
  kind: string,
  props: DocsObjectProps<Name>,
  inherited?: TerraformProvider,
): Pick<TerraformMetaArguments, "dependsOn" | "lifecycle" | "provider"> & ObjectArguments {
  return defined({
    deletionProtection: props.protect,
    dependsOn: props.dependsOn,
    provider: props.provider ?? inherited,
    lifecycle: lifecycleOf(kind, props),
    timeouts: props.timeouts,
  });
}

function lifecycleOf<Name extends string>(
  kind: string,
  { ignore, lifecycle }: DocsObjectProps<Name>,
): TerraformResourceLifecycle | undefined {
  const names = ignore?.flatMap((property) => terraformNames(kind, property)) ?? [];
  const ignored = lifecycle?.ignoreChanges ?? [];
  const merged = {
    // Otherwise Terraform deletes a container before it moves the contents out. That would delete the contents, or the service would refuse
    // the delete.
    ...(canBeLeft(kind) ? { createBeforeDestroy: true } : {}),
    ...lifecycle,
    ...(names.length === 0 || ignored === "all"
      ? {}
      : { ignoreChanges: [...new Set([...ignored, ...names])] }),
  };
  return Object.keys(merged).length === 0 ? undefined : merged;
}

/** The Terraform arguments of a property. */
function terraformNames(kind: string, property: string): readonly string[] {
  const schema = terraformSchemaOf(kind);
  const field = schema.values.find(({ attribute }) => attribute === property);
  if (field !== undefined) {
    // Terraform writes a write-only value again when its version changes.
    return field.writeOnly === undefined ? [field.name] : [field.name, field.writeOnly.version];
  }
  if (property === "default" && schema.defaultField !== undefined) return [schema.defaultField];
  if (property === "spaces" && schema.firstChild !== undefined)
    return schema.firstChild.values.map(({ name }) => name);
  if (property === containerProperty(kind) && schema.containerField !== undefined)
    return [schema.containerField];
  const object = capital(withArticle(schema.type.label.one));
  throw fail("constructs/invalid-value", { case: "notIgnorable", object, field: property });
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
  return containerProperties[kind] ?? "container";
}

const containerProperties: Readonly<Record<string, string>> = {
  collection: "parent",
  space: "collection",
  site_section: "parent",
  site_section_group: "parent",
  site_space: "section",
};
