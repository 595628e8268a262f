import type { Address } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import { containerField } from "../../model/terraform-schema.ts";
import { present } from "../../util/present.ts";
import { addressNamed, idIn, type ResourcePlace } from "./app-reading.ts";
import { requiredId } from "./arguments.ts";
import { addressOfResource } from "./evaluate.ts";
import type { ResourceSchema } from "./schemas.ts";

/** A resource of a stack, and the object that it declares or changes. */
export interface AppResource {
  readonly stack: string;
  /** Its address in Terraform. */
  readonly name: string;
  /** Path of its construct. Absent: the file does not contain it. */
  readonly constructPath?: string;
  readonly kind: ResourceSchema["kind"];
  /** The object that it declares. Of a final write: the object that it writes. Of an order: the object that contains the siblings. */
  readonly object: Address;
  /** Of an order inside another object: the scope of the siblings. */
  readonly scope?: Address;
}

/** The resources of valid stacks. */
export function appResources(places: readonly ResourcePlace[]): readonly AppResource[] {
  return places.flatMap((place) => {
    const { stack, resource } = place;
    const subject = subjectOf(place);
    if (subject === undefined) return [];
    const { name, constructPath } = resource;
    const { kind } = resource.schema;
    return [{ stack: stack.name, name, kind, ...present({ constructPath }), ...subject }];
  });
}

function subjectOf(place: ResourcePlace): Pick<AppResource, "object" | "scope"> | undefined {
  const { resolving, resource } = place;
  const { schema } = resource;
  if (schema.kind === "object") return { object: addressOfResource(resolving, resource, schema) };
  const type = schema.kind === "final" ? schema.type.name : schema.scope.name;
  const id = requiredId(place, schema.kind === "final" ? schema.objectField : schema.scopeField, [type]);
  if (id === undefined) return undefined;
  const object = addressNamed(place, type, id);
  if (schema.kind === "final") return { object };
  const containers = [...new Set(schema.ordered.flatMap(({ container }) => container?.types ?? []))];
  const parent = idIn(place, containerField, containers);
  // An app that names the parent only by its id does not declare it.
  if (typeof parent === "string") return undefined;
  return isReference(parent) ? { object: parent.$ref, scope: object } : { object };
}
