import type { View } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { once } from "../../util/once.ts";
import type { DataSource } from "./data-source.ts";
import { manySource, manySourceName } from "./many-source.ts";
import { oneSource, oneSourceName } from "./one-source.ts";
import { viewSource, viewSourceName } from "./view-source.ts";

/** A data source. It shows one object of a type, all of them, or a view of one. */
export interface NamedSource {
  readonly name: string;
  readonly type: ResourceType;
  readonly shows: "one" | "many" | View;
  /** Created on first use, because most configurations use few data sources. */
  readonly source: () => DataSource;
}

/** All data sources of the types. */
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
