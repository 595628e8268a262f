import { bodyOf, removed, requireRecord, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../model/emulator-rules.ts";
import type { Endpoint } from "../../../model/endpoint.ts";
import type {
  AssociationFacts,
  BulkFacts,
  Facts,
  ListFacts,
  Path,
  SingletonFacts,
} from "../../../model/plain/facts.ts";
import { atCreateOf } from "../../../model/plain/facts.ts";
import { isOfKind, onWire, placeInBody, valueAt, withValueAt } from "../../../model/plain/on-wire.ts";
import { type Json, type JsonObject, jsonEquals } from "../../../util/json.ts";
import type { Handlers, System } from "../system.ts";

/** The emulator's side of plain types, by the name of their system. */
export function systemsOf<Name extends string>(
  table: Readonly<Record<Name, Facts>>,
  rows: Readonly<Record<Name, Rows<string>>>,
): Readonly<Record<Name, System>> {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map((name) => [name, systemOf(table[name], rows[name] as never)])) as never;
}

function systemOf(facts: Facts, rows: Rows<Listed | "get">): System {
  switch (facts.kind) {
    case "list":
      return listSystem(facts, rows);
    case "association":
      return associationSystem(facts, rows);
    case "singleton":
      return singletonSystem(facts, rows);
  }
}

type Rows<Name extends string> = Readonly<Record<Name, Endpoint>>;
type Listed = "list" | "create" | "update" | "delete";
type Params = Readonly<Record<string, string>>;

/** The emulator's side of a list. A record has the fields of the create call, and `createdAt`. */
function listSystem(facts: ListFacts, operations: Rows<Listed>): System {
  const { type, idParam } = facts;
  const shown = (record: EmulatorRecord) => ({ id: record.id, ...shownRecord(facts, record) });
  const handlers: Handlers<Rows<Listed> & Partial<Rows<"bulk">>> = {
    list: ({ params }, service) => ({ status: 200, items: recordsOf(facts, service, params).map(shown) }),
    create: ({ params, body }, service) => {
      refuseTaken(facts, recordsOf(facts, service, params), body);
      const own = { id: service.newId(""), createdAt: service.now(), ...scopeField(facts, service, params) };
      const record = service.add(type, { ...initialFields(facts), ...body, ...own });
      return { status: 201, body: shown(record) };
    },
    update: ({ params, body }, service) => {
      const { id } = requireRecord(service, type, params[idParam]);
      const others = recordsOf(facts, service, params).filter((record) => record.id !== id);
      refuseTaken(facts, others, body);
      return { status: 200, body: shown(service.change(type, id, body)) };
    },
    delete: ({ params }, service) => removeRecord(service, type, params[idParam] ?? ""),
    ...(facts.bulk !== undefined && { bulk: bulkHandler(facts, facts.bulk) }),
  };
  return { operations, handlers };
}

/** Does each item of a bulk call by itself. */
function bulkHandler(facts: ListFacts, bulk: BulkFacts): EmulatorHandler {
  const { type, key, fields } = facts;
  const place = placeInBody(key, fields[key] ?? {});
  return ({ params, body, refusedItem }, service) => {
    const scope = scopeField(facts, service, params);
    const doItem = (item: JsonObject): JsonObject => {
      const known = recordsOf(facts, service, params).find((each) =>
        jsonEquals(valueAt(each, place), valueAt(item, place)),
      );
      if (bulk.nullDeletes !== undefined && item[bulk.nullDeletes] === null) {
        if (known === undefined) throw new EmulatorRefusal(404, "There is no such object.");
        service.remove(type, known.id);
        return { status: "deleted" };
      }
      const values = { ...initialFields(facts), ...item };
      if (known !== undefined) return { status: "updated", id: service.change(type, known.id, values).id };
      const own = { id: service.newId(""), createdAt: service.now(), ...scope };
      return { status: "created", id: service.add(type, { ...values, ...own }).id };
    };
    const resultOf = (item: JsonObject, at: number): JsonObject => {
      const shown = Object.entries(shownRecord(facts, { id: "" })).filter(([name]) =>
        bulk.shown?.includes(name),
      );
      const common = withValueAt(Object.fromEntries(shown), place, valueAt(item, place));
      try {
        if (at === refusedItem) throw new EmulatorRefusal(400, "The service refuses this item.");
        return { ...common, ...doItem(item) };
      } catch (error) {
        if (!(error instanceof EmulatorRefusal)) throw error;
        return { ...common, status: "error", error: error.message };
      }
    };
    return {
      status: 200,
      body: { [bulk.results]: (body[bulk.items] as readonly JsonObject[]).map(resultOf) },
    };
  };
}

/** The emulator's side of associations. A record has the other object's id in the field of its type. */
function associationSystem(facts: AssociationFacts, operations: Rows<Listed>): System {
  const { type, idParam, other } = facts;
  const idOf = (service: EmulatedService, params: Params, otherId: Json) =>
    [...Object.values(scopeField(facts, service, params)), otherId].map(textIn).join("/");
  const handlers: Handlers<Rows<Listed>> = {
    list: ({ params }, service) => ({
      status: 200,
      items: recordsOf(facts, service, params)
        .filter((record) => service.get(other.type, record[other.type] as string) !== undefined)
        .map((record) => ({
          ...shownFields(facts, record),
          [other.shownIn]: otherOf(facts, service, record),
        })),
    }),
    create: ({ params, body: { [other.sentIn]: named, ...fields } }, service) => {
      for (const otherId of named as readonly string[]) {
        requireRecord(service, other.type, otherId);
        const id = idOf(service, params, otherId);
        const place = { ...scopeField(facts, service, params), [other.type]: otherId };
        if (service.get(type, id) !== undefined) service.change(type, id, fields);
        else service.add(type, { ...initialFields(facts), ...fields, ...place, id });
      }
      return { status: 204 };
    },
    update: ({ params, body }, service) => {
      const { id } = requireRecord(service, type, idOf(service, params, params[idParam] ?? ""));
      service.change(type, id, body);
      return { status: 204 };
    },
    delete: ({ params }, service) =>
      removeRecord(service, type, idOf(service, params, params[idParam] ?? "")),
  };
  return { operations, handlers };
}

/** The emulator's side of settings. A record has the id of its scope. */
function singletonSystem(facts: SingletonFacts, operations: Rows<"get" | "update">): System {
  const { within, attribute, isWritten } = facts;
  const type = `${within}_${attribute}`;
  const recordIn = (service: EmulatedService, params: Params): EmulatorRecord => {
    const scope = requireRecord(service, within, params[`${within}Id`]);
    return service.get(type, scope.id) ?? { ...initialFields(facts), id: scope.id, [within]: scope.id };
  };
  const handlers: Handlers<Rows<"get" | "update">> = {
    get: ({ params }, service) => ({ status: 200, body: shownRecord(facts, recordIn(service, params)) }),
    update: ({ params, body }, service) => {
      const before = recordIn(service, params);
      const kept =
        isWritten === "whole" ? { ...initialFields(facts), id: before.id, [within]: before.id } : before;
      if (service.get(type, before.id) === undefined) service.add(type, before);
      return { status: 200, body: shownRecord(facts, service.change(type, before.id, { ...kept, ...body })) };
    },
  };
  return { operations, handlers };
}

/** The field of a record with its scope. Throws the service's 404 if the scope does not exist. */
function scopeField({ within }: Facts, service: EmulatedService, params: Params): JsonObject {
  return within === undefined ? {} : { [within]: requireRecord(service, within, params[`${within}Id`]).id };
}

function recordsOf(
  facts: ListFacts | AssociationFacts,
  service: EmulatedService,
  params: Params,
): readonly EmulatorRecord[] {
  const [scope] = Object.entries(scopeField(facts, service, params));
  const records = service.list(facts.type);
  return scope === undefined ? records : records.filter((record) => record[scope[0]] === scope[1]);
}

function removeRecord(service: EmulatedService, type: string, id: string) {
  if (service.get(type, id) === undefined) return wasAbsent;
  service.remove(type, id);
  return removed;
}

/** What a new record has in the fields that the create call may leave out. */
function initialFields({ fields }: Facts): JsonObject {
  const optional = Object.entries(fields).filter(([, field]) => atCreateOf(field) !== "required");
  return onWire(
    fields,
    Object.fromEntries(optional.map(([name, { default: usual = null }]) => [name, usual])),
  );
}

/** What a response has of a record, besides its id. */
function shownRecord(facts: ListFacts | SingletonFacts, record: EmulatorRecord): JsonObject {
  const { object, computed = {} } = facts;
  const { id, createdAt = "" } = record;
  return Object.entries(computed).reduce<JsonObject>(
    (shown, [name, { shownAt = [name] as Path, make }]) =>
      withValueAt(shown, shownAt, make({ id, createdAt: createdAt as string })),
    { object, ...shownFields(facts, record) },
  );
}

function shownFields({ fields }: Facts, record: EmulatorRecord): JsonObject {
  return Object.entries(fields).reduce<JsonObject>((object, [name, field]) => {
    const place = placeInBody(name, field);
    const value = isOfKind(field, record, place) ? valueAt(record, place) : null;
    return value === null ? object : withValueAt(object, field.shownAt ?? place, value, field.beside);
  }, {});
}

function otherOf({ other, idParam }: AssociationFacts, service: EmulatedService, record: EmulatorRecord) {
  const { organizationId } = service;
  return bodyOf(service.call(other.read, { organizationId, [idParam]: record[other.type] as string }));
}

function refuseTaken(
  { key, keyIsUnique, fields }: ListFacts,
  others: readonly EmulatorRecord[],
  body: JsonObject,
): void {
  const place = placeInBody(key, fields[key] ?? {});
  const value = valueAt(body, place);
  if (!keyIsUnique || value === null || !others.some((record) => valueAt(record, place) === value)) return;
  throw new EmulatorRefusal(400, `Another one has the ${key} ${JSON.stringify(value)}`);
}
