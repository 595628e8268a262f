import type { Need, Tenancy } from "../contract/operations/system.ts";
import { type EmulatedService, EmulatorRefusal } from "../model/emulator-rules.ts";
import type { Store } from "./store.ts";

/**
 * One organization's view of the store. The tables of the token's own organization have plain names. The names of other
 * organizations' tables start with the organization's id, so that no organization finds records of another.
 */
export function storeOf(store: Store, home: string, organizationId: string): Store {
  const own = { ...store, types: () => store.types().filter((name) => !name.includes("/")) };
  if (organizationId === home) return own;
  const prefix = `${organizationId}/`;
  const table = (type: string) => prefix + type;
  return {
    ...store,
    list: (type) => store.list(table(type)),
    get: (type, id) => store.get(table(type), id),
    add: (type, record) => store.add(table(type), record),
    change: (type, id, fields) => store.change(table(type), id, fields),
    remove: (type, id) => store.remove(table(type), id),
    place: (type, id, position) => store.place(table(type), id, position),
    types: () =>
      store.types().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  };
}

/** Moves a record to another organization's store, with every record that names it in the field that has the name of its type. */
export function transferRecords(from: Store, to: Store, type: string, id: string): void {
  const record = from.get(type, id);
  if (record === undefined) return;
  from.remove(type, id);
  to.add(type, record);
  for (const name of from.types()) {
    const belonging = from.list(name).filter((other) => other[type] === id);
    for (const other of belonging) transferRecords(from, to, name, other.id);
  }
}

/**
 * The service of the organization that a request is about: the organization that the path names, else the one that has the object
 * that the path names, else the token's own.
 */
export function serviceFor(
  home: EmulatedService,
  tenancy: Tenancy | undefined,
  params: Readonly<Record<string, string>>,
): EmulatedService {
  const { organizationId, ...ids } = params;
  if (organizationId === home.organizationId) return home;
  if (organizationId !== undefined) {
    const service = tenancy?.others(home).find((other) => other.organizationId === organizationId);
    if (service === undefined) throw new EmulatorRefusal(404, "Organization not found.");
    return service;
  }
  const all = [home, ...(tenancy?.others(home) ?? [])];
  const [[name, id] = ["", ""]] = Object.entries(ids);
  const type = name.replace(/Id$/, "");
  // The type decides first: another organization may have chosen a slug that is an id here.
  return all.find((service) => service.get(type, id)) ?? all.find((service) => service.has(id)) ?? home;
}

/** Refuses the request if the token's user lacks the role. */
export function requireRole(service: EmulatedService, tenancy: Tenancy | undefined, need: Need): void {
  if (tenancy?.allows(service, need) === false) {
    throw new EmulatorRefusal(403, "You do not have permission to do this.");
  }
}
