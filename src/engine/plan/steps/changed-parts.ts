import type { ChangedAttribute } from "../decide/changes.ts";
import type { ChangedPart } from "../decide/three-way.ts";

/** Names of the parts of an attribute that a side changed. Empty: it was compared as a whole. */
export function partsChangedBy(
  side: ChangedPart["changedBy"],
  { parts = [] }: Pick<ChangedAttribute, "parts">,
): readonly string[] {
  return parts.filter(({ changedBy }) => changedBy === side).map(({ name }) => name);
}

/** `title`, or `fr in localizedTitle`. */
export function withParts(attribute: string, parts: readonly string[] = []): string {
  return parts.length === 0 ? attribute : `${parts.join(", ")} in ${attribute}`;
}
