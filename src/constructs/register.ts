import type { IConstruct } from "constructs";

/** The first user of each unique value in an app, such as a path, a title or the default. */
const registered = new WeakMap<IConstruct, Map<string, IConstruct>>();

/**
 * Registers `key` for `owner`. Returns the object of the app that registered it before. Undefined: no other object did. Only validations
 * may call it, because a stack may get its provider after its objects.
 */
export function register(owner: IConstruct, key: string): IConstruct | undefined {
  const { root } = owner.node;
  let used = registered.get(root);
  if (used === undefined) {
    used = new Map();
    registered.set(root, used);
  }
  const first = used.get(key);
  if (first === undefined) used.set(key, owner);
  return first === owner ? undefined : first;
}
