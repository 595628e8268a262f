import { type DesiredObject, type DesiredValue, isReference } from "../../src/model/desired-world.ts";
import type { Call } from "../../src/model/endpoint.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { isOnlyImported } from "../../src/model/resource-type/creation.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { Json } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { organizationId } from "../support/declare-world.ts";
import { changingCalls, deletingCalls, type ForeignObject, movingCalls } from "../support/foreign-calls.ts";
import { type ForeignEdit, foreignEdits, ifAccepted } from "./foreign-edits.ts";
import { applicable } from "./further-layouts.ts";
import type { Representative } from "./representative.ts";

/** The handwritten edits, and derived edits of the types that these do not change or that are named. */
export function everyForeignEdit(
  given: Representative,
  named: readonly string[] = [],
): readonly ForeignEdit[] {
  const drawn = new Set(foreignEdits.map(({ type }) => type));
  const types = applicable.filter(({ name }) => !drawn.has(name) || named.includes(name));
  return [...foreignEdits, ...types.flatMap((type) => editsOf(type, given))];
}

interface Edited extends ForeignObject {
  readonly object: DesiredObject;
  readonly given: Representative;
}

/** One edit for each declared value of a live object that the layout keeps, so that apply must repair each of them. */
function editsOf(type: ResourceType, given: Representative): readonly ForeignEdit[] {
  const object = given.desired.objects.findLast(
    ({ address, type: name }) => name === type.name && given.state.objects[address] !== undefined,
  );
  const entry = object && given.state.objects[object.address];
  if (object === undefined || entry === undefined) return [];
  const scope = present({ scopeId: entry.scopeId });
  const context = { organizationId, apiVersion: given.apiVersion, ...scope };
  const edited: Edited = { type, object, id: entry.id, context, given };
  return [...deletionOf(edited), ...changesOf(edited), ...movesOf(edited)];
}

/** An imported object has no such edit: if it is deleted, a person must decide. */
function deletionOf(edited: Edited): readonly ForeignEdit[] {
  if (isOnlyImported(edited.type)) return [];
  return editsBy(edited.type, "deletes", deletingCalls(edited));
}

function changesOf(edited: Edited): readonly ForeignEdit[] {
  const { type, object } = edited;
  return Object.entries(object.attributes).flatMap(([name, declared]) => {
    const rule = type.attributes[name];
    if (rule === undefined || isHidden(rule, declared)) return [];
    return valuesOf(edited, rule).flatMap((value, index) =>
      editsBy(type, `gives another ${name} (${index + 1}) to`, changingCalls(edited, name, value)),
    );
  });
}

/** Whether reads do not show a changed value. */
function isHidden({ sensitive, unreadable }: Attribute, declared: DesiredValue): boolean {
  if (sensitive === true) return true;
  return !isReference(declared) && unreadable?.(declared as Json) === true;
}

function valuesOf({ object, given }: Edited, { reference, samples }: Attribute): readonly Json[] {
  if (reference === undefined) return samples;
  return idsNear(given, object, [reference.type]).slice(0, 2);
}

function movesOf(edited: Edited): readonly ForeignEdit[] {
  const { type, object, id, given } = edited;
  const { container } = type;
  if (container === undefined || object.container === undefined) return [];
  const from = given.state.objects[object.address]?.container ?? null;
  const places = [...idsNear(given, object, container.types), ...(container.rootAllowed ? [null] : [])];
  return places
    .filter((to) => to !== from && to !== id)
    .slice(0, 2)
    .flatMap((to) => editsBy(type, "moves", movingCalls(edited, from, to)));
}

/** Ids of live objects that the layout keeps, in the scope of the object. */
function idsNear(
  { desired, state }: Representative,
  object: DesiredObject,
  types: readonly string[],
): string[] {
  return desired.objects
    .filter(({ type, scope }) => types.includes(type) && (scope === undefined || scope === object.scope))
    .flatMap(({ address }) => state.objects[address]?.id ?? []);
}

/** An edit with these calls. Without calls, there is no edit. */
function editsBy({ name }: ResourceType, what: string, calls: readonly Call[]): readonly ForeignEdit[] {
  const make = ifAccepted((emulator) => calls.forEach((call) => emulator.foreign(call)));
  return calls.length === 0 ? [] : [{ name: `${what} ${name}`, type: name, make }];
}
