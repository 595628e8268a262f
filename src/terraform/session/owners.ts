import type { DocsformError } from "../../model/errors.ts";
import { append } from "../../util/groups.ts";

/** A slot that only one resource of a configuration may plan: an object, or the default among siblings. */
export interface OwnedSlot {
  readonly key: string;
  /** The attribute that names it. */
  readonly field?: string | undefined;
  /**
   * The number of objects that the plan creates and that the slot can be in, because their ids are unknown. More resources than that
   * would share one. Absent: the key names the slot.
   */
  readonly newParents?: number;
  /** The resource that plans it: its type, name and id. */
  readonly describe: () => string | Promise<string>;
  /** The error for a second resource that plans it. */
  readonly refuse: (other: string) => DocsformError;
}

/** The key of the slot of an object. `resource`: the name of the resource, such as `docs_site_section`. */
export function objectSlot(resource: string, id: string): string {
  return `${resource} ${id}`;
}

/** The slots that the resources of one provider configuration plan. */
export interface Owners {
  /** Notes the instance as the owner. Throws if another instance owns the slot. */
  note(instance: string, owned: OwnedSlot): Promise<void>;
  /** Notes that the plan destroys the instance in the slot. */
  noteDestroy(instance: string, key: string): void;
  /** Gives the slots of an instance to its replacement. */
  replace(instance: string, replacement: string): void;
  /** Whether the instance has, or had before its replacement, the slot. */
  isOf(instance: string | undefined, key: string): boolean;
  /** The instance that owns the slot. */
  ownerOf(key: string): string | undefined;
}

/** `onKept` receives a slot in which the plan destroys an instance, and the other instance that owns it. */
export function createOwners(onKept: (key: string, owner: string) => void): Owners {
  const owners = new Map<string, { readonly instance: string; readonly owned: OwnedSlot }>();
  const replacements = new Map<string, string>();
  const destroyed = new Map<string, string[]>();
  const inNew = new Map<string, Set<string>>();
  const ownerOf = (key: string): string | undefined => {
    const instance = owners.get(key)?.instance;
    return instance === undefined ? undefined : (replacements.get(instance) ?? instance);
  };
  const reportKept = (key: string): void => {
    const owner = ownerOf(key);
    const isKept = owner !== undefined && destroyed.get(key)?.some((instance) => instance !== owner);
    if (isKept === true) onKept(key, owner);
  };
  return {
    ownerOf,
    isOf: (instance, key) =>
      instance !== undefined &&
      (ownerOf(key) === instance || destroyed.get(key)?.includes(instance) === true),
    async note(instance, owned) {
      const { key, newParents } = owned;
      if (newParents !== undefined) {
        const instances = inNew.get(key) ?? new Set();
        inNew.set(key, instances.add(instance));
        // Without a new parent, the id is unknown for another reason.
        if (newParents > 0 && instances.size > newParents) throw owned.refuse(await owned.describe());
        return;
      }
      const other = owners.get(key);
      if (other === undefined) owners.set(key, { instance, owned });
      else if (ownerOf(key) !== instance) throw owned.refuse(await other.owned.describe());
      reportKept(key);
    },
    noteDestroy(instance, key) {
      append(destroyed, key, instance);
      reportKept(key);
    },
    replace: (instance, replacement) => void replacements.set(instance, replacement),
  };
}

/** An object that exchanges a unique name for another one. */
export interface Renaming {
  /** The new name. */
  readonly to: string;
  readonly object: string;
}
