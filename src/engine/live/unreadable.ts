import { fail } from "../../model/codes/service-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Snapshot, UnreadableField } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";

/**
 * Returns the unreadable fields, each once. Throws if a layout can declare such a field: docsform cannot compare it, and would overwrite a
 * value that counts as absent.
 */
export function unreadableAmong(
  types: TypeIndex,
  responses: readonly {
    readonly types: readonly string[];
    readonly unreadable?: readonly UnreadableField[];
  }[],
  before: readonly UnreadableField[] = [],
): Pick<Snapshot, "unreadable"> {
  const fields = new Map(before.map((field) => [fieldKey(field), field]));
  for (const { types: found, unreadable = [] } of responses) {
    for (const field of unreadable) {
      if (found.some((name) => isDeclarable(types, name, field))) throw unreadableField(field);
      fields.set(fieldKey(field), field);
    }
  }
  return fields.size === 0 ? {} : { unreadable: [...fields.values()] };
}

function isDeclarable(types: TypeIndex, name: string, { field }: UnreadableField): boolean {
  const attributes = types.find(name)?.attributes ?? {};
  return field.some((part) => Object.hasOwn(attributes, part));
}

function fieldKey({ operation, object, field }: UnreadableField): string {
  return [operation, object, ...field].join(" ");
}

function unreadableField({ operation, object, field }: UnreadableField): DocsformError {
  return fail("live/unreadable-field", { case: "declarable", field: field.join("."), object, operation });
}
