import type { Address } from "../../src/model/address.ts";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import type { DesiredObject, DesiredValue } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { contentsFields } from "../../src/model/layout-contents.ts";
import { type Attribute, brokenUnions } from "../../src/model/resource-type/attribute.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";

/** Objects of a layout, derived from the declarations of their types. Each object comes after those that it needs. */
export interface Declaration {
  readonly apiVersion: ApiVersion;
  readonly objects: Map<Address, DesiredObject>;
}

/** Types with objects that an apply creates. */
export const creatable: readonly ResourceType[] = registry.filter(({ creation }) => creation !== undefined);

export function typeNamed(name: string): ResourceType {
  const type = registry.find((each) => each.name === name);
  if (type === undefined) throw new Error(`No type ${name}`);
  return type;
}

/** The attributes that the API version has, without those that only a create call sets. */
export function attributesOf(
  type: ResourceType,
  apiVersion: ApiVersion,
): readonly (readonly [string, Attribute])[] {
  return Object.entries(type.attributes).filter(
    ([, attribute]) => isKnownTo(attribute.schema, apiVersion) && attribute.onlyAtCreate !== true,
  );
}

/** One of two different values of an attribute. For a reference, an object is declared as its target. */
export function sampleOf(declaration: Declaration, attribute: Attribute, which: 0 | 1): DesiredValue {
  if (attribute.reference) return { $ref: declare(declaration, attribute.reference.type, { which }) };
  return attribute.samples[which] as Json;
}

/** Whether the rules of a type allow these values in one object. */
export function fitTogether(type: ResourceType, values: Readonly<Record<string, DesiredValue>>): boolean {
  const broken = brokenUnions(type, (name) => (values[name] ?? null) !== null);
  return (type.check?.(values) ?? []).length === 0 && broken.every(({ given }) => given.length === 0);
}

export interface DeclareOptions {
  /** Selects the samples of its attributes, so that two objects of a type can differ. */
  readonly which?: 0 | 1;
  /** The container. Undefined: the root. */
  readonly container?: Address;
}

/** Declares an object with everything that it needs: required attributes, reference targets, its scope, and its first child. */
export function declare(declaration: Declaration, name: string, options: DeclareOptions = {}): Address {
  const type = typeNamed(name);
  const which = options.which ?? 0;
  const address = `${name}.${[options.container?.replace(/^[^.]*\./, ""), `n${which}`].filter(Boolean).join("/")}`;
  if (declaration.objects.has(address)) return address;
  const scope = type.scope === undefined ? undefined : declare(declaration, type.scope);
  if (type.creation?.after !== undefined) declare(declaration, type.creation.after);
  const required = requiredOf(type, which === 1 || options.container !== undefined);
  const needed = required.map((attribute) => [
    attribute,
    sampleOf(declaration, type.attributes[attribute] as Attribute, which),
  ]);
  declaration.objects.set(address, {
    address,
    type: name,
    ...present({ scope }),
    ...(type.container && {
      container: options.container === undefined ? null : { $ref: options.container },
    }),
    attributes: Object.fromEntries(needed),
    ignore: [],
    ...contentsOf(type),
    rank: declaration.objects.size,
  });
  if (type.firstChild) declareFirstChild(declaration, type.firstChild.type, address);
  return address;
}

/**
 * Declares an object that can have each sample of these attributes. If the service refuses a sample for a default, the object is declared in a
 * second container, where another object is the default.
 */
export function declareFor(
  declaration: Declaration,
  type: ResourceType,
  attributes: readonly Attribute[],
): Address {
  const around = attributes.some(({ notInDefault }) => notInDefault !== undefined)
    ? type.container?.types[0]
    : undefined;
  if (around === undefined) return declare(declaration, type.name);
  declare(declaration, around);
  return declare(declaration, type.name, { container: declare(declaration, around, { which: 1 }) });
}

function declareFirstChild(declaration: Declaration, name: string, container: Address): void {
  const address = `${name}.${container.replace(/^[^.]*\./, "")}/first`;
  const type = typeNamed(name);
  const attributes = Object.fromEntries(
    requiredOf(type, false).map((attribute) => [
      attribute,
      sampleOf(declaration, type.attributes[attribute] as Attribute, 0),
    ]),
  );
  const scope = declaration.objects.get(container)?.scope;
  declaration.objects.set(address, {
    address,
    type: name,
    ...present({ scope }),
    container: { $ref: container },
    attributes,
    ignore: [],
    ...contentsOf(type),
    rank: declaration.objects.size,
  });
}

/** The types inside an object of this type that the layout owns, once it declares the contents. */
export function ownedBy(type: ResourceType): readonly string[] {
  return contentsFields(registry, type).flatMap(({ owned, types }) => (owned === true ? types : []));
}

/** The types inside an object of this type whose objects the layout deletes, once it declares the contents: all of them, or those that it declared. */
function contentsOf(type: ResourceType): Pick<DesiredObject, "owns" | "manages"> {
  const manages = contentsFields(registry, type).flatMap(({ owned, types }) =>
    owned === false ? types : [],
  );
  return { owns: ownedBy(type), ...(manages.length > 0 && { manages }) };
}

/** The required attributes. An object that is not the first of its siblings may require more. */
function requiredOf(type: ResourceType, hasSiblings: boolean): readonly string[] {
  const atCreate = Object.entries(type.attributes)
    .filter(([, attribute]) => attribute.atCreate === "required")
    .map(([name]) => name);
  const { layout } = type;
  const inLayout =
    layout.kind === "item"
      ? [...(layout.required ?? []), ...(hasSiblings ? (layout.requiredAfterFirst ?? []) : [])]
      : [];
  const inUnions = brokenUnions(type, () => false).map(({ among: [first = ""] }) => first);
  return [...new Set([...atCreate, ...inUnions, ...inLayout])];
}

export function newDeclaration(apiVersion: ApiVersion): Declaration {
  return { apiVersion, objects: new Map() };
}

/** A copy of the declaration with one object changed. */
export function changed(
  declaration: Declaration,
  address: Address,
  change: Partial<DesiredObject>,
): Declaration {
  const before = declaration.objects.get(address);
  if (before === undefined) throw new Error(`${address} is not declared`);
  const objects = new Map(declaration.objects);
  objects.set(address, { ...before, ...change });
  return { ...declaration, objects };
}

/** A copy of the declaration with further or other values for one object. */
export function withAttributes(
  declaration: Declaration,
  address: Address,
  attributes: DesiredObject["attributes"],
): Declaration {
  const { type = "", attributes: before = {} } = declaration.objects.get(address) ?? {};
  const rules = declaration.objects.has(address) ? typeNamed(type).attributes : {};
  const unions = new Set(Object.keys(attributes).map((name) => rules[name]?.oneOf));
  // An object has only one attribute of a union.
  const kept = Object.entries(before).filter(
    ([name]) => rules[name]?.oneOf === undefined || !unions.has(rules[name].oneOf),
  );
  return changed(declaration, address, { attributes: { ...Object.fromEntries(kept), ...attributes } });
}

/** A copy of the declaration without an object and its contents. */
export function withoutObject(declaration: Declaration, address: Address): Declaration {
  const isInside = (container: unknown) => isJsonObject(container) && container["$ref"] === address;
  const left = [...declaration.objects].filter(
    ([other, object]) => other !== address && object.scope !== address && !isInside(object.container),
  );
  return { ...declaration, objects: new Map(left) };
}
