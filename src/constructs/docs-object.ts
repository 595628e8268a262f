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
      ...objectsGiven(kind, values).flatMap((given) => referenceProblems({ owner: this, ...place }, given)),
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

/** Imports the existing object that the props name, if they name one. `importName`: the id that the provider accepts. */
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
  const before = lifecycle?.ignoreChanges ?? [];
  const all = {
    // Otherwise Terraform deletes a container before it moves the contents out: the delete would remove them, or the service would refuse
    // it.
    ...(canBeLeft(kind) ? { createBeforeDestroy: true } : {}),
    ...lifecycle,
    ...(names.length === 0 || before === "all" ? {} : { ignoreChanges: [...new Set([...before, ...names])] }),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The names in Terraform of an object's property. */
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
  throw new TypeError(
    `${capital(withArticle(schema.type.label.one))} has no property ${property} that ignore can list.`,
  );
}

/** The objects that an object refers to: its container, and the references in its values. */
function objectsGiven(kind: string, values: object): readonly GivenReference[] {
  const { attributes, container } = typeOf(kind);
  const rules = Object.entries(attributes).map(([name, { reference }]) => [name, reference?.type] as const);
  const all: readonly (readonly [string, readonly string[]])[] = [
    ...(container === undefined ? [] : [[containerProperty(kind), container.types] as const]),
    ...rules.flatMap(([name, type]) => (type === undefined ? [] : [[name, [type]] as const])),
  ];
  const given = values as Readonly<Record<string, unknown>>;
  // The word for null is not an object.
  const isGiven = (name: string) =>
    given[name] !== undefined && given[name] !== attributes[name]?.terraform?.nullAs;
  return all.flatMap(([name, kinds]) => (isGiven(name) ? [{ name, kinds, value: given[name] }] : []));
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
