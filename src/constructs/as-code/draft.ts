import type { ObjectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { LiveValues } from "./describe-values.ts";
import type { NamedWorld } from "./name-objects.ts";

/** An object with the values of its resource, before references are resolved. */
export interface Draft {
  readonly key: ObjectKey;
  readonly object: LiveObject;
  readonly schema: TerraformSchema;
  readonly values: LiveValues;
  readonly first?: { readonly object: LiveObject; readonly values: LiveValues };
}

export interface Describing {
  readonly world: NamedWorld;
  readonly drafts: ReadonlyMap<ObjectKey, Draft>;
  readonly parentsOfFirst: ReadonlyMap<ObjectKey, ObjectKey>;
  readonly secretTexts: readonly string[];
  readonly notes: readonly string[];
}
