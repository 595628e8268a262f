import { type Address, typeOfAddress } from "../../model/address.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../../model/desired-world.ts";
import { errorAt, warningAt } from "../../model/diagnostic.ts";
import {
  containerField,
  type OrderSchema,
  orderPositionField,
  siblingsField,
} from "../../model/terraform-schema.ts";
import { append, groupBy } from "../../util/groups.ts";
import { positionText } from "../yaml-source.ts";
import {
  type AppReading,
  addressNamed,
  type DeclaredOrder,
  idIn,
  type ResourcePlace,
  reportAt,
  reportResource,
  sourcePositionOf,
} from "./app-reading.ts";
import { checkArguments, requiredId } from "./arguments.ts";
import { addressOfResource, evaluateNode } from "./evaluate.ts";
import { type JsonNode, jsonField } from "./json-source.ts";
import { isOutsideAddress } from "./outside-address.ts";

/** Reads the order of siblings that a resource declares. */
export function readOrder(place: ResourcePlace, schema: OrderSchema): void {
  const { app, resource } = place;
  checkArguments(place, [schema.scopeField, containerField, siblingsField]);
  const scope = requiredId(place, schema.scopeField, [schema.scope.name]);
  const containers = [...new Set(schema.ordered.flatMap((type) => type.container?.types ?? []))];
  const container = idIn(place, containerField, containers);
  const list = jsonField(resource.body, siblingsField);
  if (list === undefined) {
    const facts = { case: "field", resource: resource.name, field: siblingsField } as const;
    reportResource(place, wordsOf("synth/missing-field", facts));
    return;
  }
  const siblings = siblingsIn(place, schema, list);
  if (scope === undefined || siblings === undefined) return;
  // The app does not declare a parent that it names by its id, so docsform does not order its contents.
  const named = container ?? scope;
  if (typeof named === "string" || isOutsideAddress(named.$ref)) {
    const words = wordsOf("synth/order-ignored", { resource: resource.name });
    app.reading.report(warningAt(resource.at, words));
    return;
  }
  const parent = addressNamed(place, schema.scope.name, named);
  const at = sourcePositionOf(place, list);
  const own = { siblings, stack: place.stack, place: placeOf(place, parent), at };
  const other = app.orders
    .get(parent)
    ?.find((each) => each.stack === own.stack || each.siblings.some((sibling) => siblings.includes(sibling)));
  if (other === undefined) append(app.orders, parent, own);
  else reportAt(place, list, wordsOf("synth/two-orders", { parent, place: positionText(other.at) }));
}

/** The place of the stack among those that add to the parent: first the one that declares it, then the others as the code adds them. */
function placeOf({ stack, resolving, resource }: ResourcePlace, parent: Address): number {
  const declaresParent = [...stack.resources.values()].some(
    ({ schema, ...each }) =>
      schema.kind === "object" && addressOfResource(resolving, { schema, ...each }, schema) === parent,
  );
  if (declaresParent) return -1;
  const position = jsonField(jsonField(resource.body, "//"), orderPositionField);
  return position?.kind === "scalar" && typeof position.value === "number" ? position.value : 0;
}

function siblingsIn(
  place: ResourcePlace,
  schema: OrderSchema,
  list: JsonNode,
): readonly string[] | undefined {
  const value = evaluateNode(place.resolving, list);
  if (value === undefined) return undefined;
  const items = Array.isArray(value) ? (value as readonly DesiredValue[]) : [value];
  const types = schema.ordered.map((type) => type.name);
  const siblings = new Set<string>();
  for (const [at, item] of items.entries()) {
    const node = list.kind === "array" ? (list.items[at] ?? list) : list;
    const address = isReference(item) ? item.$ref : undefined;
    const isSibling = address !== undefined && types.includes(typeOfAddress(address));
    if (address === undefined || !isSibling) {
      const objects = schema.ordered.map((type) => type.label.many);
      const facts = { case: "siblings", field: siblingsField, objects } as const;
      return reportAt(place, node, wordsOf("synth/unsupported", facts));
    }
    if (siblings.has(address))
      return reportAt(place, node, wordsOf("synth/invalid-value", { case: "listedTwice", address }));
    siblings.add(address);
  }
  return [...siblings];
}

/** Gives each object its place among its siblings, and reports orders with objects that are not siblings. */
export function rankObjects(app: AppReading): readonly DesiredObject[] {
  const ranks = new Map<string, number>();
  const objects = app.reading.objects.map(({ object }) => object);
  const insideOf = groupBy(objects, (object) => parentOf(object) ?? "");
  for (const [parent, orders] of app.orders) {
    const inside = insideOf.get(parent) ?? [];
    const siblings = orderedSiblings(app, parent, orders, inside);
    for (const [rank, sibling] of siblings.entries()) ranks.set(sibling, rank);
    const known = new Set(inside.map(({ address }) => address));
    const strangers = siblings.filter((sibling) => !known.has(sibling));
    if (strangers.length === 0) continue;
    const [{ at }] = orders as [DeclaredOrder];
    app.reading.report(errorAt(at, wordsOf("synth/not-siblings", { parent, objects: strangers })));
  }
  return objects.map((object) => {
    const rank = ranks.get(object.address);
    if (rank !== undefined) return { ...object, rank };
    return app.orders.has(parentOf(object) ?? "") ? { ...object, isUnordered: true as const } : object;
  });
}

/** The siblings that all stacks add to a parent. A stack that adds only one of them may declare no order: the sibling is in it. */
function orderedSiblings(
  { types, reading }: AppReading,
  parent: Address,
  orders: readonly DeclaredOrder[],
  inside: readonly DesiredObject[],
): readonly Address[] {
  const ordered = new Set(types.filter(({ order }) => order !== undefined).map(({ name }) => name));
  const others = inside.filter(
    ({ type, at }) => ordered.has(type) && orders.every(({ stack }) => stack.source.file !== at?.file),
  );
  const parentFile = reading.objects.find(({ object }) => object.address === parent)?.object.at?.file;
  const single = [...groupBy(others, ({ at }) => at?.file)].flatMap(([file, [only, another]]) =>
    only === undefined || another !== undefined
      ? []
      : [{ siblings: [only.address], place: file === parentFile ? -1 : Infinity }],
  );
  return [...orders, ...single].sort((a, b) => a.place - b.place).flatMap(({ siblings }) => siblings);
}

/** The parent of an object. Undefined: it is not managed, or an id. */
function parentOf({ container, scope }: DesiredObject): string | undefined {
  if (isReference(container)) return container.$ref;
  return container === null ? scope : undefined;
}
