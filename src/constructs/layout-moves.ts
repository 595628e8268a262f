import type { IConstruct } from "constructs";
import { encodeName, nameOfAddress } from "../model/address.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../model/desired-world.ts";
import type { FormerPath } from "./former-path.ts";
import { constructParentOf } from "./layout-problems.ts";
import type { DocsReference } from "./references.ts";
import type { FormerPaths } from "./stack-moves.ts";
import { typeOf } from "./types.ts";

/**
 * The former ids of a layout's constructs, as `was` declares them. A path or title is part of an address: when it changes, so do the
 * addresses of the object and of everything below it.
 */
export function formerPathsOf(
  { objects }: DesiredWorld,
  built: ReadonlyMap<string, DocsReference<string>>,
): FormerPaths {
  if (objects.every(({ was }) => was === undefined)) return new Map();
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const ids = new Map<IConstruct, FormerPath>();
  for (const object of objects) {
    const construct = built.get(object.address);
    const outer = byAddress.get(constructParentOf(object) ?? "");
    const before = outer === undefined ? 0 : formerName(byAddress, outer).length + 1;
    const id = formerName(byAddress, object).slice(before).replaceAll("/", "--");
    if (construct !== undefined && id !== construct.node.id)
      ids.set(construct, { from: "parent", up: 0, down: [id] });
  }
  return ids;
}

/** The name in the object's former address, with the former names of the object and its containers. */
function formerName(byAddress: ReadonlyMap<string, DesiredObject>, object: DesiredObject): string {
  const now = nameOfAddress(object.address);
  const container = isReference(object.container) ? byAddress.get(object.container.$ref) : undefined;
  const own = now.slice(now.lastIndexOf("/") + 1);
  const outer = now.slice(0, now.length - own.length);
  const isNamed = container !== undefined && outer === `${nameOfAddress(container.address)}/`;
  return `${isNamed ? `${formerName(byAddress, container)}/` : outer}${formerOwnName(object) ?? own}`;
}

function formerOwnName({ type, attributes, was }: DesiredObject): string | undefined {
  const attribute = typeOf(type).layout.addressBy.find((name) => attributes[name] !== undefined);
  const name = attribute === undefined ? undefined : was?.[attribute];
  return typeof name === "string" ? encodeName(name) : undefined;
}
