import fc from "fast-check";
import { type Address, addressOf, encodeName, nameOfAddress } from "../../src/model/address.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { type Attribute, brokenUnions } from "../../src/model/resource-type/attribute.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { writerOf } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { canonicalJson, type Json } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { attributesOf, fitTogether, typeNamed } from "./declare-type.ts";

/** An object of a type for which drawn worlds have no field. Its values are derived from the declaration of the type. */
export interface FurtherSpec {
  readonly type: string;
  /** Numbers that select its place and each of its values. */
  readonly choices: readonly number[];
}

/** Types with objects that are created without a child. A type with a first child needs a field in drawn worlds. */
export function isCreatedAlone({ creation, firstChild }: ResourceType): boolean {
  return creation !== undefined && firstChild === undefined;
}

/** Draws objects of the other types. */
export function furtherSpecs(drawn: ReadonlySet<string>): fc.Arbitrary<readonly FurtherSpec[]> {
  const types = registry.filter((type) => isCreatedAlone(type) && !drawn.has(type.name));
  if (types.length === 0) return fc.constant([]);
  return fc.array(
    fc.record({
      type: fc.constantFrom(...types.map(({ name }) => name)),
      choices: fc.array(fc.nat(11), { minLength: 8, maxLength: 8 }),
    }),
    { maxLength: 4 },
  );
}

/** Adds objects of types that the API version can create. Objects without a possible place, or with a key that is taken, are omitted. */
export function declareFurther(
  specs: readonly FurtherSpec[],
  among: readonly DesiredObject[],
  apiVersion: ApiVersion,
): readonly DesiredObject[] {
  const made: DesiredObject[] = [];
  for (const spec of specs.filter(({ type }) => isCreatable(typeNamed(type), apiVersion))) {
    const object = further(spec, among, among.length + made.length);
    if (object !== undefined && !made.some((other) => isUsed(object, other))) made.push(object);
  }
  return made;
}

function further(
  { type: name, choices }: FurtherSpec,
  among: readonly DesiredObject[],
  rank: number,
): DesiredObject | undefined {
  const type = typeNamed(name);
  const [place = 0, inside = 0, ...rest] = choices;
  const scope = scopeOf(type, among, place);
  if (scope === null) return undefined;
  const near = { scope, among };
  const attributes = valuesOf(type, Object.entries(type.attributes), (rule, index) =>
    drawnValue(rule, near, rest[index % rest.length] ?? 0),
  );
  if (attributes === undefined) return undefined;
  // An object with an order stands before or between the drawn ones.
  const [before = 0] = rest.toReversed();
  const at = type.order === undefined ? rank : (before % 5) - 0.5 + rank / 1000;
  return placed(type, { own: ownName(type, attributes), near, inside, attributes, rank: at });
}

/**
 * Declares an object with one of two values for each attribute, in one of its possible places. Undefined: an object that it needs does not exist.
 */
export function declareSample(
  type: ResourceType,
  which: 0 | 1,
  {
    own,
    among,
    apiVersion,
  }: { readonly own: string; readonly among: readonly DesiredObject[]; readonly apiVersion: ApiVersion },
): DesiredObject | undefined {
  const scopes =
    type.scope === undefined ? [undefined] : ofType(among, type.scope).map((each) => each.address);
  // A site of spaces, for example, has no place for a link.
  for (const scope of scopes) {
    const near = { scope, among };
    const attributes = valuesOf(type, attributesOf(type, apiVersion), (rule) =>
      rule.sensitive === true && rule.atCreate !== "required" ? undefined : givenValue(rule, near, which),
    );
    const place = { own, near, inside: which, rank: among.length + which };
    const object = attributes && placed(type, { ...place, attributes });
    if (object !== undefined) return object;
  }
  return undefined;
}

/** Declares and pins an object that no apply creates, with one of two values for each writable attribute. */
export function declareImported(
  type: ResourceType,
  which: 0 | 1,
  {
    own,
    pin,
    among,
    apiVersion,
  }: {
    readonly own: string;
    readonly pin: string;
    readonly among: readonly DesiredObject[];
    readonly apiVersion: ApiVersion;
  },
): DesiredObject | undefined {
  const near = { scope: undefined, among };
  const writable = attributesOf(type, apiVersion).filter(([name]) => writerOf(type, name) !== undefined);
  const attributes = valuesOf(type, writable, (rule) => givenValue(rule, near, which));
  const object = attributes && placed(type, { own, near, inside: 0, attributes, rank: among.length });
  return object && { ...object, pin };
}

/** The possible containers. The top level is the last one. Objects of another order may have it for themselves. */
function containersOf({ container, order }: ResourceType, near: Surroundings): DesiredObject["container"][] {
  if (container === undefined) return [];
  const isOfOtherOrder = (other: DesiredObject) =>
    other.scope === near.scope &&
    other.container === null &&
    (typeNamed(other.type).order?.siblingSet ?? order?.siblingSet) !== order?.siblingSet;
  const within = container.types
    .flatMap((name) => candidatesOf(name, near))
    .map(({ address }) => ({ $ref: address }));
  const isRootPossible =
    container.rootAllowed && (near.scope === undefined || !near.among.some(isOfOtherOrder));
  return isRootPossible ? [...within, null] : within;
}

/** The address of a possible owner. undefined: the type has none. null: no owner exists. */
function scopeOf(
  { scope }: ResourceType,
  among: readonly DesiredObject[],
  choice: number,
): Address | undefined | null {
  return scope === undefined ? undefined : (chosen(ofType(among, scope), choice)?.address ?? null);
}

interface Placement {
  readonly own: string;
  readonly near: Surroundings;
  /** Selects its container. */
  readonly inside: number;
  readonly attributes: DesiredObject["attributes"];
  readonly rank: number;
}

/** The object in one of its places. Undefined: no possible container exists. */
function placed(
  type: ResourceType,
  { own, near, inside, attributes, rank }: Placement,
): DesiredObject | undefined {
  const { scope } = near;
  const container = chosen(containersOf(type, near), inside);
  if (type.container !== undefined && container === undefined) return undefined;
  const name = encodeName(own);
  const address = addressOf(type.name, scope === undefined ? name : `${nameOfAddress(scope)}/${name}`);
  const place = present({ scope, container });
  return { address, type: type.name, ...place, attributes, ignore: [], owns: [], rank };
}

interface Surroundings {
  readonly scope: Address | undefined;
  readonly among: readonly DesiredObject[];
}

/** Values that are valid together. Undefined: a value that the create requires is missing. */
function valuesOf(
  type: ResourceType,
  rules: readonly (readonly [string, Attribute])[],
  valueOf: (rule: Attribute, index: number) => DesiredValue | undefined,
): Record<string, DesiredValue> | undefined {
  const values: Record<string, DesiredValue> = {};
  for (const [index, [name, rule]] of rules.entries()) {
    const value = valueOf(rule, index);
    if (value === null && rule.oneOf !== undefined) continue;
    if (value !== undefined && fitTogether(type, { ...values, [name]: value })) values[name] = value;
    else if (rule.atCreate === "required") return undefined;
  }
  return brokenUnions(type, (name) => name in values).length === 0 ? values : undefined;
}

function drawnValue(rule: Attribute, near: Surroundings, choice: number): DesiredValue | undefined {
  const required = rule.atCreate === "required";
  if (rule.sensitive === true && !required) return undefined;
  if (!required && choice % 3 === 0) return undefined;
  if (!required && rule.nullable === true && choice % 3 === 1) return null;
  return givenValue(rule, near, rule.reference === undefined ? choice >> 1 : choice);
}

function givenValue(
  { reference, samples }: Attribute,
  near: Surroundings,
  which: number,
): DesiredValue | undefined {
  if (reference === undefined) return chosen<Json>(samples, which);
  const target = chosen(candidatesOf(reference.type, near), which)?.address;
  return target === undefined ? undefined : { $ref: target };
}

function candidatesOf(type: string, { scope, among }: Surroundings): readonly DesiredObject[] {
  return ofType(among, type).filter((each) => each.scope === undefined || each.scope === scope);
}

function ownName({ layout }: ResourceType, attributes: Readonly<Record<string, DesiredValue>>): string {
  for (const name of layout.addressBy) {
    const value = attributes[name];
    if (isReference(value)) return nameOfAddress(value.$ref);
    if (typeof value === "string") return value;
  }
  return "further";
}

/** Whether the objects have the same address, or the same value of a unique attribute. */
export function isUsed(object: DesiredObject, other: DesiredObject): boolean {
  if (object.type !== other.type) return false;
  if (object.address === other.address) return true;
  const { unique = [] } = typeNamed(object.type);
  return unique.some(
    ({ attribute, within }) =>
      (within === "organization" || object.scope === other.scope) &&
      canonicalJson((object.attributes[attribute] ?? null) as Json) ===
        canonicalJson((other.attributes[attribute] ?? null) as Json),
  );
}

function ofType(among: readonly DesiredObject[], type: string): readonly DesiredObject[] {
  return among.filter((each) => each.type === type);
}

function chosen<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
