import { type Address, typeOfAddress } from "../../../model/address.ts";
import { foreignParts } from "../../../model/api-version-marks.ts";
import { canonicalValue } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import { apiVersions } from "../../../model/endpoint.ts";
import { referringAttributes } from "../../../model/resource-type/attribute.ts";
import { isCreatable, isOnlyImported } from "../../../model/resource-type/creation.ts";
import { isOrganization } from "../../../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { outermost, type TypeIndex, withContents } from "../../../model/type-index.ts";
import { type Json, jsonEquals } from "../../../util/json.ts";
import { containsSecret } from "./compare.ts";

/** The parts of a layout, and of what is remembered of it, that decide which lists a plan needs. */
export interface NeededListsInput {
  readonly desired: DesiredWorld;
  /** The addresses in the state and the journal. */
  readonly remembered: readonly Address[];
  /** What the state records of the attributes of an object. */
  readonly appliedOf?: (address: Address) => Readonly<Record<string, Json>> | undefined;
  /** The plan deletes what the layout declares. */
  readonly isDestroy: boolean;
  /** The API version is only assumed until the service's responses show another. */
  readonly isApiVersionAssumed: boolean;
}

/**
 * Returns the types of the lists that a plan of the layout needs. docsform reads no other list, so that a type costs nothing if a layout
 * does not use it.
 *
 * The list of a type shows everything that can prevent the creation of an object of it: an object with its key, with its title in another
 * place, or with its unique value. The parent of an object is known by its id, so its list is needed only if the layout declares the parent
 * or names it by its id. A plan that may delete an object also needs the lists of everything that may be inside it or refer to it.
 */
export function neededLists(types: TypeIndex, input: NeededListsInput): ReadonlySet<string> {
  const { desired } = input;
  const declared = [...new Set([...desired.objects, ...(desired.outside ?? [])].map(({ type }) => type))];
  const named = [...declared, ...desired.prune, ...new Set(input.remembered.map(typeOfAddress))];
  const pruned = [...desired.prune, ...removedTypes(input)];
  const gone = [...pruned, ...(input.isDestroy ? named : []), ...declared.filter(isReplaceableIn(types))];
  // Only a destroy, or a plan that may delete undeclared objects, searches the contents of scopes for references.
  const readsContents = input.isDestroy || pruned.length > 0;
  const canRefer = ({ scope }: ResourceType) => scope === undefined || readsContents;
  const needed = [
    // This list shows whether the token can see the organization at all. The lists of an empty one are empty too.
    ...types.all.filter(isOrganization).map(({ name }) => name),
    ...named,
    ...desired.objects.flatMap((object) => [
      ...namedByIds(types, object),
      ...(input.isDestroy ? [] : newPeopleIn(types, object, input.appliedOf?.(object.address))),
    ]),
    ...[...withContents(types, gone)].flatMap((name) => [name, ...referrersOf(types, name, canRefer)]),
    ...(input.isApiVersionAssumed || !desired.objects.some((object) => dependsOnApiVersion(types, object))
      ? []
      : versionRevealingTypes(types)),
  ];
  return new Set(needed.map((name) => outermost(types, name)));
}

/** Types of objects that the layout declared before and deletes now. */
function removedTypes({ desired, remembered }: NeededListsInput): readonly string[] {
  if (desired.deletesRemoved !== true) return [];
  const declared = new Set(desired.objects.map(({ address }) => address));
  return remembered.filter((address) => !declared.has(address)).map(typeOfAddress);
}

/** Types of objects that this object names by their ids. */
export function namedByIds(types: TypeIndex, object: DesiredObject): readonly string[] {
  const type = types.get(object.type);
  const containers = isId(object.container) || isId(object.wasIn) ? (type.container?.types ?? []) : [];
  const referred = Object.keys(object.attributes).flatMap((name) => {
    const reference = isId(object.attributes[name]) ? type.attributes[name]?.reference : undefined;
    return reference === undefined ? [] : [reference.type];
  });
  return [...containers, ...referred];
}

/** The type of people, if the object names some whom it did not name at the last apply. */
function newPeopleIn(
  types: TypeIndex,
  { type, attributes }: DesiredObject,
  applied: Readonly<Record<string, Json>> = {},
): readonly string[] {
  const rules = types.get(type).attributes;
  const isNew = Object.entries(attributes).some(([name, value]) => {
    const rule = rules[name];
    if (rule?.namesPeople !== true || !Array.isArray(value) || value.length === 0) return false;
    return containsSecret(value) || !jsonEquals(canonicalValue(rule, value as Json), applied[name] ?? null);
  });
  return isNew ? types.all.filter(({ arePeople }) => arePeople === true).map(({ name }) => name) : [];
}

function isId(value: unknown): boolean {
  return typeof value === "string";
}

/** Returns whether a change of an object of the type can need a new object. */
function isReplaceableIn(types: TypeIndex): (name: string) => boolean {
  return (name) => {
    const type = types.get(name);
    const { attributes, writers, container } = type;
    if (isOnlyImported(type)) return false;
    const written = new Set(writers.flatMap((writer) => writer.attributes));
    const isFixed = Object.entries(attributes).some(
      ([attribute, { onlyAtCreate }]) => onlyAtCreate !== true && !written.has(attribute),
    );
    return isFixed || apiVersions.some((apiVersion) => container?.change[apiVersion] === "replace");
  };
}

/** Types whose objects may refer to objects of this type. */
export function referrersOf(
  types: TypeIndex,
  name: string,
  canRefer: (type: ResourceType) => boolean,
): readonly string[] {
  return types.all
    .filter((type) => canRefer(type) && referringAttributes(type, name).length > 0)
    .map((type) => type.name);
}

/** Whether the object declares something that only some API versions have, or can be created only in some of them. */
function dependsOnApiVersion(types: TypeIndex, { type, attributes, pin }: DesiredObject): boolean {
  const creatable = new Set(
    apiVersions.map((apiVersion) => isCreatable(types.get(type), apiVersion, attributes)),
  );
  if (pin === undefined && creatable.size > 1) return true;
  return Object.entries(attributes).some(([name, value]) => {
    const schema = types.get(type).attributes[name]?.schema;
    return (
      schema !== undefined &&
      apiVersions.some((apiVersion) => foreignParts(schema, value, apiVersion).length > 0)
    );
  });
}

/** Types whose lists show the API version of the service. */
function versionRevealingTypes(types: TypeIndex): readonly string[] {
  const revealing = types.all.flatMap(({ reads }) =>
    reads.filter(({ of, revealsApiVersion }) => of === undefined && revealsApiVersion !== undefined),
  );
  return revealing.flatMap(({ finds }) => finds);
}
