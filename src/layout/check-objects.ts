import { codeOfType } from "../model/codes/code.ts";
import { type DesiredObject, type DesiredValue, isReference, mapSecrets } from "../model/desired-world.ts";
import { graphOf, rings } from "../model/graph.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import { attributesIn } from "../model/key-field.ts";
import { isOnlyImported } from "../model/resource-type/creation.ts";
import type { UniqueRule } from "../model/resource-type/identity.ts";
import { withArticle } from "../model/with-article.ts";
import { syntaxOfType, type TypeSyntax } from "./layout-syntax.ts";
import { type LayoutReading, layoutErrorAt, type ReadObject } from "./reading.ts";
import { positionText } from "./yaml-source.ts";

/** Checks the rules across several fields or objects, and reports errors. */
export function checkObjects(reading: LayoutReading): void {
  const objectOfKey = new Map<string, ReadObject>();
  const defaults = new Map<string, ReadObject>();
  for (const read of reading.objects) {
    const syntax = syntaxOfType(reading.types, read.object.type);
    checkOwnRules(reading, syntax, read);
    for (const rule of syntax.type.unique ?? []) checkUnique(reading, syntax, read, rule, objectOfKey);
    checkDefault(reading, syntax, read, defaults);
  }
  checkCycles(reading);
}

/** Checks that an object without an id declares everything that its creation needs, or, if it can only be imported, what identifies it. */
export function checkCreatable(
  reading: LayoutReading,
  { type, fieldOf }: TypeSyntax,
  object: DesiredObject,
  declared: ReadonlySet<string>,
): void {
  if (object.pin !== undefined || object.at === undefined) return;
  if (isOnlyImported(type)) return checkRecognizable(reading, { type, fieldOf }, object, declared);
  if (type.creation === undefined) return;
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (attribute.atCreate !== "required" || declared.has(name)) continue;
    const field = fieldOf(name);
    const message = `${object.address} has no ${field}, which is required to create ${withArticle(type.label.one)}.`;
    const remedy = `Add ${field}, or the id of an existing ${type.label.one}.`;
    reading.report(layoutErrorAt(object.at, "missing-field", message, remedy));
  }
}

/** Checks that an object that cannot be created declares its id or its key. */
function checkRecognizable(
  reading: LayoutReading,
  { type, fieldOf }: Pick<TypeSyntax, "type" | "fieldOf">,
  object: DesiredObject,
  declared: ReadonlySet<string>,
): void {
  const key = attributesIn(type.identity.key);
  if (object.at === undefined || key.every((name) => declared.has(name))) return;
  const fields = key.map(fieldOf).join(" and ");
  const message = `${object.address} has neither ${fields} nor id, so docsform cannot identify the ${type.label.one}.`;
  reading.report(layoutErrorAt(object.at, "missing-field", message, `Add ${fields} or id.`));
}

function checkOwnRules(reading: LayoutReading, { type }: TypeSyntax, { object, at }: ReadObject): void {
  for (const failure of type.check?.(object.attributes) ?? []) {
    const position = object.positions?.[failure.attribute ?? ""] ?? at;
    const { code, message, remedy } = failure;
    const found = { severity: "error", code: codeOfType(code), message, at: position } as const;
    reading.report(remedy === undefined ? found : { ...found, remedy });
  }
}

function checkUnique(
  reading: LayoutReading,
  syntax: TypeSyntax,
  read: ReadObject,
  rule: UniqueRule,
  objectOfKey: Map<string, ReadObject>,
): void {
  const { object } = read;
  const value = object.attributes[rule.attribute];
  if (value === undefined || value === null) return;
  const normalize = syntax.type.attributes[rule.attribute]?.normalize ?? ((same: Json) => same);
  const clear = mapSecrets(value, (secret) => secret.reveal());
  const within = withinOf(rule.within, object);
  const key = canonicalJson([
    object.type,
    rule.attribute,
    within,
    isReference(clear) ? clear : normalize(clear),
  ]);
  const first = objectOfKey.get(key);
  if (first === undefined) {
    objectOfKey.set(key, read);
    return;
  }
  // Two objects with one address are reported already.
  if (first.object.address === object.address) return;
  const field = syntax.fieldOf(rule.attribute);
  const message = `${object.address} has the same ${field} as ${first.object.address} at ${positionText(valueAt(first, rule.attribute))}.`;
  reading.report(
    layoutErrorAt(valueAt(read, rule.attribute), "not-unique", message, `Give one of them another ${field}.`),
  );
}

function checkDefault(
  reading: LayoutReading,
  syntax: TypeSyntax,
  read: ReadObject,
  defaults: Map<string, ReadObject>,
): void {
  const { object, defaultAt } = read;
  if (defaultAt === undefined) return;
  const key = canonicalJson([object.type, withinOf(syntax.type.defaultRole?.within ?? "container", object)]);
  const first = defaults.get(key);
  if (first === undefined) {
    defaults.set(key, read);
    return;
  }
  const message = `${object.address} cannot be the default: ${first.object.address} is the default already, at ${positionText(first.defaultAt ?? first.at)}.`;
  reading.report(layoutErrorAt(defaultAt, "two-defaults", message, "Keep one of them."));
}

/** The part of the organization in which a value must be unique. */
function withinOf(within: UniqueRule["within"], object: DesiredObject): Json {
  if (within === "organization") return null;
  const scope = object.scope ?? null;
  return within === "scope" ? scope : [scope, containerKey(object.container)];
}

function containerKey(container: DesiredValue | undefined): Json {
  if (container === undefined) return false;
  return isReference(container) ? { $ref: container.$ref } : (container as string | null);
}

function valueAt(read: ReadObject, attribute: string) {
  return read.object.positions?.[attribute] ?? read.at;
}

/** Reports each cycle of objects that are inside each other. */
function checkCycles(reading: LayoutReading): void {
  const { objects } = reading;
  const addresses = new Set(objects.map(({ object }) => object.address));
  const inside = graphOf(
    objects.map(({ object: { address, container } }) => [
      address,
      isReference(container) && addresses.has(container.$ref) ? [container.$ref] : [],
    ]),
  );
  for (const ring of rings(inside))
    reportCycle(
      reading,
      ring.map((at) => objects[at] as ReadObject),
    );
}

function reportCycle(reading: LayoutReading, ring: readonly ReadObject[]): void {
  const first = ring[0] as ReadObject;
  const members = [...ring, first].map((read) => read.object.address).join(" → ");
  const message = `These objects are inside each other: ${members}.`;
  reading.report(
    layoutErrorAt(first.containerAt ?? first.at, "container-cycle", message, "Move one of them out."),
  );
}
