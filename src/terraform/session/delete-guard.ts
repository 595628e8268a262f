import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";

/** Counts planned deletes, and refuses more than the provider allows. */
export interface DeleteGuard {
  /** Counts one more object, unless it is counted already. Throws if the limit is exceeded. */
  count(type: string, id: string): void;
}

export function createDeleteGuard(maxDeletes: number | undefined): DeleteGuard {
  const counted = new Set<ObjectKey>();
  return {
    count(type, id) {
      counted.add(objectKey(type, id));
      if (maxDeletes !== undefined && counted.size > maxDeletes) throw tooMany(counted.size, maxDeletes);
    },
  };
}

function tooMany(count: number, maxDeletes: number): DocsformError {
  return fail("terraform/too-many-deletes", { count, maxDeletes });
}
