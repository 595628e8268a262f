import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/** Who was first to take what only one object of a stack may have: a path, a title, the role of the default. */
const claims = new WeakMap<TerraformStack, Map<string, IConstruct>>();

/** Takes what `key` names for `owner`, and gives back who had it before: undefined for the first one. */
export function claim(owner: IConstruct, key: string): IConstruct | undefined {
  const stack = TerraformStack.of(owner);
  let taken = claims.get(stack);
  if (taken === undefined) {
    taken = new Map();
    claims.set(stack, taken);
  }
  const first = taken.get(key);
  if (first === undefined) taken.set(key, owner);
  return first === owner ? undefined : first;
}
