import type { DocsformError } from "../../model/errors.ts";

/** A slot that only one resource of a configuration may plan: an object, or the default among siblings. */
export interface OwnedSlot {
  readonly key: string;
  /** The resource that plans it: its type, name and id. */
  readonly describe: () => string | Promise<string>;
  /** The error for a second resource that plans it. */
  readonly refuse: (other: string) => DocsformError;
}

/** The slots that the resources of one provider configuration plan. */
export interface Owners {
  /** Notes the instance as the owner. Throws if another instance owns the slot. */
  note(instance: string, owned: OwnedSlot): Promise<void>;
}

export function createOwners(): Owners {
  const owners = new Map<string, { readonly instance: string; readonly owned: OwnedSlot }>();
  return {
    async note(instance, owned) {
      const other = owners.get(owned.key);
      if (other === undefined) owners.set(owned.key, { instance, owned });
      else if (other.instance !== instance) throw owned.refuse(await other.owned.describe());
    },
  };
}

/** An object that exchanges a unique name for another one. */
export interface Renaming {
  /** The new name. */
  readonly to: string;
  readonly object: string;
}
