import type { ResourceType } from "../../model/resource-type.ts";

/** The names of a type: `site section`, `site sections`. */
export interface Label {
  readonly one: string;
  readonly many: string;
}

export function labelOf(types: readonly ResourceType[], name: string): Label {
  return types.find((type) => type.name === name)?.label ?? { one: name, many: `${name}s` };
}
