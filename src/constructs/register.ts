import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/** The first user of each unique value in a stack, such as a path, a title or the default. */
const registered = new WeakMap<TerraformStack, Map<string, IConstruct>>();

/** Registers `key` for `owner`. Returns the object that registered it before. Undefined: no other object did. */
export function register(owner: IConstruct, key: string): IConstruct | undefined {
  const stack = TerraformStack.of(owner);
  let used = registered.get(stack);
  if (used === undefined) {
    used = new Map();
    registered.set(stack, used);
  }
  const first = used.get(key);
  if (first === undefined) used.set(key, owner);
  return first === owner ? undefined : first;
}
