import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/** Who was first to take what only one object of a stack may have: a path, a title, the role of the default. */
const registered = new WeakMap<TerraformStack, Map<string, IConstruct>>();

/** Takes what `key` names for `owner`, and gives back who had it before: undefined for the first one. */
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
