import { type Address, isUnmanagedAddress, nameOfAddress } from "../../../model/address.ts";

/**
 * The property of a construct that makes its object a former one: `formerId` with the object's former address or, if the construct cannot
 * have had it, `importFrom` with its id. `path`: the construct's.
 */
export function constructLine(path: string | undefined, former: Address, id: string): string {
  const formerId = path === undefined ? undefined : formerIdOf(path, former);
  return formerId === undefined
    ? `importFrom: ${JSON.stringify(id)}`
    : `formerId: ${JSON.stringify(formerId)}`;
}

/** The ids on the path are not in the address. But the name of a construct in the stack is its id, and so this path has the same address. */
function formerIdOf(path: string, former: Address): string | undefined {
  if (isUnmanagedAddress(former)) return undefined;
  const [stack = "", ...ids] = path.replace(/[/]Default$/u, "").split("/");
  // Labels that several stacks have come with the stack's name.
  const [label, formerStack = stack] = nameOfAddress(former).split("/").reverse();
  if (formerStack !== stack) return undefined;
  return ids.length === 1 ? label : `/${stack}/${label}`;
}
