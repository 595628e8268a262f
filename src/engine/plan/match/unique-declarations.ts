import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { UniqueRule } from "../../../model/resource-type/identity.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import { type UniqueValue, uniqueValue } from "../world/unique-value.ts";

/** The address that declares each unique value. */
export type UniqueDeclarations = ReadonlyMap<UniqueValue, Address>;

/** Finds the declaring object of each unique value. Another object must not match the live object that has the value. */
export function uniqueDeclarations(types: TypeIndex, { world }: DesiredIndex): UniqueDeclarations {
  const declarations = new Map<UniqueValue, Address>();
  for (const object of world.objects) {
    for (const rule of types.get(object.type).unique ?? []) {
      const value = object.attributes[rule.attribute];
      if (typeof value === "string")
        declarations.set(uniqueValue(object.type, rule, desiredWithin(rule, object), value), object.address);
    }
  }
  return declarations;
}

function desiredWithin(rule: UniqueRule, object: DesiredObject): string {
  if (rule.within === "organization") return "";
  if (rule.within === "scope" || !isReference(object.container)) return object.scope ?? "";
  return object.container.$ref;
}

/** Whether the live object has a value that the layout declares for another object than this one. */
export function isDeclaredByAnother(
  declarations: UniqueDeclarations,
  type: ResourceType,
  object: DesiredObject,
  candidate: LiveObject,
): boolean {
  return (type.unique ?? []).some((rule) => {
    const value = candidate.attributes[rule.attribute];
    const declaredBy =
      typeof value === "string"
        ? declarations.get(uniqueValue(type.name, rule, desiredWithin(rule, object), value))
        : undefined;
    return declaredBy !== undefined && declaredBy !== object.address;
  });
}
