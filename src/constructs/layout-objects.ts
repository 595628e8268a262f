import type { TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { nameOfAddress, unmanagedAddress } from "../model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../model/desired-world.ts";
import { present } from "../model/present.ts";
import { isOrganization } from "../model/resource-type/layout-syntax.ts";
import { Secret } from "../model/secret.ts";
import { Collection } from "./collection.ts";
import { containerProperty } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import { constructParentOf, firstChildren, isForeign } from "./layout-problems.ts";
import { LayoutValues } from "./layout-values.ts";
import { OpenApiSpec } from "./openapi-spec.ts";
import { PlainObject } from "./plain-object.ts";
import type { DocsReference, ISite, ISiteSection } from "./references.ts";
import { SamlProvider } from "./saml-provider.ts";
import { Site, type SiteContents } from "./site.ts";
import { SiteSection } from "./site-section.ts";
import { SiteSectionGroup } from "./site-section-group.ts";
import { SiteSpace } from "./site-space.ts";
import { Space } from "./space.ts";
import { Team } from "./team.ts";
import { terraformSchemaOf, typeOf } from "./types.ts";
import { versionOf } from "./write-only.ts";

// The properties of each construct have the names of its type's attributes, so that a layout's values fit.
type Constructor = new (scope: Construct, id: string, props: never) => DocsReference<string>;

const constructors: Readonly<Record<string, Constructor>> = {
  collection: Collection,
  openapi_spec: OpenApiSpec,
  saml_provider: SamlProvider,
  site: Site,
  site_section: SiteSection,
  site_section_group: SiteSectionGroup,
  site_space: SiteSpace,
  space: Space,
  team: Team,
};

/** The input for building a layout's objects. */
export interface LayoutBuild {
  readonly scope: Construct;
  readonly world: DesiredWorld;
  /** The texts of files → their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** Absent: the stack's default provider. */
  readonly provider: TerraformProvider | undefined;
}

/** Creates a construct for each object of a layout, and returns them by address. */
export function buildLayout(build: LayoutBuild): ReadonlyMap<string, DocsReference<string>> {
  const builder = new Builder(build);
  for (const { address } of build.world.objects) builder.objectAt(address);
  return builder.built;
}

class Builder {
  readonly built = new Map<string, DocsReference<string>>();
  readonly #build: LayoutBuild;
  readonly #objects: ReadonlyMap<string, DesiredObject>;
  readonly #firstIn: ReadonlyMap<string, DesiredObject>;
  readonly #firstObjects: ReadonlySet<DesiredObject>;
  readonly #values: LayoutValues;
  readonly #maps = new Map<string, Construct>();

  constructor(build: LayoutBuild) {
    this.#build = build;
    this.#objects = new Map(build.world.objects.map((object) => [object.address, object]));
    this.#firstIn = firstChildren(build.world);
    this.#firstObjects = new Set(this.#firstIn.values());
    this.#values = new LayoutValues(build.scope, build.files, (address) => this.objectAt(address));
  }

  /** The construct of an object. Creates the objects that it refers to first. */
  objectAt(address: string): DocsReference<string> {
    const known = this.built.get(address);
    if (known !== undefined) return known;
    const object = this.#objects.get(address);
    if (object === undefined) throw new TypeError(`The layout has no ${address}.`);
    const made = this.#make(object);
    this.built.set(address, made);
    return made;
  }

  #make(object: DesiredObject): DocsReference<string> {
    const { type, pin } = object;
    if (this.#firstObjects.has(object)) return firstOf(this.#container(object));
    const outer = object.scope === undefined ? undefined : this.objectAt(object.scope);
    const container = this.#container(object);
    const [scope, id] = this.#place(object, outer, container);
    if (pin !== undefined && isForeign(object)) return foreign(scope, id, object, this.#build.provider);
    const construct = constructors[type];
    if (construct === undefined) return this.#plain(object, [scope, id], { scope: outer, container });
    const place = { site: outer, [containerProperty(type)]: container };
    const first = this.#firstIn.get(object.address);
    const spaces = first === undefined ? {} : { spaces: [this.#firstSpace(first)] };
    const props = { ...place, ...this.#props(object), ...this.#valuesOf(object), ...spaces };
    return new construct(scope, id, props as never);
  }

  /** An object whose type has no construct of its own. */
  #plain(
    object: DesiredObject,
    [scope, id]: readonly [Construct, string],
    place: object,
  ): DocsReference<string> {
    const first = this.#firstIn.get(object.address);
    return new PlainObject(scope, id, object.type, {
      ...place,
      ...this.#props(object),
      values: this.#valuesOf(object),
      first: first === undefined ? undefined : this.#valuesOf(first),
    });
  }

  #container({ container, type }: DesiredObject): DocsReference<string> | undefined {
    if (isReference(container)) return this.objectAt(container.$ref);
    if (typeof container !== "string") return undefined;
    const [kind = type] = typeOf(type).container?.types ?? [];
    return this.#foreignAt(kind, container);
  }

  /** The parent construct, and the id below it: the part of the address that the parent's address lacks. */
  #place(
    object: DesiredObject,
    scope: DocsReference<string> | undefined,
    container: DocsReference<string> | undefined,
  ): readonly [Construct, string] {
    const name = nameOfAddress(object.address);
    if (scope === undefined) return [this.#map(typeOf(object.type).layout.field), name];
    const outer = constructParentOf(object) ?? "";
    const own = name.slice(nameOfAddress(outer).length + 1);
    if (outer !== object.scope && container !== undefined) return [container, own];
    if (constructors[object.type] === undefined) return [this.#besideStructure(scope, object.type), own];
    const { structure } = scope as ISite;
    return [object.type === "site_section_group" ? structure.groups : structure.sections, own];
  }

  /** The parent of objects that are not part of the structure. It keeps their ids apart from those of sections. */
  #besideStructure(scope: Construct, type: string): Construct {
    const id = `(${type})`;
    return (scope.node.tryFindChild(id) as Construct | undefined) ?? new Construct(scope, id);
  }

  #map(field: string): Construct {
    const known = this.#maps.get(field);
    if (known !== undefined) return known;
    const made = new Construct(this.#build.scope, field);
    this.#maps.set(field, made);
    return made;
  }

  #props(object: DesiredObject): Record<string, unknown> {
    const props: Record<string, unknown> = {
      ignore: [...new Set([...object.ignore, ...unmanaged(object)])],
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

  #firstSpace({ type, attributes, isDefault }: DesiredObject): Record<string, unknown> {
    const space = this.#attribute(type, "space", attributes["space"]);
    return isDefault === true ? { space, default: true } : { space };
  }

  #attribute(type: string, name: string, value: DesiredValue | undefined): unknown {
    const { reference, terraform } = typeOf(type).attributes[name] ?? {};
    // Terraform clears an absent value. If null has a meaning of its own, its word replaces it.
    if (value === undefined || value === null) return terraform?.nullAs;
    if (reference !== undefined && typeof value === "string") return this.#foreignAt(reference.type, value);
    return this.#values.of(value);
  }

  /** An object that the layout refers to by its id. */
  #foreignAt(kind: string, objectId: string): DocsReference<string> {
    const address = unmanagedAddress(kind, objectId);
    const known = this.built.get(address);
    if (known !== undefined) return known;
    const made = new ForeignObject(this.#map("(foreign)"), `${kind}-${objectId}`, kind, objectId);
    this.built.set(address, made);
    return made;
  }
}

function foreign(
  scope: Construct,
  id: string,
  object: DesiredObject,
  provider: TerraformProvider | undefined,
): DocsReference<string> | SiteContents {
  const objectId = object.pin ?? "";
  if (object.type === "site") return Site.fromId(scope, id, objectId, present({ provider }));
  return new ForeignObject(scope, id, object.type, objectId);
}

function firstOf(section: DocsReference<string> | undefined): DocsReference<string> {
  const first =
    section instanceof PlainObject ? section.firstChild : (section as ISiteSection | undefined)?.firstSpace;
  if (first === undefined) throw new TypeError("The layout must manage the section of a first space.");
  return first;
}

function isWriteOnly(type: string, attribute: string): boolean {
  return terraformSchemaOf(type).values.some(
    (field) => field.attribute === attribute && field.writeOnly !== undefined,
  );
}

/** Attributes that the layout omits and leaves unchanged. Without `ignore_changes` Terraform would clear them. */
function unmanaged(object: DesiredObject): readonly string[] {
  const schema = terraformSchemaOf(object.type);
  const values = schema.values
    .filter(({ mode, attribute }) => mode === "optional" && object.attributes[attribute] === undefined)
    .map(({ attribute }) => attribute);
  const container = containerProperty(object.type);
  const isLeft = object.container === undefined && schema.containerField !== undefined;
  return isLeft ? [...values, container] : values;
}
