import type { Declarable } from "./resource-type/attribute.ts";
import type { Computed } from "./resource-type/computed-attribute.ts";
import type { Creatable } from "./resource-type/creation.ts";
import type { Identified } from "./resource-type/identity.ts";
import type { InLayout } from "./resource-type/layout-syntax.ts";
import type { Named } from "./resource-type/names.ts";
import type { Placed } from "./resource-type/place.ts";
import type { Readable } from "./resource-type/reads.ts";
import type { InTerraform } from "./resource-type/terraform.ts";
import type { Writable } from "./resource-type/writes.ts";

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

/** Checks a type's declaration without widening it. */
export function defineResource(type: ResourceType): ResourceType {
  return type;
}
