import { once } from "../../model/once.ts";
import type { ResourceType, View } from "../../model/resource-type.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { DataSource } from "./data-source.ts";
import { manySource, manySourceName } from "./many-source.ts";
import { oneSource, oneSourceName } from "./one-source.ts";
import { viewSource, viewSourceName } from "./view-source.ts";

/** A data source, and what of a type it shows: one object, all of them, or what one shows besides. */
export interface NamedSource {
  readonly name: string;
  readonly type: ResourceType;
  readonly shows: "one" | "many" | View;
  /** Made when it is first looked at: most configurations have few of them. */
  readonly source: () => DataSource;
}

/** Every data source that the types give. */
export function sourcesOf(index: TypeIndex): readonly NamedSource[] {
  return index.all.flatMap((type): readonly NamedSource[] => [
    { name: oneSourceName(type), type, shows: "one", source: once(() => oneSource(index, type)) },
    { name: manySourceName(type), type, shows: "many", source: once(() => manySource(index, type)) },
    ...(type.views ?? []).map((view) => ({
      name: viewSourceName(type, view),
      type,
      shows: view,
      source: once(() => viewSource(type, view)),
    })),
  ]);
}
