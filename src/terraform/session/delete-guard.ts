import { DocsformError } from "../../model/errors.ts";
import { type ObjectKey, objectKey } from "../../model/object-key.ts";

/** Counts what is to be deleted, and refuses when it is more than the provider allows. */
export interface DeleteGuard {
  /** One more object is to go, unless it is counted already. Throws when that is one too many. */
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
  return new DocsformError(
    "terraform/too-many-deletes",
    `This run would delete or replace at least ${count} objects, but \`max_deletes\` allows ${maxDeletes}.`,
    {
      remedy:
        "Check the plan. If you want all of it, raise `max_deletes` in the provider block. This object is unchanged.",
    },
  );
}
