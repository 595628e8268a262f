import { type TerraformElement, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { encodeName, nameOfAddress } from "../model/address.ts";
import { type DesiredObject, type DesiredWorld, isReference } from "../model/desired-world.ts";
import { constructParentOf } from "./layout-problems.ts";
import type { DocsReference } from "./references.ts";
import { type MovedBlock, terraformAddress } from "./terraform-blocks.ts";
import { typeOf } from "./types.ts";

/**
 * The resources of a layout that had another address, as `was` declares. A path or title is part of an address: when it changes, so do the
 * addresses of the object and of everything below it.
 */
export function movesOf(
  root: IConstruct,
  world: DesiredWorld,
  built: ReadonlyMap<string, DocsReference<string>>,
): readonly MovedBlock[] {
  const formerIds = formerIdsOf(world, built);
  if (formerIds.size === 0) return [];
  const stack = TerraformStack.of(root);
  const resources = root.node.findAll().filter((each) => TerraformResource.isTerraformResource(each));
  const used = new Set(resources.map(terraformAddress));
  return resources.flatMap((resource) => {
    const scopes = resource.node.scopes.map((scope) => {
      const id = formerIds.get(scope);
      return id === undefined ? scope : { node: { id } };
    });
    // cdktf derives a name from the ids on the path to an element, and uses nothing else of it.
    const former = stack.getLogicalId({ scopes } as unknown as TerraformElement);
    const from = `${resource.terraformResourceType}.${former}`;
    const to = terraformAddress(resource);
    return from === to || used.has(from) ? [] : [{ from, to }];
  });
}

/** The former ids of constructs that had another one. */
function formerIdsOf(
  { objects }: DesiredWorld,
  built: ReadonlyMap<string, DocsReference<string>>,
): ReadonlyMap<IConstruct, string> {
  if (objects.every(({ was }) => was === undefined)) return new Map();
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const ids = new Map<IConstruct, string>();
  for (const object of objects) {
    const construct = built.get(object.address);
    const outer = byAddress.get(constructParentOf(object) ?? "");
    const before = outer === undefined ? 0 : formerName(byAddress, outer).length + 1;
    const id = formerName(byAddress, object).slice(before).replaceAll("/", "--");
    if (construct !== undefined && id !== construct.node.id) ids.set(construct, id);
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
