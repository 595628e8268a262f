import type { TerraformProvider, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import { camelCase } from "../model/terraform-names.ts";
import { present } from "../util/present.ts";
import { capital, withArticle } from "../util/with-article.ts";
import type { ObjectPlace } from "./check-place.ts";
import { propsGiven, unknownProblems, versionsOf } from "./check-properties.ts";
import { objectGiven, type Referrer, referenceProblems } from "./check-references.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { commonProperties } from "./common-properties.ts";
import { defined } from "./defined.ts";
import {
  argumentsOf,
  containerProperty,
  DocsObject,
  importBlock,
  type ObjectResource,
} from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import { type GeneratedResource, resources } from "./generated/resources.ts";
import { problemText } from "./problem-text.ts";
import type { DocsReference } from "./references.ts";
import { type SiteStructure, structureIn } from "./site-structure.ts";
import { isInOneStack } from "./stacks.ts";
import { terraformSchemaOf, typeOf } from "./types.ts";
import { firstChildConfig, valuesOf } from "./values-of.ts";

/** The properties of an object of any type. */
export interface PlainObjectProps extends DocsObjectProps<string> {
  /** The object that it belongs to, such as its site, if its type has one. */
  readonly scope?: DocsReference<string> | undefined;
  /** Its parent. If omitted, it is at the top level of its scope. */
  readonly container?: DocsReference<string> | undefined;
  /** Makes it the default among its siblings. */
  readonly default?: true;
  /**
   * Its values, by their names in a layout. Pass objects as objects. A secret has a version beside it: `certificateVersion` beside
   * `certificate`.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** The values of the first child, which the service creates together with it. */
  readonly first?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * An object of a type that has no construct of its own. It creates the provider's resource and checks the rules of the
 * type: limits, unique values and siblings.
 */
export class PlainObject<Kind extends string> extends DocsObject<Kind, ObjectResource> {
  readonly resource: ObjectResource;
  /** The first child, which the service creates together with it. */
  readonly firstChild: DocsReference<string> | undefined;

  /** Refers to an existing object that the app does not manage. */
  static fromId<Kind extends string>(
    scope: Construct,
    id: string,
    kind: Kind,
    objectId: string,
  ): DocsReference<Kind> {
    return new ForeignObject(scope, id, kind, objectId);
  }

  constructor(scope: Construct, id: string, kind: Kind, given: PlainObjectProps) {
    const props = propsGiven(given);
    const values = propsGiven(props.values);
    const place = placeGiven(scope, props);
    const isDefault = present({ default: props.default });
    super(scope, id, kind, { ...values, ...isDefault, ...containerIn(kind, props) }, place, [
      ...Object.keys(typeOf(kind).attributes),
      ...versionsOf(kind),
      "default",
      containerProperty(kind),
    ]);
    const resource = new (resourceOf(kind))(this, "Default", {
      ...argumentsOf(this, props, place.provider),
      ...placeFields(kind, place),
      ...isDefault,
      ...valuesOf(kind, values),
      ...firstChildConfig(kind, props.first ?? {}),
    });
    this.resource = resource;
    this.firstChild = firstChildOf(this, kind, resource);
    importBlock(this, importName(place.scope, props.importFrom));
    const structure = structureOf(place.scope)?.within(this);
    structure?.addResource(resource);
    if (typeOf(kind).order !== undefined) structure?.siblings(place.container as never).add(this);
    this.node.addValidation({
      validate: () => [
        ...scopeProblems({ owner: this, ...place }, kind, props),
        ...unknownProblems(kind, props, [...plainProperties, ...commonProperties]),
      ],
    });
  }
}

const plainProperties = ["scope", "container", "default", "values", "first"];

/** The place of an object, as far as its properties are valid. The checks report invalid ones. */
function placeGiven(construct: Construct, props: PlainObjectProps): ObjectPlace {
  const scope = objectGiven(props.scope);
  return {
    scope,
    container: objectGiven(props.container),
    provider: props.provider ?? providerIn(construct, scope),
  };
}

/** The provider of the object's scope, if both are in one stack. Each stack has its own provider. */
function providerIn(
  construct: Construct,
  scope: DocsReference<string> | undefined,
): TerraformProvider | undefined {
  const structure = structureOf(scope);
  if (structure !== undefined) return structure.within(construct).provider;
  const { resource } = (scope ?? {}) as { readonly resource?: TerraformResource };
  return scope !== undefined && isInOneStack(construct, scope) ? resource?.provider : undefined;
}

function structureOf(scope: DocsReference<string> | undefined): SiteStructure | undefined {
  return scope === undefined ? undefined : structureIn(scope);
}

function importName(scope: DocsReference<string> | undefined, id: string | undefined): string | undefined {
  if (scope === undefined || id === undefined) return id;
  return structureOf(scope)?.importName(id) ?? `${scope.id}/${id}`;
}

function containerIn(kind: string, { container }: PlainObjectProps): object {
  return container === undefined ? {} : { [containerProperty(kind)]: container };
}

function scopeProblems(referrer: Referrer, kind: string, { scope }: PlainObjectProps): readonly string[] {
  const wanted = typeOf(kind).scope;
  if (wanted !== undefined)
    return referenceProblems(referrer, { name: "scope", kinds: [wanted], value: scope });
  if (scope === undefined) return [];
  const object = capital(withArticle(typeOf(kind).label.one));
  return [problemText(wordsOf("constructs/invalid-value", { case: "noScope", object }))];
}

function resourceOf(kind: string): GeneratedResource {
  const resource = resources[terraformSchemaOf(kind).name];
  if (resource === undefined) throw new TypeError(`The provider has no resource for ${kind}.`);
  return resource;
}

function placeFields(kind: string, { scope, container }: ObjectPlace): Record<string, unknown> {
  const { scopeField, containerField } = terraformSchemaOf(kind);
  return defined({
    ...(scopeField === undefined ? {} : { [camelCase(scopeField)]: scope?.id }),
    ...(containerField === undefined ? {} : { [camelCase(containerField)]: container?.id }),
  });
}

function firstChildOf(
  scope: Construct,
  kind: string,
  resource: TerraformResource,
): DocsReference<string> | undefined {
  const { firstChild } = terraformSchemaOf(kind);
  if (firstChild === undefined) return undefined;
  const id = resource.getStringAttribute(firstChild.idField);
  return new ForeignObject(scope, "(first)", firstChild.type.name, id);
}
