import { fieldNames } from "./field-names.ts";
import type { Declarable } from "./resource-type/attribute.ts";
import type { Computed } from "./resource-type/computed-attribute.ts";
import type { Creatable } from "./resource-type/creation.ts";
import type { Identified } from "./resource-type/identity.ts";
import type { InTerraform } from "./resource-type/in-terraform.ts";
import type { InLayout } from "./resource-type/layout-syntax.ts";
import type { Placed } from "./resource-type/place.ts";
import type { Readable } from "./resource-type/reads.ts";
import type { Named } from "./resource-type/type-names.ts";
import type { Writable, Writer } from "./resource-type/writes.ts";

/** Everything that docsform knows about one kind of object on the service. It is declared once, and everything else is derived from it. */
export interface ResourceType
  extends Named,
    Declarable,
    Computed,
    Identified,
    Placed,
    Creatable,
    Writable,
    Readable,
    InLayout,
    InTerraform {}

/** A type as its folder declares it. */
type DeclaredType = Omit<ResourceType, "writers"> & { readonly writers: readonly DeclaredWriter[] };

/** A writer; without `attributes`, it changes those that have a field of their name in the operation's body. */
type DeclaredWriter = Omit<Writer, "attributes"> & Partial<Pick<Writer, "attributes">>;

/** Checks the declaration of a type, and completes what follows from equal names. */
export function defineResource(type: DeclaredType): ResourceType {
  const writers = type.writers.map((writer) => ({
    ...writer,
    attributes: writer.attributes ?? namesInBody(writer, type.attributes),
  }));
  return { ...type, writers };
}

function namesInBody(
  { endpoint }: DeclaredWriter,
  attributes: ResourceType["attributes"],
): readonly string[] {
  const names = fieldNames(typeof endpoint === "function" ? undefined : endpoint.body);
  return Object.keys(attributes).filter((name) => names.includes(name));
}
