import type { Address } from "../../model/address.ts";
import { isKnownTo } from "../../model/api-version-marks.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { DesiredObject, DesiredValue } from "../../model/desired-world.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { attributesIn } from "../../model/key-field.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import {
  type FinalWriteSchema,
  type FirstChildSchema,
  protectionField,
  type TerraformSchema,
  type ValueField,
} from "../../model/terraform-schema.ts";
import { present } from "../../util/present.ts";
import { withArticle } from "../../util/with-article.ts";
import {
  addressNamed,
  attributeValue,
  cleared,
  type DeclaredResource,
  idIn,
  type ResourcePlace,
  reportAt,
  reportResource,
  reportUnknown,
  sourcePositionOf,
} from "./app-reading.ts";
import { checkArguments, requiredId } from "./arguments.ts";
import { addressOfResource, evaluateNode } from "./evaluate.ts";
import { type JsonNode, jsonEntries, jsonField } from "./json-source.ts";
import { type Lifecycle, readLifecycle } from "./read-lifecycle.ts";
import { valueNames } from "./schemas.ts";
import { firstChildAddress } from "./stack.ts";

/** Reads the values of a final write into the object that it names. */
export function readFinalWrite(place: ResourcePlace, schema: FinalWriteSchema): void {
  checkArguments(place, [schema.objectField, ...schema.fields.map((field) => field.name)]);
  const id = requiredId(place, schema.objectField, [schema.type.name]);
  if (id === undefined) return;
  const { finalWrites } = place.app;
  const address = addressNamed(place, schema.type.name, id);
  const declared: DeclaredResource = finalWrites.get(address) ?? { attributes: {}, positions: {} };
  finalWrites.set(address, declared);
  for (const field of schema.fields) {
    const node = jsonField(place.resource.body, field.name);
    const value = node === undefined ? schema.present[field.attribute] : attributeValue(place, field, node);
    if (value === undefined) continue;
    declared.attributes[field.attribute] = value === cleared ? null : value;
    declared.positions[field.attribute] =
      node === undefined ? place.resource.at : sourcePositionOf(place, node);
  }
}

/** Reads an object and its first child, and adds both to the results. */
export function readObjectResource(place: ResourcePlace, schema: TerraformSchema, rank: number): void {
  checkArguments(place, argumentsOf(schema));
  const { app, resource, resolving } = place;
  const lifecycle = readLifecycle(place, schema);
  const scope = schema.scopeField === undefined ? undefined : scopeOf(place, schema, schema.scopeField);
  const container = containerOf(place, schema, lifecycle);
  const address = addressOfResource(resolving, resource, schema);
  recordConstruct(place, address);
  const own = declaredValues(place, lifecycle, schema.values);
  const final = app.finalWrites.get(address);
  const defaultAt = defaultAtOf(place, schema);
  const pin = app.pins.get(address);
  checkRequired(place, schema, own, pin !== undefined);
  const object: DesiredObject = {
    address,
    type: schema.type.name,
    ...present({ scope, container }),
    attributes: { ...own.attributes, ...final?.attributes },
    ...(defaultAt === undefined ? {} : { isDefault: true }),
    ...present({ pin }),
    protect: isProtected(place) || lifecycle.protect,
    ignore: ignoredOf(lifecycle, schema.values, own),
    owns: [],
    ...(app.orders.has(address) ? { ordersContents: true } : {}),
    rank,
    at: resource.at,
    positions: { ...own.positions, ...final?.positions },
  };
  const containerNode =
    schema.containerField === undefined ? undefined : jsonField(resource.body, schema.containerField);
  app.reading.objects.push({
    object,
    at: resource.at,
    ...present({ defaultAt }),
    ...(containerNode === undefined ? {} : { containerAt: sourcePositionOf(place, containerNode) }),
  });
  readFirstChild(place, schema, lifecycle, object);
}

function recordConstruct({ app, resource: { constructPath } }: ResourcePlace, address: Address): void {
  if (constructPath !== undefined) app.constructPaths.set(address, constructPath);
}

function isProtected(place: ResourcePlace): boolean {
  const node = jsonField(place.resource.body, protectionField);
  if (node === undefined) return false;
  const flag = booleanOf(evaluateNode(place.resolving, node));
  if (flag === undefined)
    reportAt(place, node, wordsOf("synth/invalid-value", { case: "boolean", field: protectionField }));
  return flag === true;
}

/** A value as Terraform converts it to a boolean; false if it is not set. Undefined: it is no boolean. */
function booleanOf(value: DesiredValue | undefined): boolean | undefined {
  if (value === true || value === "true") return true;
  const isFalse = value === false || value === "false" || value === null || value === undefined;
  return isFalse ? false : undefined;
}

function argumentsOf(schema: TerraformSchema): readonly string[] {
  const places = [schema.scopeField, schema.containerField, schema.defaultField];
  return [...schema.deletionFlags, ...valueNames(schema), ...places.filter((name) => name !== undefined)];
}

function readFirstChild(
  place: ResourcePlace,
  schema: TerraformSchema,
  lifecycle: Lifecycle,
  parent: DesiredObject,
): void {
  const { app, resource, resolving } = place;
  const { firstChild } = schema;
  if (firstChild === undefined) return;
  const part = readPart(place, firstChild);
  const carried = declaredValues(place, lifecycle, firstChild.values);
  const further =
    part === undefined ? noValues : declaredValues(place, lifecycle, firstChild.part.values, part);
  const own = {
    attributes: { ...carried.attributes, ...further.attributes },
    positions: { ...carried.positions, ...further.positions },
  };
  const object: DesiredObject = {
    address: firstChildAddress(resolving, firstChild, resource.label),
    type: firstChild.type.name,
    ...present({ scope: parent.scope }),
    container: { $ref: parent.address },
    attributes: own.attributes,
    ignore: ignoredOf(lifecycle, [...firstChild.values, ...firstChild.part.values], own),
    owns: [],
    // The service creates it with its container, so it comes before its siblings.
    rank: -1,
    at: resource.at,
    positions: own.positions,
  };
  recordConstruct(place, object.address);
  app.reading.objects.push({ object, at: resource.at });
}

const noValues: DeclaredResource = { attributes: {}, positions: {} };

/** The nested attribute of the first child. Undefined: docsform leaves its values as they are, or an error was reported. */
function readPart(place: ResourcePlace, { part }: FirstChildSchema): JsonNode | undefined {
  const node = jsonField(place.resource.body, part.name);
  if (node === undefined) return undefined;
  if (node.kind !== "object") {
    evaluateNode(place.resolving, node);
    return undefined;
  }
  const known = part.values.map(({ name }) => name);
  for (const [name, { key }] of jsonEntries(node))
    if (!known.includes(name)) reportUnknown(place, key, name, known, part.name);
  return node;
}

function declaredValues(
  place: ResourcePlace,
  { ignored }: Lifecycle,
  fields: readonly ValueField[],
  body: JsonNode = place.resource.body,
): DeclaredResource {
  const declared: DeclaredResource = { attributes: {}, positions: {} };
  for (const field of fields) {
    const node = nodeOf(place, field, body);
    const value = node === undefined ? null : attributeValue(place, field, node);
    if (value === undefined) {
      // An invalid value is reported already. Its position prevents a second report that it is missing.
      declared.positions[field.attribute] = place.resource.at;
      continue;
    }
    if (value === null && !clearsWhenAbsent(field, ignored)) continue;
    declared.attributes[field.attribute] = value === cleared ? null : value;
    declared.positions[field.attribute] =
      node === undefined ? place.resource.at : sourcePositionOf(place, node);
  }
  return declared;
}

function clearsWhenAbsent(field: ValueField, ignored: ReadonlySet<ValueField>): boolean {
  // A field that only one of the published API versions has may not exist on the service, so docsform does not clear it.
  const { schema } = field.rule;
  const isEverywhere = publishedApiVersions.every((apiVersion) => isKnownTo(schema, apiVersion));
  return field.mode === "optional" && !ignored.has(field) && isEverywhere;
}

/** The argument with a field's value: its own argument, or the write-only one, which Terraform does not store. */
function nodeOf(place: ResourcePlace, { name, writeOnly }: ValueField, body: JsonNode): JsonNode | undefined {
  const own = jsonField(body, name);
  const writeOnlyNode = writeOnly === undefined ? undefined : jsonField(body, writeOnly.name);
  if (own !== undefined && writeOnly !== undefined && writeOnlyNode !== undefined) {
    const facts = { case: "exclusive", field: writeOnly.name, other: name } as const;
    reportAt(place, writeOnlyNode, wordsOf("synth/invalid-value", facts));
  }
  return writeOnlyNode ?? own;
}

function ignoredOf(
  { ignored }: Lifecycle,
  fields: readonly ValueField[],
  { attributes }: DeclaredResource,
): readonly string[] {
  return fields
    .filter((field) => ignored.has(field) && attributes[field.attribute] !== undefined)
    .map((field) => field.attribute);
}

function checkRequired(
  place: ResourcePlace,
  schema: TerraformSchema,
  { positions }: DeclaredResource,
  isPinned: boolean,
): void {
  if (isPinned) return;
  const ofFirstChild =
    schema.firstChild?.values.filter((field) => jsonField(place.resource.body, field.name) === undefined) ??
    [];
  const missing = schema.values.filter(
    (field) => field.mode === "required" && positions[field.attribute] === undefined,
  );
  checkRecognizable(place, schema, positions);
  for (const { name } of [...missing, ...ofFirstChild.filter((field) => field.mode === "required")]) {
    const words = wordsOf("synth/missing-field", {
      case: "toCreate",
      resource: place.resource.name,
      field: name,
      object: withArticle(schema.type.label.one),
    });
    reportResource(place, words);
  }
}

/** Checks that an object that cannot be created declares its key. */
function checkRecognizable(
  place: ResourcePlace,
  { type, values }: TerraformSchema,
  positions: DeclaredResource["positions"],
): void {
  if (!isOnlyImported(type) || isOrganization(type)) return;
  const key = attributesIn(type.identity.key);
  for (const { name, attribute } of values) {
    if (!key.includes(attribute) || positions[attribute] !== undefined) continue;
    const words = wordsOf("synth/missing-field", {
      case: "identity",
      resource: place.resource.name,
      field: name,
      object: type.label.one,
    });
    reportResource(place, words);
  }
}

function scopeOf(place: ResourcePlace, schema: TerraformSchema, field: string): string | undefined {
  const type = schema.type.scope ?? "";
  const id = requiredId(place, field, [type]);
  return id === undefined ? undefined : addressNamed(place, type, id);
}

function containerOf(
  place: ResourcePlace,
  schema: TerraformSchema,
  { ignoresContainer }: Lifecycle,
): DesiredObject["container"] {
  if (schema.containerField === undefined || schema.type.container === undefined) return undefined;
  const node = jsonField(place.resource.body, schema.containerField);
  // Absent means the top level, as in Terraform, unless ignore_changes leaves the parent to others.
  if (node === undefined) return ignoresContainer ? undefined : null;
  return idIn(place, schema.containerField, schema.type.container.types);
}

/** The position of the argument that makes the object the default. Undefined: the object is not the default, or an error was reported. */
function defaultAtOf(place: ResourcePlace, { defaultField }: TerraformSchema) {
  const node = defaultField === undefined ? undefined : jsonField(place.resource.body, defaultField);
  if (defaultField === undefined || node === undefined) return undefined;
  const isDefault = booleanOf(evaluateNode(place.resolving, node));
  if (isDefault === true) return sourcePositionOf(place, node);
  // An object loses the role only when a sibling gets it. So docsform cannot apply false, and treats it as absent.
  if (isDefault === false) return undefined;
  return reportAt(place, node, wordsOf("synth/invalid-value", { case: "onlyTrue", field: defaultField }));
}
