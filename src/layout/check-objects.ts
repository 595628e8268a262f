import { codeOfType } from "../model/codes/code.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import { type DesiredObject, type DesiredValue, isReference, mapSecrets } from "../model/desired-world.ts";
import { errorAt } from "../model/diagnostic.ts";
import { attributesIn } from "../model/key-field.ts";
import { brokenUnions } from "../model/resource-type/attribute.ts";
import { isOnlyImported } from "../model/resource-type/creation.ts";
import type { UniqueRule } from "../model/resource-type/identity.ts";
import { allCycles, graphOf } from "../util/graph.ts";
import { canonicalJson, type Json } from "../util/json.ts";
import { withArticle } from "../util/with-article.ts";
import { syntaxOfType, type TypeSyntax } from "./layout-types.ts";
import type { LayoutReading, ReadObject } from "./reading.ts";
import { positionText } from "./yaml-source.ts";

/** Checks the rules across several fields or objects, and reports errors. */
export function checkObjects(reading: LayoutReading): void {
  const objectOfKey = new Map<string, ReadObject>();
  const defaults = new Map<string, ReadObject>();
  for (const read of reading.objects) {
    const syntax = syntaxOfType(reading.types, read.object.type);
    checkOwnRules(reading, syntax, read);
    checkUnions(reading, syntax, read);
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
    const words = wordsOf("layout/missing-field", {
      case: "toCreate",
      address: object.address,
      field: fieldOf(name),
      object: withArticle(type.label.one),
      type: type.label.one,
    });
    reading.report(errorAt(object.at, words));
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
  const words = wordsOf("layout/missing-field", {
    case: "identity",
    address: object.address,
    fields: key.map(fieldOf).join(" and "),
    object: type.label.one,
  });
  reading.report(errorAt(object.at, words));
}

function checkOwnRules(reading: LayoutReading, { type }: TypeSyntax, { object, at }: ReadObject): void {
  for (const failure of type.check?.(object.attributes) ?? []) {
    const position = object.positions?.[failure.attribute ?? ""] ?? at;
    reading.report(errorAt(position, { ...failure, code: codeOfType(failure.code) }));
  }
}

/** Checks that an object has exactly one attribute of each union. One with an id may leave out all, because it has one already. */
function checkUnions(
  reading: LayoutReading,
  { type, fieldOf }: TypeSyntax,
  { object, at }: ReadObject,
): void {
  const { address, attributes, positions, pin } = object;
  for (const { among, given } of brokenUnions(type, (name) => (attributes[name] ?? null) !== null)) {
    if (given.length === 0 && pin !== undefined) continue;
    const facts = { address, fields: among.map(fieldOf) };
    const words =
      given.length === 0
        ? wordsOf("layout/one-of", { case: "none", ...facts })
        : wordsOf("layout/one-of", { case: "several", ...facts });
    reading.report(errorAt(positions?.[given[1] ?? ""] ?? at, words));
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
  const words = wordsOf("layout/not-unique", {
    address: object.address,
    field: syntax.fieldOf(rule.attribute),
    other: first.object.address,
    place: positionText(valueAt(first, rule.attribute)),
  });
  reading.report(errorAt(valueAt(read, rule.attribute), words));
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
  const words = wordsOf("layout/two-defaults", {
    address: object.address,
    other: first.object.address,
    place: positionText(first.defaultAt ?? first.at),
  });
  reading.report(errorAt(defaultAt, words));
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
  for (const cycle of allCycles(inside))
    reportCycle(
      reading,
      cycle.map((at) => objects[at] as ReadObject),
    );
}

function reportCycle(reading: LayoutReading, cycle: readonly ReadObject[]): void {
  const first = cycle[0] as ReadObject;
  const addresses = [...cycle, first].map((read) => read.object.address).join(" → ");
  reading.report(errorAt(first.containerAt ?? first.at, wordsOf("layout/container-cycle", { addresses })));
}
