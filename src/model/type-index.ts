import { once } from "../util/once.ts";
import { type ApiVersion, apiVersions } from "./endpoint.ts";
import { type BulkRead, isMadeIn } from "./resource-type/reads.ts";
import type { ResourceType } from "./resource-type.ts";
import type { LiveObject, ObjectName } from "./snapshot.ts";

/** The resource types of a run, with the reads that find their objects. A run builds it once. */
export interface TypeIndex {
  readonly all: readonly ResourceType[];
  /** Throws for an unknown name: a plan or a read with an unknown type is a defect in docsform. */
  get(name: string): ResourceType;
  find(name: string): ResourceType | undefined;
  /** The read that finds objects of the type in the API version. Undefined: none does. */
  readOf(name: string, apiVersion: ApiVersion): BulkRead | undefined;
  /** Types whose objects can be contents of an object of this type. */
  contentTypes(name: string): readonly ResourceType[];
  /** Names of the types whose lists belong to one object of this type, such as a site. */
  typesReadOf(name: string): ReadonlySet<string>;
  /** The type, and the types of its scope that make no sense without it: they share a list, parents or an order. */
  readTogether(name: string): ReadonlySet<string>;
}

export function indexTypes(types: readonly ResourceType[]): TypeIndex {
  const byName = new Map(types.map((type) => [type.name, type]));
  const reads = Object.fromEntries(
    apiVersions.map((apiVersion) => [apiVersion, once(() => readsByType(types, byName, apiVersion))]),
  ) as Readonly<Record<ApiVersion, () => ReadonlyMap<string, BulkRead>>>;
  return {
    all: types,
    get(name) {
      const type = byName.get(name);
      if (type === undefined) throw new TypeError(`No resource type is called ${name}.`);
      return type;
    },
    find: (name) => byName.get(name),
    readOf: (name, apiVersion) => reads[apiVersion]().get(name),
    contentTypes: (name) =>
      types.filter((type) => type.scope === name || type.container?.types.includes(name) === true),
    typesReadOf: cachedByName((name) => {
      const readsOfOwner = types.flatMap((type) => type.reads).filter((read) => read.of === name);
      return new Set(readsOfOwner.flatMap(({ finds }) => finds));
    }),
    readTogether: cachedByName((name) => typesReadWith(types, byName.get(name), name)),
  };
}

function cachedByName<T>(compute: (name: string) => T): (name: string) => T {
  const cache = new Map<string, T>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const value = compute(name);
    cache.set(name, value);
    return value;
  };
}

function typesReadWith(
  types: readonly ResourceType[],
  type: ResourceType | undefined,
  name: string,
): ReadonlySet<string> {
  const together = new Map([[name, type]]);
  const typesOfScope = types.filter(({ scope }) => scope !== undefined && scope === type?.scope);
  const lists = types.flatMap(({ reads }) => reads.map(({ finds }) => finds));
  // The loop also visits the types that it adds.
  for (const each of together.values())
    for (const other of typesOfScope)
      if (each !== undefined && belongTogether(each, other, lists)) together.set(other.name, other);
  return new Set(together.keys());
}

function belongTogether(
  one: ResourceType,
  other: ResourceType,
  lists: readonly (readonly string[])[],
): boolean {
  const isInside = (inner: ResourceType, outer: ResourceType) =>
    inner.container?.types.includes(outer.name) === true;
  return (
    isInside(one, other) ||
    isInside(other, one) ||
    (one.order !== undefined && one.order.siblingSet === other.order?.siblingSet) ||
    lists.some((finds) => finds.includes(one.name) && finds.includes(other.name))
  );
}

/** The type itself, or the outermost of its scopes: a type that the organization lists. */
export function outermost(types: TypeIndex, name: string): string {
  const scope = types.find(name)?.scope;
  return scope === undefined ? name : outermost(types, scope);
}

/** The parent of a live object; at the top level, the object of its scope. Undefined: the organization owns it. */
export function parentOf(types: TypeIndex, { type, container, scopeId }: LiveObject): ObjectName | undefined {
  if (container !== null) return container;
  const { scope } = types.get(type);
  return scope === undefined || scopeId === undefined ? undefined : { type: scope, id: scopeId };
}

/** These types and all types whose objects can be inside theirs, at any depth. */
export function withContents(types: TypeIndex, names: Iterable<string>): ReadonlySet<string> {
  const all = new Set(names);
  // The loop also visits the names that it adds.
  for (const name of all) for (const inner of types.contentTypes(name)) all.add(inner.name);
  return all;
}

function readsByType(
  types: readonly ResourceType[],
  byName: ReadonlyMap<string, ResourceType>,
  apiVersion: ApiVersion,
): ReadonlyMap<string, BulkRead> {
  const reads = new Map<string, BulkRead>();
  for (const read of types.flatMap((type) => type.reads).filter((each) => isMadeIn(each, apiVersion))) {
    for (const name of read.finds) {
      // A read for each object of the type's own scope has priority: docsform knows those objects already.
      const scope = byName.get(name)?.scope;
      const known = reads.get(name);
      if (known === undefined || (known.of !== scope && read.of === scope)) reads.set(name, read);
    }
  }
  return reads;
}
