import type { Address } from "../../model/address.ts";
import { addressOf, typeOfAddress } from "../../model/address.ts";
import type { Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { DesiredObject, DesiredValue } from "../../model/desired-world.ts";
import { isReference, type Reference } from "../../model/desired-world.ts";
import { errorAt, type SourcePosition } from "../../model/diagnostic.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { ValueField } from "../../model/terraform-schema.ts";
import { isBrokenJson } from "../../model/terraform-shape.ts";
import { suggestion } from "../../util/nearest.ts";
import { withArticle } from "../../util/with-article.ts";
import { checkedValue } from "../read-attribute.ts";
import type { LayoutReading } from "../reading.ts";
import { evaluateNode, referencesIn } from "./evaluate.ts";
import { type JsonNode, jsonField, type Span } from "./json-source.ts";
import type { OutsideSource, Resolving, Sensitivity } from "./place-in-app.ts";
import { serviceValue, spanAt } from "./service-value.ts";
import type { Stack, StackResource } from "./stack.ts";

/** The input and the results of reading an app's resources, while docsform reads them. */
export interface AppReading {
  readonly reading: LayoutReading;
  readonly types: readonly ResourceType[];
  readonly resolvingOf: (stack: Stack) => Resolving;
  /** The values of final writes, by the address of their object. */
  readonly finalWrites: Map<Address, DeclaredResource>;
  /** Siblings in the orders that the stacks declare, by the address of their parent. */
  readonly orders: Map<Address, DeclaredOrder[]>;
  /** Ids from import blocks, by the address of the object. */
  readonly pins: Map<Address, string>;
  /** The data sources whose ids expressions use. */
  readonly outside: ReadonlyMap<Address, OutsideSource>;
  /** Objects that the app names only by their ids. */
  readonly named: Map<Address, DesiredObject>;
  /** The path of the construct that declares an object, by the address of the object. */
  readonly constructPaths: Map<Address, string>;
}

/** Declared attributes with their positions. */
export interface DeclaredResource {
  readonly attributes: Record<string, DesiredValue>;
  readonly positions: Record<string, SourcePosition>;
}

/** The order of the siblings that one stack adds to a list. */
export interface DeclaredOrder {
  readonly siblings: readonly Address[];
  readonly stack: Stack;
  /** Place of the stack among those that add to the list. Negative: it declares their parent. */
  readonly place: number;
  readonly at: SourcePosition;
}

/** A resource, with its stack and everything that its expressions need. */
export interface ResourcePlace {
  readonly app: AppReading;
  readonly stack: Stack;
  readonly resource: StackResource;
  readonly resolving: Resolving;
}

/** The position of a part of the stack's file. */
export function sourcePositionOf({ stack }: Pick<ResourcePlace, "stack">, span: Span): SourcePosition {
  return stack.source.at(span);
}

/** Reports an error at a part of the resource. */
export function reportAt(place: Pick<ResourcePlace, "app" | "stack">, span: Span, words: Words): undefined {
  place.app.reading.report(errorAt(sourcePositionOf(place, span), words));
  return undefined;
}

/** Reports a field that an object or a resource does not have. */
export function reportUnknown(
  place: ResourcePlace,
  span: Span,
  field: string,
  known: readonly string[],
  object = place.resource.name,
): void {
  const facts = { object, field, suggestion: suggestion(field, known) };
  reportAt(place, span, wordsOf("synth/unknown-field", facts));
}

/** Reports an error about the resource as a whole. */
export function reportResource({ app, resource }: ResourcePlace, words: Words): void {
  app.reading.report(errorAt(resource.at, words));
}

/** The result for an attribute's word for null, such as `none`. In Terraform, null itself means that the attribute is not set. */
export const cleared = Symbol("cleared");

/** The checked value of an attribute's node; null if the node sets none. Undefined: an error was reported. */
export function attributeValue(
  place: ResourcePlace,
  field: Pick<ValueField, "name" | "rule" | "shape">,
  node: JsonNode,
): DesiredValue | typeof cleared | undefined {
  const { rule, shape, name } = field;
  const sensitivity: Sensitivity = rule.sensitive === true ? "sensitive" : "plain";
  const found = evaluateNode(place.resolving, node, sensitivity);
  if (found === undefined || found === null) return found;
  if (isReference(found)) return referenceValue(place, field, node, found);
  if (isBrokenJson(shape, found))
    return reportAt(place, node, wordsOf("synth/invalid-value", { case: "json", field: name }));
  let isRight = true;
  const value = serviceValue(shape, found, ({ path, known }) => {
    isRight = false;
    reportUnknown(place, spanAt(shape, node, path, "key"), String(path.at(-1)), known, name);
  });
  if (value === null) return cleared;
  const inside = new Set(referencesIn(value).map(({ $ref }) => $ref));
  for (const address of inside) reportReference(place, name, node, address);
  if (!isRight || inside.size > 0) return undefined;
  const at = (path: readonly PropertyKey[], part: "key" | "value") =>
    sourcePositionOf(place, spanAt(shape, node, path, part));
  return checkedValue(place.app.reading, name, rule, value, at);
}

function referenceValue(
  place: ResourcePlace,
  { name, rule }: Pick<ValueField, "name" | "rule">,
  node: JsonNode,
  value: Reference,
): Reference | undefined {
  if (rule.reference === undefined) return reportReference(place, name, node, value.$ref);
  return declaredReference(place, name, node, value, [rule.reference.type]);
}

/** The reference, if it is to an object of one of the types. Undefined: it is not, and an error was reported. */
export function declaredReference(
  place: ResourcePlace,
  name: string,
  node: JsonNode,
  value: Reference,
  types: readonly string[],
): Reference | undefined {
  if (types.includes(typeOfAddress(value.$ref))) return value;
  const objects = types.map((type) => withArticle(labelOf(place.app, type))).join(" or ");
  return reportAt(place, node, wordsOf("synth/wrong-type", { field: name, objects, address: value.$ref }));
}

function labelOf({ types }: AppReading, name: string): string {
  return types.find((type) => type.name === name)?.label.one ?? name;
}

/** Reports the id of a declared object where docsform resolves none, such as inside a list or a map. */
function reportReference(place: ResourcePlace, field: string, node: JsonNode, address: Address): undefined {
  const facts = { case: "idInValue", field, address } as const;
  return reportAt(place, node, wordsOf("synth/unresolvable", facts));
}

/** The id in a field: a reference to an object of the app, or the id itself. Undefined: the field has none, or an error was reported. */
export function idIn(
  place: ResourcePlace,
  name: string,
  types: readonly string[],
): Reference | string | undefined {
  const node = jsonField(place.resource.body, name);
  if (node === undefined) return undefined;
  const value = evaluateNode(place.resolving, node);
  if (value === undefined || value === null) return undefined;
  if (isReference(value)) return declaredReference(place, name, node, value, types);
  if (typeof value === "string" && value !== "") return value;
  return reportAt(place, node, wordsOf("synth/invalid-value", { case: "id", field: name }));
}

/**
 * The address of an object from a reference or an id. If the app names an object only by its id, docsform manages nothing of it except its
 * final writes.
 */
export function addressNamed(place: ResourcePlace, type: string, id: Reference | string): Address {
  if (isReference(id)) return id.$ref;
  const { named, pins } = place.app;
  for (const [pinned, pin] of pins) if (pin === id && typeOfAddress(pinned) === type) return pinned;
  const address = addressOf(type, `@${id}`);
  if (!named.has(address))
    named.set(address, {
      address,
      type,
      attributes: {},
      pin: id,
      ignore: [],
      owns: [],
      rank: named.size,
      at: place.resource.at,
    });
  return address;
}
