import type { TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { nameOfAddress, unmanagedAddress } from "../model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../model/desired-world.ts";
import { isOrganization } from "../model/resource-type/layout-syntax.ts";
import { Secret } from "../model/secret.ts";
import { present } from "../util/present.ts";
import { Collection } from "./docs-collection.ts";
import { Member } from "./docs-member.ts";
import { containerProperty } from "./docs-object.ts";
import { OpenApiSpec } from "./docs-openapi-spec.ts";
import { Organization } from "./docs-organization.ts";
import { SamlProvider } from "./docs-saml-provider.ts";
import { Site } from "./docs-site.ts";
import { SiteLink } from "./docs-site-link.ts";
import { SiteSection } from "./docs-site-section.ts";
import { SiteSectionGroup } from "./docs-site-section-group.ts";
import { SiteSpace } from "./docs-site-space.ts";
import { Space } from "./docs-space.ts";
import { Team } from "./docs-team.ts";
import { Translation } from "./docs-translation.ts";
import { ForeignObject } from "./foreign-object.ts";
import { constructParentOf, firstChildren, isForeign, isOnlyNamed } from "./layout-problems.ts";
import { LayoutValues } from "./layout-values.ts";
import { PlainObject } from "./plain-object.ts";
import type { DocsReference, SectionReference, SiteReference } from "./references.ts";
import { structureOf } from "./site-structure.ts";
import { terraformSchemaOf, typeOf } from "./types.ts";
import { propertiesFor } from "./values-of.ts";
import { versionOf } from "./write-only.ts";

// The properties of each construct have the names of its type's attributes, so that a layout's values fit.
type Constructor = new (scope: Construct, id: string, props: never) => DocsReference<string>;

const constructors: Readonly<Record<string, Constructor>> = {
  collection: Collection,
  member: Member,
  openapi_spec: OpenApiSpec,
  organization: Organization,
  saml_provider: SamlProvider,
  site: Site,
  site_link: SiteLink,
  site_section: SiteSection,
  site_section_group: SiteSectionGroup,
  site_space: SiteSpace,
  space: Space,
  team: Team,
  translation: Translation,
};

/** The types of a structure whose constructs have a parent of their own. */
const besideSections: Readonly<Record<string, "groups" | "links">> = {
  site_section_group: "groups",
  site_link: "links",
};

/** A layout, and what its constructs need. */
export interface LayoutBuild {
  readonly scope: Construct;
  readonly world: DesiredWorld;
  /** The paths of the files that the layout names, by their text. */
  readonly files: ReadonlyMap<string, string>;
  /** Absent: the stack's default provider. */
  readonly provider: TerraformProvider | undefined;
}

/** Creates a construct for each object of a layout, and returns them by address. */
export function buildLayout(build: LayoutBuild): ReadonlyMap<string, DocsReference<string>> {
  const builder = new Builder(build);
  for (const { address } of build.world.objects) builder.constructAt(address);
  return builder.built;
}

class Builder {
  readonly built = new Map<string, DocsReference<string>>();
  readonly #build: LayoutBuild;
  readonly #objects: ReadonlyMap<string, DesiredObject>;
  readonly #firstChildByParent: ReadonlyMap<string, DesiredObject>;
  readonly #firstChildren: ReadonlySet<DesiredObject>;
  readonly #values: LayoutValues;
  readonly #topParents = new Map<string, Construct>();

  constructor(build: LayoutBuild) {
    this.#build = build;
    this.#objects = new Map(build.world.objects.map((object) => [object.address, object]));
    this.#firstChildByParent = firstChildren(build.world);
    this.#firstChildren = new Set(this.#firstChildByParent.values());
    this.#values = new LayoutValues(build.scope, build.files, (address) => this.constructAt(address));
  }

  /** The construct of the object at an address. Creates the constructs that it refers to first. */
  constructAt(address: string): DocsReference<string> {
    const existing = this.built.get(address);
    if (existing !== undefined) return existing;
    const object = this.#objects.get(address);
    if (object === undefined) throw new TypeError(`The layout has no ${address}.`);
    const construct = this.#create(object);
    this.built.set(address, construct);
    return construct;
  }

  #create(object: DesiredObject): DocsReference<string> {
    const { type, pin } = object;
    if (this.#firstChildren.has(object)) return firstChildOf(this.#containerOf(object));
    const scope = object.scope === undefined ? undefined : this.constructAt(object.scope);
    const container = this.#containerOf(object);
    const [parent, id] = this.#parentAndId(object, scope, container);
    if (pin !== undefined && (isForeign(object) || isOnlyNamed(object)))
      return foreignObject(parent, id, object, this.#build.provider);
    const constructor = constructors[type];
    if (constructor === undefined) return this.#createPlain(object, [parent, id], { scope, container });
    const place = { site: scope, [containerProperty(type)]: container };
    const firstChild = this.#firstChildByParent.get(object.address);
    const spaces = firstChild === undefined ? {} : { spaces: [this.#firstSpaceOf(firstChild)] };
    const values = propertiesFor(type, this.#valuesOf(object));
    const props = { ...place, ...this.#commonProps(object), ...values, ...spaces };
    return new constructor(parent, id, props as never);
  }

  /** An object whose type has no construct of its own. */
  #createPlain(
    object: DesiredObject,
    [parent, id]: readonly [Construct, string],
    place: object,
  ): DocsReference<string> {
    const firstChild = this.#firstChildByParent.get(object.address);
    return new PlainObject(parent, id, object.type, {
      ...place,
      ...this.#commonProps(object),
      values: this.#valuesOf(object),
      first: firstChild === undefined ? undefined : this.#valuesOf(firstChild),
    });
  }

  #containerOf({ container, type }: DesiredObject): DocsReference<string> | undefined {
    if (isReference(container)) return this.constructAt(container.$ref);
    if (typeof container !== "string") return undefined;
    const [kind = type] = typeOf(type).container?.types ?? [];
    return this.#foreignAt(kind, container);
  }

  /** The parent construct of an object's construct, and the id below it: the address without the address of the parent. */
  #parentAndId(
    object: DesiredObject,
    scope: DocsReference<string> | undefined,
    container: DocsReference<string> | undefined,
  ): readonly [Construct, string] {
    const name = nameOfAddress(object.address);
    if (scope === undefined) return [this.#topParent(typeOf(object.type).layout.field), name];
    const parentAddress = constructParentOf(object) ?? "";
    const id = name.slice(nameOfAddress(parentAddress).length + 1);
    if (parentAddress !== object.scope && container !== undefined) return [container, id];
    if (constructors[object.type] === undefined) return [this.#besideStructure(scope, object.type), id];
    const structure = structureOf(scope as SiteReference);
    const kind = besideSections[object.type];
    return [kind === undefined ? structure.sections : structure.parentOfAll(kind), id];
  }

  /** The parent of objects that are not part of the structure. It keeps their ids apart from those of sections. */
  #besideStructure(scope: Construct, type: string): Construct {
    const id = `(${type})`;
    return (scope.node.tryFindChild(id) as Construct | undefined) ?? new Construct(scope, id);
  }

  /** The parent of the constructs that belong to no other object. It has the name of the field that lists them in the layout. */
  #topParent(id: string): Construct {
    const existing = this.#topParents.get(id);
    if (existing !== undefined) return existing;
    const parent = new Construct(this.#build.scope, id);
    this.#topParents.set(id, parent);
    return parent;
  }

  #commonProps(object: DesiredObject): Record<string, unknown> {
    const props: Record<string, unknown> = {
      ignore: [...new Set([...object.ignore, ...omittedProperties(object)])],
      provider: this.#build.provider,
      protect: object.protect,
      // The provider has the organization's id, so an import does not need it.
      importFrom: isOrganization(typeOf(object.type)) ? undefined : object.pin,
    };
    if (object.isDefault === true) props["default"] = true;
    return props;
  }

  #valuesOf(object: DesiredObject): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(object.attributes)) {
      values[name] = this.#attribute(object.type, name, value);
      if (value instanceof Secret && isWriteOnly(object.type, name)) {
        values[`${name}Version`] =
          value.source.kind !== "file"
            ? this.#values.versionOf(value)
            : versionOf(object.type, name, value.reveal());
      }
    }
    return values;
  }

  #firstSpaceOf(object: DesiredObject): Record<string, unknown> {
    return { ...this.#valuesOf(object), ...(object.isDefault === true ? { default: true } : {}) };
  }

  #attribute(type: string, name: string, value: DesiredValue | undefined): unknown {
    const { reference, terraform } = typeOf(type).attributes[name] ?? {};
    // Terraform clears a value without an argument. If the attribute has a word for null (`nullAs`), the argument gets that word.
    if (value === undefined || value === null) return terraform?.nullAs;
    if (reference !== undefined && typeof value === "string") return this.#foreignAt(reference.type, value);
    return this.#values.of(value);
  }

  /** An object that the layout refers to by its id. */
  #foreignAt(kind: string, objectId: string): DocsReference<string> {
    const address = unmanagedAddress(kind, objectId);
    const existing = this.built.get(address);
    if (existing !== undefined) return existing;
    const construct = new ForeignObject(this.#topParent("(foreign)"), `${kind}-${objectId}`, kind, objectId);
    this.built.set(address, construct);
    return construct;
  }
}

function foreignObject(
  scope: Construct,
  id: string,
  object: DesiredObject,
  provider: TerraformProvider | undefined,
): DocsReference<string> {
  const objectId = object.pin ?? "";
  if (object.type === "site") return Site.fromId(scope, id, objectId, present({ provider }));
  return new ForeignObject(scope, id, object.type, objectId);
}

function firstChildOf(parent: DocsReference<string> | undefined): DocsReference<string> {
  const firstChild =
    parent instanceof PlainObject ? parent.firstChild : (parent as SectionReference | undefined)?.firstSpace;
  if (firstChild === undefined) throw new TypeError("The layout must manage the section of a first space.");
  return firstChild;
}

function isWriteOnly(type: string, attribute: string): boolean {
  return terraformSchemaOf(type).values.some(
    (field) => field.attribute === attribute && field.writeOnly !== undefined,
  );
}

/** Properties that the layout omits, so their values stay unchanged. Without `ignore_changes` Terraform would clear them. */
function omittedProperties(object: DesiredObject): readonly string[] {
  const schema = terraformSchemaOf(object.type);
  const values = schema.values
    .filter(({ mode, attribute }) => mode === "optional" && object.attributes[attribute] === undefined)
    .map(({ attribute }) => attribute);
  const omitsContainer = object.container === undefined && schema.containerField !== undefined;
  return omitsContainer ? [...values, containerProperty(object.type)] : values;
}
