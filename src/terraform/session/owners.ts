import type { DocsformError } from "../../model/errors.ts";

/** What only one resource of a configuration may plan: an object, or to be the default among others. */
export interface OwnedSlot {
  readonly key: string;
  /** The resource that plans it: its type, what it is called, and an id. */
  readonly describe: () => string | Promise<string>;
  /** Why another one that plans it too is refused. */
  readonly refuse: (other: string) => DocsformError;
}

/** What the resources of one provider configuration plan. */
export interface Owners {
  /** Notes the instance as the owner. Throws where another instance is. */
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

/** An object that gives up a name that only one can have, for another one. */
export interface Renaming {
  /** The name that it takes. */
  readonly to: string;
  readonly object: string;
}
