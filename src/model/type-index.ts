import { type ApiVersion, apiVersions } from "./endpoint.ts";
import { once } from "./once.ts";
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
  };
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
  const found = new Set(names);
  for (const name of found) for (const inner of types.contentTypes(name)) found.add(inner.name);
  return found;
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
