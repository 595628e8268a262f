import { positionText } from "../layout/yaml-source.ts";
import { type Address, typeOfAddress } from "../model/address.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../model/desired-world.ts";
import { errorAt, warningAt } from "../model/diagnostic.ts";
import { containerField, type OrderSchema, siblingsField } from "../model/terraform-schema.ts";
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
import { wordsOf } from "./words.ts";

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
  const own: DeclaredOrder = { siblings, stacks: [place.stack], at: sourcePositionOf(place, list) };
  const first = app.orders.get(parent);
  const order = first === undefined ? own : joined(place, parent, first, own);
  if (order !== undefined) {
    app.orders.set(parent, order);
    return;
  }
  const facts = { parent, place: positionText((first as DeclaredOrder).at) };
  reportAt(place, list, wordsOf("synth/two-orders", facts));
}

/**
 * Joins the orders of two stacks, each of its own siblings. The siblings of the stack that declares the parent come first, as they do if
 * each stack is applied by itself. Undefined: both orders contain the same sibling, or come from one stack.
 */
function joined(
  { stack, resolving }: ResourcePlace,
  parent: Address,
  first: DeclaredOrder,
  own: DeclaredOrder,
): DeclaredOrder | undefined {
  const isShared = own.siblings.some((sibling) => first.siblings.includes(sibling));
  if (isShared || first.stacks.includes(stack)) return undefined;
  const declaresParent = [...stack.resources.values()].some(
    (resource) =>
      resource.schema.kind === "object" && addressOfResource(resolving, resource, resource.schema) === parent,
  );
  const parts = declaresParent ? [own, first] : [first, own];
  return {
    siblings: parts.flatMap(({ siblings }) => siblings),
    stacks: [...first.stacks, stack],
    at: first.at,
  };
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
  for (const [parent, { siblings, at }] of app.orders) {
    for (const [rank, sibling] of siblings.entries()) ranks.set(sibling, rank);
    const inside = new Set(
      objects.filter((object) => parentOf(object) === parent).map((object) => object.address),
    );
    const strangers = siblings.filter((sibling) => !inside.has(sibling));
    if (strangers.length === 0) continue;
    app.reading.report(errorAt(at, wordsOf("synth/not-siblings", { parent, objects: strangers })));
  }
  return objects.map((object) => {
    const rank = ranks.get(object.address);
    if (rank !== undefined) return { ...object, rank };
    return app.orders.has(parentOf(object) ?? "") ? { ...object, isUnordered: true as const } : object;
  });
}

/** The parent of an object. Undefined: it is not managed, or an id. */
function parentOf({ container, scope }: DesiredObject): string | undefined {
  if (isReference(container)) return container.$ref;
  return container === null ? scope : undefined;
}
