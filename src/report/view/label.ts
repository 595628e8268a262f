import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import type { ResourceType } from "../../model/resource-type.ts";

/** The names of a type: `section`, `sections`. */
export interface Label {
  readonly one: string;
  readonly many: string;
}

/** The names of each type for people. */
export type LabelOf = (type: string) => Label;

export function labelsOf(types: readonly ResourceType[]): LabelOf {
  const labels = new Map<string, Label>(types.map((type) => [type.name, shortLabelOf(type)]));
  return (name) => labels.get(name) ?? { one: name, many: `${name}s` };
}
