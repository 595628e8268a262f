import fc from "fast-check";
import { type DesiredObject, type DesiredValue, isReference } from "../../../src/model/desired-world.ts";
import { EmulatorRefusal } from "../../../src/model/emulator-rules.ts";
import type { Call } from "../../../src/model/endpoint.ts";
import { attributesIn } from "../../../src/model/key-field.ts";
import type { Attribute } from "../../../src/model/resource-type/attribute.ts";
import { creatingCall } from "../../../src/model/resource-type/creation.ts";
import { writerOf } from "../../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../../src/model/resource-type.ts";
import { slugOf } from "../../../src/model/slug.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";
import { present } from "../../../src/util/present.ts";
import { attributesOf, creatable, typeNamed } from "../../support/declare-type.ts";
import { organizationId } from "../../support/declare-world.ts";
import {
  changingCalls,
  deletingCalls,
  type ForeignObject,
  movingCalls,
} from "../../support/foreign-calls.ts";
import { meaningsOf } from "./declared.ts";
import type { Fact } from "./facts.ts";
import type { Stage } from "./stage.ts";

/** An action of another user. The numbers select objects when the action happens. */
export interface Act {
  readonly does: "makes" | "renames" | "changes" | "moves" | "deletes";
  /** The number of a type, among the types with objects. */
  readonly type: number;
  /** The number of an object: of the layout for `makes`, otherwise on the service. For `changes`, it also selects the attribute. */
  readonly which: number;
  /** The place: the same as the layout's object has, or another one. */
  readonly where: "there" | "elsewhere";
  readonly title: string;
}

const title = fc.constantFrom("Alpha", "Beta", "Gamma", "Theirs");

export const act: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom("makes", "makes", "renames", "changes", "moves", "deletes"),
  type: fc.nat(30),
  which: fc.nat(30),
  where: fc.constantFrom("there", "elsewhere"),
  title,
});

/** Creates an object with the name of an object in the layout. */
export const creatingAct: fc.Arbitrary<Act> = act.map((each) => ({ ...each, does: "makes" }));

/** Does it as another user. Nothing happens if the service refuses it or there is no such object. */
export function perform(stage: Stage, act: Act): void {
  stage.others((emulator) => {
    try {
      for (const call of act.does === "makes" ? creatingCalls(stage, act) : changing(stage, act))
        emulator.foreign(call);
    } catch (error) {
      if (!(error instanceof EmulatorRefusal) || error.message.startsWith("The service has no operation"))
        throw error;
    }
  });
}

/** What a create may refer to: existing objects, and their names in the layout. */
interface CreateContext {
  readonly act: Act;
  readonly scopeId: string | undefined;
  readonly facts: readonly Fact[];
  /** The live id for a reference in the layout. */
  readonly meant: (value: DesiredValue | undefined) => string | undefined;
}

/** Calls that create an object with the key of a layout's object and with sample values otherwise. */
function creatingCalls(stage: Stage, act: Act): readonly Call[] {
  const object = ofSomeType(stage.desired.objects, act);
  if (object === undefined) return [];
  const type = typeNamed(object.type);
  const { ids } = meaningsOf(stage.desired, stage.changeLog.facts, new Map());
  const meant = (value: DesiredValue | undefined) => (isReference(value) ? ids(value.$ref)[0] : undefined);
  const scopeId = meant(object.scope === undefined ? undefined : { $ref: object.scope });
  const near = { act, scopeId, facts: [...stage.changeLog.facts.values()], meant };
  const firstChild = firstChildOf(stage, object, near);
  const { apiVersion } = stage.service;
  if (type.creation === undefined || (type.scope !== undefined && scopeId === undefined)) return [];
  const call = creatingCall(
    type.creation,
    { organizationId, apiVersion, ...present({ scopeId }) },
    {
      attributes: valuesLike(type, object.attributes, near),
      containerId: type.container?.atCreate[apiVersion] === true ? placeOf(type, object, near) : null,
      ...present({ firstChild }),
    },
  );
  return [call];
}

/** Values for the create call and for the key. */
function valuesLike(
  type: ResourceType,
  declared: DesiredObject["attributes"],
  near: CreateContext,
): JsonObject {
  const key = attributesIn(type.identity.key);
  const printed = Object.entries(type.attributes).filter(
    ([name, { atCreate }]) => atCreate === "required" || (atCreate === "accepted" && key.includes(name)),
  );
  return Object.fromEntries(
    printed.flatMap(([name, rule]) => {
      const value = valueLike(rule, key.includes(name) ? declared[name] : undefined, near);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function valueLike(
  { reference, samples }: Attribute,
  declared: DesiredValue | undefined,
  near: CreateContext,
): Json | undefined {
  if (reference !== undefined) return near.meant(declared) ?? candidateId([reference.type], near)?.id;
  return (declared as Json | undefined) ?? chosen<Json>(samples, near.act.which);
}

function firstChildOf(
  { desired }: Stage,
  { address, type }: DesiredObject,
  near: CreateContext,
): JsonObject | undefined {
  const { firstChild } = typeNamed(type);
  if (firstChild === undefined) return undefined;
  const child = desired.objects.find(
    (each) => each.type === firstChild.type && isReference(each.container) && each.container.$ref === address,
  );
  return valuesLike(typeNamed(firstChild.type), child?.attributes ?? {}, near);
}

function placeOf({ container }: ResourceType, object: DesiredObject, near: CreateContext): string | null {
  const place = near.meant(object.container) ?? null;
  if (near.act.where === "there") return place;
  return place === null ? (candidateId(container?.types ?? [], near)?.id ?? null) : null;
}

/** The id of an object of one of these types, if there is any. */
function candidateId(
  types: readonly string[],
  { facts, scopeId, act }: Pick<CreateContext, "facts" | "scopeId" | "act">,
): Fact | undefined {
  const inReach = ({ type, scope }: Fact) => types.includes(type) && (scope === null || scope === scopeId);
  return chosen(facts.filter(inReach), act.which);
}

interface Changing {
  readonly act: Act;
  readonly fact: Fact;
  readonly object: ForeignObject;
  readonly others: readonly Fact[];
}

function changing(stage: Stage, act: Act): readonly Call[] {
  const facts = [...stage.changeLog.facts.values()];
  const fact = ofSomeType(facts, act);
  if (fact === undefined) return [];
  const scopeId = fact.scope ?? undefined;
  const context = { organizationId, apiVersion: stage.service.apiVersion, ...present({ scopeId }) };
  const object = { type: typeNamed(fact.type), id: fact.id, context };
  const given = { act, fact, object, others: facts.filter((each) => each !== fact) };
  if (act.does === "deletes") return deletingCalls(object);
  if (act.does === "moves") return moved(given);
  const renamed = act.does === "renames" ? namesOf(given) : [];
  return renamed.length > 0 ? renamed : changed(given);
}

function moved({ act, fact, object, others }: Changing): readonly Call[] {
  const types = object.type.container?.types ?? [];
  const into = candidateId(types, { facts: others, scopeId: object.context.scopeId, act });
  return movingCalls(object, fact.container, act.where === "there" ? null : (into?.id ?? null));
}

/** Calls that change the object's name, if a name identifies it. */
function namesOf({ act, object }: Changing): readonly Call[] {
  const { identity, unique = [], attributes } = object.type;
  const keys = [identity.key, ...(identity.fallbackKeys ?? [])].flatMap(attributesIn);
  const names = [...new Set(keys)].filter((name) => attributes[name]?.reference === undefined);
  // A value that the service can derive from a title has the form of a slug.
  const isSlug = (name: string) =>
    unique.some(({ attribute, derivedFrom }) => attribute === name && derivedFrom !== undefined);
  return names.flatMap((name) => changingCalls(object, name, isSlug(name) ? slugOf(act.title) : act.title));
}

/** Calls that change one value of the object. */
function changed({ act, object, others }: Changing): readonly Call[] {
  const { type, context } = object;
  const changeable = attributesOf(type, context.apiVersion).filter(
    ([name]) => writerOf(type, name) !== undefined,
  );
  const [name, rule] = chosen(changeable, act.which) ?? [];
  if (name === undefined || rule === undefined) return [];
  const near = { facts: others, scopeId: context.scopeId, act };
  const value =
    rule.reference === undefined
      ? rule.samples[act.where === "there" ? 0 : 1]
      : candidateId([rule.reference.type], near)?.id;
  return value === undefined ? [] : changingCalls(object, name, value);
}

/** An object of a type that docsform creates. Each type has the same probability, whatever the number of its objects. */
function ofSomeType<T extends { readonly type: string }>(all: readonly T[], act: Act): T | undefined {
  const types = creatable.filter(({ name }) => all.some(({ type }) => type === name));
  const type = chosen(types, act.type);
  return chosen(
    all.filter((each) => each.type === type?.name),
    act.which,
  );
}

function chosen<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
