import { type Address, typeOfAddress } from "../model/address.ts";
import { wordsOf } from "../model/codes/app-words.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../model/desired-world.ts";
import { type Diagnostic, errorAt, warningAt } from "../model/diagnostic.ts";
import { isLiteral, Secret } from "../model/secret.ts";
import { mayBeSecret } from "../model/secret-value.ts";
import { terraformSchemaOf, typeOf } from "./types.ts";

/** Diagnostics for parts of a layout that Terraform does not support. */
export function layoutProblems(world: DesiredWorld): readonly Diagnostic[] {
  const first = new Set(firstChildren(world).values());
  return [
    ...headProblems(world),
    ...world.objects.flatMap((object) =>
      first.has(object)
        ? firstChildProblems(object, world)
        : [...valueProblems(object), ...pinProblems(object, world)],
    ),
  ];
}

/** The objects that the service creates together with their container, by its address: the first declared object in each. */
export function firstChildren(world: DesiredWorld): ReadonlyMap<Address, DesiredObject> {
  const first = new Map<Address, DesiredObject>();
  const parents = new Map(world.objects.map((object) => [object.address, object]));
  for (const object of world.objects) {
    const parent = isReference(object.container) ? parents.get(object.container.$ref) : undefined;
    if (parent === undefined || typeOf(parent.type).firstChild?.type !== object.type) continue;
    if (!first.has(parent.address)) first.set(parent.address, object);
  }
  return first;
}

/** Whether the layout only gives the id of an object and declares nothing else about it. */
export function isForeign(object: DesiredObject): boolean {
  return (
    object.pin !== undefined && Object.keys(object.attributes).length === 0 && object.container === undefined
  );
}

/** Whether an app can only refer to an existing object: it lacks a required value, which pull does not write because it cannot or must not. */
export function isOnlyNamed({ pin, type, attributes }: DesiredObject): boolean {
  if (pin === undefined) return false;
  const missing = terraformSchemaOf(type).values.filter(
    ({ mode, attribute }) => mode === "required" && attributes[attribute] === undefined,
  );
  return (
    missing.length > 0 && missing.every(({ rule }) => rule.unreadable !== undefined || mayBeSecret(rule))
  );
}

/** The object whose construct is the parent of this object's construct: the section for a variant of a section, otherwise the site. */
export function constructParentOf({ scope, container, type }: DesiredObject): Address | undefined {
  if (!isReference(container)) return scope;
  return typeOf(typeOfAddress(container.$ref)).firstChild?.type === type ? container.$ref : scope;
}

function headProblems({ prune, safety }: DesiredWorld): readonly Diagnostic[] {
  const ignored = [
    ...(prune.length > 0 ? ["prune"] : []),
    ...(Object.keys(safety).length > 0 ? ["safety"] : []),
  ];
  return ignored.map((field) =>
    warningAt(undefined, wordsOf("constructs/not-in-terraform", { case: "ignored", field })),
  );
}

function valueProblems(object: DesiredObject): readonly Diagnostic[] {
  return Object.entries(object.attributes).flatMap(([name, value]) => {
    const at = object.positions?.[name] ?? object.at;
    return containsLiteral(value)
      ? [errorAt(at, wordsOf("constructs/secret-in-clear", { field: name }))]
      : [];
  });
}

function containsLiteral(value: DesiredValue): boolean {
  if (value instanceof Secret) return isLiteral(value.source);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => containsLiteral(part as DesiredValue));
}

/**
 * The service creates the object together with its container. In Terraform it has no resource of its own, only fields of its container's.
 */
function firstChildProblems(object: DesiredObject, { objects }: DesiredWorld): readonly Diagnostic[] {
  const { container } = object;
  const parent = isReference(container)
    ? objects.find(({ address }) => address === container.$ref)
    : undefined;
  if (parent?.pin !== undefined && object.pin !== undefined && object.protect !== true)
    return keptValues(object, parent.address);
  const { label } = typeOf(object.type);
  const carried = managedByParent(object);
  const names = [
    ...Object.keys(object.attributes).filter((name) => !carried.has(name)),
    ...(object.pin === undefined ? [] : ["id"]),
    ...(object.protect === true ? ["protect"] : []),
  ];
  return names.map((field) => {
    const facts = { case: "firstChild", field, object: label.one } as const;
    return errorAt(object.positions?.[field] ?? object.at, wordsOf("constructs/not-in-terraform", facts));
  });
}

/** The values of an existing first child that Terraform does not manage. It is imported with its parent. */
function keptValues(object: DesiredObject, address: Address): readonly Diagnostic[] {
  const carried = managedByParent(object);
  const { label } = typeOf(object.type);
  return Object.keys(object.attributes)
    .filter((name) => !carried.has(name))
    .map((field) => {
      const facts = { case: "firstChildKept", field, object: label.one, address } as const;
      return warningAt(object.positions?.[field] ?? object.at, wordsOf("constructs/not-in-terraform", facts));
    });
}

/** The attributes of a first child that are arguments of its parent. */
function managedByParent(object: DesiredObject): ReadonlySet<string> {
  const { firstChild } = terraformSchemaOf(typeOfParent(object));
  const fields = [...(firstChild?.values ?? []), ...(firstChild?.part.values ?? [])];
  return new Set(fields.map(({ attribute }) => attribute));
}

function typeOfParent({ container }: DesiredObject): string {
  return isReference(container) ? typeOfAddress(container.$ref) : "";
}

function pinProblems(object: DesiredObject, world: DesiredWorld): readonly Diagnostic[] {
  if (object.pin === undefined || isForeign(object)) return [];
  const schema = terraformSchemaOf(object.type);
  const missing = schema.values.filter(
    ({ mode, attribute }) => mode === "required" && object.attributes[attribute] === undefined,
  );
  const names = missing.map(({ attribute }) => attribute);
  if (isOnlyNamed(object)) {
    const facts = { case: "onlyNamed", address: object.address, fields: names.join(" and no ") } as const;
    return [warningAt(object.at, wordsOf("constructs/not-in-terraform", facts))];
  }
  if (schema.firstChild !== undefined && !hasInside(object, world))
    names.push(schema.firstChild.type.label.many);
  if (names.length === 0) return [];
  const facts = { case: "incomplete", address: object.address, fields: names.join(" and no ") } as const;
  return [errorAt(object.at, wordsOf("constructs/not-in-terraform", facts))];
}

function hasInside({ address }: DesiredObject, { objects }: DesiredWorld): boolean {
  return objects.some(({ container }) => isReference(container) && container.$ref === address);
}
