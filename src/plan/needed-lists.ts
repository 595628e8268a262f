import { type Address, typeOfAddress } from "../model/address.ts";
import { foreignParts } from "../model/api-version-marks.ts";
import type { DesiredObject, DesiredWorld } from "../model/desired-world.ts";
import { apiVersions } from "../model/endpoint.ts";
import { isCreatable, isOnlyImported, isOrganization, type ResourceType } from "../model/resource-type.ts";
import { outermost, type TypeIndex, withContents } from "../model/type-index.ts";

/** What of a layout, and of what is remembered of it, decides which lists it needs. */
export interface ListedFor {
  readonly desired: DesiredWorld;
  /** What the state and the journal know. */
  readonly remembered: readonly Address[];
  /** What the layout declares is to be deleted. */
  readonly isDestroy: boolean;
  /** The service is taken to speak an API version until its answers show another. */
  readonly isApiVersionAssumed: boolean;
}

/**
 * The types whose objects in the organization must be known to plan a layout: a list that holds none of them is not read, so that
 * a type costs nothing to those who do not use it.
 *
 * The list of a type itself says all that stands against creating an object of it: what has its key, its title in another place, or
 * a value that only one may have. What an object is inside of is known by its id, and needs no list either unless it is declared,
 * or named by its id. Only where something may be deleted, everything counts that may be inside of it or refer to it.
 */
export function neededLists(types: TypeIndex, about: ListedFor): ReadonlySet<string> {
  const { desired } = about;
  const declared = [...new Set(desired.objects.map(({ type }) => type))];
  const named = [...declared, ...desired.prune, ...new Set(about.remembered.map(typeOfAddress))];
  const pruned = [...desired.prune, ...forgottenTypes(about)];
  const gone = [...pruned, ...(about.isDestroy ? named : []), ...declared.filter(isReplaceableIn(types))];
  // The contents of scopes are searched for references only by a destroy, or where undeclared objects may be deleted.
  const readsContents = about.isDestroy || pruned.length > 0;
  const canRefer = ({ scope }: ResourceType) => scope === undefined || readsContents;
  const needed = [
    // Whether the token sees the organization at all: an empty one has empty lists too.
    ...types.all.filter(isOrganization).map(({ name }) => name),
    ...named,
    ...desired.objects.flatMap((object) => namedByIds(types, object)),
    ...[...withContents(types, gone)].flatMap((name) => [name, ...referrersOf(types, name, canRefer)]),
    ...(about.isApiVersionAssumed || !desired.objects.some((object) => dependsOnApiVersion(types, object))
      ? []
      : versionRevealingTypes(types)),
  ];
  return new Set(needed.map((name) => outermost(types, name)));
}

/** Types of what the layout had before and deletes now. */
function forgottenTypes({ desired, remembered }: ListedFor): readonly string[] {
  if (desired.deletesForgotten !== true) return [];
  const declared = new Set(desired.objects.map(({ address }) => address));
  return remembered.filter((address) => !declared.has(address)).map(typeOfAddress);
}

/** Types of which the layout names an object by its id. */
export function namedByIds(types: TypeIndex, object: DesiredObject): readonly string[] {
  const type = types.get(object.type);
  const containers = isId(object.container) || isId(object.wasIn) ? (type.container?.types ?? []) : [];
  const referred = Object.keys(object.attributes).flatMap((name) => {
    const reference = isId(object.attributes[name]) ? type.attributes[name]?.reference : undefined;
    return reference === undefined ? [] : [reference.type];
  });
  return [...containers, ...referred];
}

function isId(value: unknown): boolean {
  return typeof value === "string";
}

/** Whether a change of an object of the type can be one that takes a new object. */
function isReplaceableIn(types: TypeIndex): (name: string) => boolean {
  return (name) => {
    const type = types.get(name);
    const { attributes, writers, container } = type;
    if (isOnlyImported(type)) return false;
    const written = new Set(writers.flatMap((writer) => writer.attributes));
    const isFixed = Object.entries(attributes).some(
      ([attribute, { onlyMakes }]) => onlyMakes !== true && !written.has(attribute),
    );
    return isFixed || apiVersions.some((apiVersion) => container?.change[apiVersion] === "replace");
  };
}

/** Types whose objects may refer to one of the type. */
export function referrersOf(
  types: TypeIndex,
  name: string,
  canRefer: (type: ResourceType) => boolean,
): readonly string[] {
  return types.all.filter((type) => canRefer(type) && refersTo(type, name)).map((type) => type.name);
}

function refersTo({ attributes }: ResourceType, name: string): boolean {
  return Object.values(attributes).some(({ reference }) => reference?.type === name);
}

/** Whether it declares what not all API versions of the service have, or could have to be created where some cannot. */
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

/** Types in whose lists the service shows which API version it is. */
function versionRevealingTypes(types: TypeIndex): readonly string[] {
  const revealing = types.all.flatMap(({ reads }) =>
    reads.filter(({ of, revealsApiVersion }) => of === undefined && revealsApiVersion !== undefined),
  );
  return revealing.flatMap(({ finds }) => finds);
}
