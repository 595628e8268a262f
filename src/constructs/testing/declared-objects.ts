import { type Address, isUnmanagedAddress, nameOfAddress } from "../../model/address.ts";
import { type DesiredObject, type DesiredValue, isReference, mapSecrets } from "../../model/desired-world.ts";
import { headlineFor } from "../../model/resource-type/headline.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { groupBy } from "../../util/groups.ts";
import type { Json } from "../../util/json.ts";
import type { AppRead } from "./read-app.ts";
import { types } from "./registered.ts";

/** The name of the parent among the values of an object. */
export const parentName = "in";
/** The name of the default role among the values of an object. */
export const defaultName = "default";

/** An object of an app, in readers' words. */
export interface ObjectFacts {
  readonly address: Address;
  readonly type: ResourceType;
  /** Its title or label; of a variant, the title of the space that it shows. */
  readonly title: string;
  /** Its path in the site, such as `/guides/fr`. Absent: it has none, or the service chooses it. */
  readonly path: string | undefined;
  /** Path of its construct. Absent: the app only names its id. */
  readonly construct: string | undefined;
  /** Its attributes, its parent and its role among its siblings. A reference is the title of its object. */
  readonly values: Readonly<Record<string, Json>>;
}

/** The objects of an app, and which of them are inside which. */
export interface AppObjects {
  readonly all: readonly ObjectFacts[];
  /** What is directly inside an object, in the order of readers. */
  contentsOf(object: ObjectFacts): readonly ObjectFacts[];
  /** What is inside an object at any depth. */
  insideOf(object: ObjectFacts): readonly ObjectFacts[];
}

/** The objects of an app that was read. `isShown` selects them by the path of their construct. */
export function appObjects(
  { objects, constructPaths }: Pick<AppRead, "objects" | "constructPaths">,
  isShown: (construct: string | undefined) => boolean = () => true,
): AppObjects {
  const naming = namesIn(objects);
  const facts = objects.map((object) => factsOf(object, naming, constructPaths.get(object.address)));
  const byAddress = new Map(facts.map((each) => [each.address, each]));
  const byParent = groupBy(objects, parentOf);
  const contentsOf = ({ address }: Pick<ObjectFacts, "address">): readonly ObjectFacts[] =>
    [...(byParent.get(address) ?? [])]
      .sort(byRank)
      .flatMap((child) => byAddress.get(child.address) ?? [])
      .filter(({ construct }) => isShown(construct));
  const insideOf = (object: ObjectFacts): readonly ObjectFacts[] =>
    contentsOf(object).flatMap((child) => [child, ...insideOf(child)]);
  return { all: facts.filter(({ construct }) => isShown(construct)), contentsOf, insideOf };
}

/** The object that readers find this object in: its parent, or the site if it is at the top level. */
function parentOf({ type, container, scope }: DesiredObject): Address | undefined {
  if (isReference(container)) return container.$ref;
  return types.get(type).order === undefined ? undefined : scope;
}

function byRank(a: DesiredObject, b: DesiredObject): number {
  const isOrdered = types.get(a.type).order !== undefined && types.get(b.type).order !== undefined;
  return isOrdered ? a.rank - b.rank : 0;
}

/** What objects are called, by their addresses. */
interface Naming {
  titleOf(address: Address): string;
  pathOf(address: Address): string | undefined;
}

function namesIn(objects: readonly DesiredObject[]): Naming {
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const naming: Naming = {
    titleOf: (address) => {
      const object = byAddress.get(address);
      return object === undefined ? nameOfAddress(address) : titleOf(object, naming);
    },
    pathOf: (address) => {
      const object = byAddress.get(address);
      return object === undefined ? undefined : pathOf(object, naming);
    },
  };
  return naming;
}

function titleOf({ address, type, attributes, pin }: DesiredObject, naming: Naming): string {
  const { names, shows } = headlineFor(types.get(type));
  if (shows !== undefined) {
    const shown = attributes[shows];
    if (isReference(shown)) return naming.titleOf(shown.$ref);
    if (typeof shown === "string") return shown;
  }
  const name = names.map((each) => attributes[each]).find((value) => typeof value === "string");
  return (
    name ?? pin ?? (isUnmanagedAddress(address) ? nameOfAddress(address).slice(1) : nameOfAddress(address))
  );
}

function pathOf({ type, attributes, container }: DesiredObject, naming: Naming): string | undefined {
  const { path } = headlineFor(types.get(type));
  if (path === undefined) return undefined;
  const parent = isReference(container) ? naming.pathOf(container.$ref) : undefined;
  const own = attributes[path];
  if (typeof own === "string") return `${parent ?? ""}/${own}`;
  return parent;
}

function factsOf(object: DesiredObject, naming: Naming, construct: string | undefined): ObjectFacts {
  const { address, container, isDefault } = object;
  const attributes = Object.entries(object.attributes).map(([name, value]) => [name, shown(value, naming)]);
  return {
    address,
    type: types.get(object.type),
    title: titleOf(object, naming),
    path: pathOf(object, naming),
    // An object's construct contains its resource.
    construct: construct?.replace(/\/Default$/u, ""),
    values: {
      ...(Object.fromEntries(attributes) as Record<string, Json>),
      ...(container === undefined || container === null ? {} : { [parentName]: shown(container, naming) }),
      ...(isDefault === true ? { [defaultName]: true } : {}),
    },
  };
}

function shown(value: DesiredValue, naming: Naming): Json {
  return isReference(value) ? naming.titleOf(value.$ref) : mapSecrets(value, () => "(secret)");
}

/** `section "Guides" /guides (acme/docs/guides)` */
export function objectText(object: ObjectFacts): string {
  return `${shortLabelOf(object.type).one} ${namesText(object)}`;
}

/** `"Guides" /guides (acme/docs/guides)` */
export function namesText({ title, path, construct }: ObjectFacts): string {
  return [
    JSON.stringify(title),
    ...(path === undefined ? [] : [path]),
    ...(construct === undefined ? [] : [`(${construct})`]),
  ].join(" ");
}
