import type { BulkRead, ResourceType } from "../model/resource-type.ts";

/** Resource types by name, and by which read objects of a type are found. Made once for a run. */
export interface TypeIndex {
  readonly types: readonly ResourceType[];
  readonly byName: ReadonlyMap<string, ResourceType>;
  readonly readOf: ReadonlyMap<string, BulkRead>;
}

export function indexTypes(types: readonly ResourceType[]): TypeIndex {
  const byName = new Map(types.map((type) => [type.name, type]));
  const readOf = new Map<string, BulkRead>();
  for (const read of types.flatMap((type) => type.reads)) {
    for (const name of read.finds) {
      // A read that needs no other owner than the type's own scope comes first: it can be made from what is known.
      const scope = byName.get(name)?.scope;
      if (!readOf.has(name) || read.of === scope) readOf.set(name, read);
    }
  }
  return { types, byName, readOf };
}

/** The type of this name. A plan or a read that names another is a defect. */
export function typeNamed(index: TypeIndex, name: string): ResourceType {
  const type = index.byName.get(name);
  if (type === undefined) throw new Error(`No resource type is called ${name}.`);
  return type;
}

/** Types whose objects can be inside an object of this type. */
export function contentTypes(index: TypeIndex, name: string): readonly ResourceType[] {
  return index.types.filter((type) => type.scope === name || type.container?.types.includes(name) === true);
}
