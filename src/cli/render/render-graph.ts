import { addressOf, typeOfAddress } from "../../model/address.ts";
import { type DesiredObject, type DesiredWorld, isReference, ownerOf } from "../../model/desired-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { groupBy } from "../../util/groups.ts";

/** A dependency between two objects. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The reason: the referring attribute, `inside`, or `scope`. */
  readonly label: string;
}

/** The dependencies in a layout: references, containers and scopes. */
export interface LayoutGraph {
  readonly addresses: readonly string[];
  readonly edges: readonly GraphEdge[];
}

/** The graph of a layout, in its order. */
export function layoutGraph(types: readonly ResourceType[], desired: DesiredWorld): LayoutGraph {
  const byName = new Map(types.map((type) => [type.name, type]));
  const declared = new Set(inReadingOrder(desired.objects).map(({ address }) => address));
  const edges = desired.objects.flatMap((object) => edgesOf(object, byName.get(object.type), declared));
  const outside = edges.map(({ to }) => to).filter((address) => !declared.has(address));
  return {
    addresses: [...new Set([...declared, ...outside])],
    edges: edges.sort((a, b) => key(a).localeCompare(key(b), "en")),
  };
}

/** Contents have the order in which readers see them, and entries of maps that of the layout. */
function inReadingOrder(objects: readonly DesiredObject[]): readonly DesiredObject[] {
  return [...groupBy(objects, ownerOf)].flatMap(([owner, siblings]) =>
    owner === undefined ? siblings : siblings.toSorted((a, b) => a.rank - b.rank),
  );
}

function edgesOf(
  object: DesiredObject,
  type: ResourceType | undefined,
  declared: ReadonlySet<string>,
): readonly GraphEdge[] {
  const from = object.address;
  const references = Object.entries(object.attributes).flatMap(([name, value]) => {
    if (isReference(value)) return [{ from, to: value.$ref, label: name }];
    const target = type?.attributes[name]?.reference;
    if (target === undefined || typeof value !== "string") return [];
    const to = addressOf(target.type, `@${value}`);
    return declared.has(to) ? [] : [{ from, to, label: name }];
  });
  const inside = isReference(object.container) ? [{ from, to: object.container.$ref, label: "inside" }] : [];
  const scope =
    object.scope === undefined || inside.length > 0 ? [] : [{ from, to: object.scope, label: "scope" }];
  return [...references, ...inside, ...scope];
}

function key({ from, to, label }: GraphEdge): string {
  return `${from}\n${to}\n${label}`;
}

/** The graph in Graphviz's language. An arrow points from an object to one that it needs. */
export function renderDot({ addresses, edges }: LayoutGraph): string {
  const byType = new Map<string, string[]>();
  for (const address of addresses) {
    const type = typeOfAddress(address);
    byType.set(type, [...(byType.get(type) ?? []), address]);
  }
  const clusters = [...byType].flatMap(([type, members]) => [
    `  // ${type}`,
    ...members.map((address) => `  ${quoted(address)};`),
  ]);
  const arrows = edges.map(
    ({ from, to, label }) => `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}];`,
  );
  return ["digraph docsform {", "  rankdir=LR;", "  node [shape=box];", ...clusters, ...arrows, "}", ""].join(
    "\n",
  );
}

function quoted(text: string): string {
  return `"${plainText(text).replace(/[\\"]/gu, (character) => `\\${character}`)}"`;
}
