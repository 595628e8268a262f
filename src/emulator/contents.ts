import type { OperationTable } from "../contract/operations/system.ts";
import type { ContentRecord, EmulatedService } from "../model/emulator-rules.ts";
import { callAt } from "../model/resource-type/call-at.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { isJsonObject, type Json } from "../util/json.ts";
import type { Store } from "./store.ts";

/** A type, and the field in which its records name another object. */
interface ContentField {
  readonly type: string;
  readonly field: string;
}

/** The fields that link records to each other, as the types declare them. */
interface ContentFields {
  /** The fields that name the container of an object of this type. */
  containedIn(type: string): readonly ContentField[];
  /** The fields of the records that the service deletes together with an object of this type. */
  deletedWith(type: string): readonly ContentField[];
  /** The fields that become null when the service deletes the object of this type that they name. */
  pointingTo(type: string): readonly ContentField[];
}

/** Derives these fields from the types and the systems. */
export function contentFieldsOf(types: readonly ResourceType[], table: OperationTable): ContentFields {
  const fields: Readonly<Record<string, string>> = Object.assign(
    {},
    ...Object.values(table).map((system) => system.containerFields),
  );
  const addressedBy = (parent: string) =>
    types.filter((type) => type.scope === parent).map((type) => ({ type: type.name, field: parent }));
  const containedIn = (parent: string) =>
    types
      .filter((type) => type.container?.types.includes(parent))
      .map(({ name }) => ({ type: name, field: fields[name] ?? "container" }));
  const typesWithImpliedContents = new Set(
    types.filter((type) => type.deletion?.contents === "implied").map((type) => type.name),
  );
  const pointers = Object.values(table).flatMap((system) => Object.entries(system.pointers ?? {}));
  return {
    containedIn,
    pointingTo: (target) =>
      pointers.flatMap(([type, fields]) =>
        Object.entries(fields).flatMap(([field, to]) => (to === target ? [{ type, field }] : [])),
      ),
    deletedWith: (parent) => [
      ...addressedBy(parent),
      ...(typesWithImpliedContents.has(parent) ? containedIn(parent) : []),
    ],
  };
}

/** The records that name this object in one of these fields. */
export function contentsOf(
  store: Store,
  fields: readonly ContentField[],
  id: string,
): readonly ContentRecord[] {
  return fields.flatMap(({ type, field }) =>
    store
      .list(type)
      .filter((record) => record[field] === id)
      .map((record) => ({ type, record, field })),
  );
}

/**
 * Removes a record from the first store, together with the records that the service deletes with it. Clears the pointers to all of
 * them in all stores.
 */
export function removeWithContents(
  stores: readonly [Store, ...Store[]],
  fields: ContentFields,
  type: string,
  id: string,
): void {
  const [store] = stores;
  for (const content of contentsOf(store, fields.deletedWith(type), id)) {
    removeWithContents(stores, fields, content.type, content.record.id);
  }
  store.remove(type, id);
  for (const each of stores) clearPointers(each, fields.pointingTo(type), type, id);
}

function clearPointers(store: Store, fields: readonly ContentField[], target: string, id: string): void {
  for (const { type, field } of fields) {
    const pointing = store.list(type).filter(({ [field]: value }) => idIn(value, target) === id);
    for (const record of pointing) store.change(type, record.id, { [field]: null });
  }
}

function idIn(value: Json | undefined, target: string): Json | undefined {
  return isJsonObject(value) ? value[target] : value;
}

/** Deletes a record with the delete operation of its type, or removes it if the type has none. */
export function destroy(
  types: readonly ResourceType[],
  service: EmulatedService,
  name: string,
  id: string,
): void {
  const type = types.find((each) => each.name === name);
  const record = service.get(name, id);
  if (record === undefined) return;
  if (type?.deletion === undefined) {
    service.remove(name, id);
    return;
  }
  const { organizationId, apiVersion } = service;
  const scopeId = type.scope === undefined ? undefined : record[type.scope];
  const context = { organizationId, apiVersion, ...(typeof scopeId === "string" ? { scopeId } : {}) };
  const { endpoint, params } = callAt(type.deletion.endpoint, context, [id]);
  service.call(endpoint.operation, params);
}
