import type { OperationTable } from "../contract/operations/system.ts";
import type {
  EmulatedService,
  EmulatorPolicy,
  EmulatorRecord,
  EmulatorResponse,
  FetchDocument,
} from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Role } from "../model/role.ts";
import type { JsonObject } from "../util/json.ts";
import { present } from "../util/present.ts";
import { chosen } from "./chosen-policy.ts";
import { contentFieldsOf, contentsOf, destroy, removeWithContents } from "./contents.ts";
import type { EmulatorClock } from "./emulator-clock.ts";
import type { Jobs } from "./jobs.ts";
import { storeOf, transferRecords } from "./organizations.ts";
import type { Routes } from "./routes.ts";
import type { Store } from "./store.ts";

/** The parts that a service consists of. */
export interface ServiceParts {
  readonly organizationId: string;
  readonly apiVersion: () => ApiVersion;
  readonly types: readonly ResourceType[];
  readonly operations: OperationTable;
  readonly policy: EmulatorPolicy;
  readonly tokenRole: Role | undefined;
  readonly fetchDocument: FetchDocument | undefined;
  readonly clock: Pick<EmulatorClock, "now">;
  readonly random: () => number;
  readonly store: Store;
  readonly jobs: Jobs;
  readonly routes: Routes;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Creates the service that handlers use, for the token's own organization. */
export function createService(parts: ServiceParts): EmulatedService {
  const shared: Shared = {
    home: parts,
    issuedIds: new Set(),
    formatInstant: instantFormatter(),
    contentFields: contentFieldsOf(parts.types, parts.operations),
    services: new Map(),
  };
  return serviceIn(shared, parts.organizationId);
}

/** The parts that the services of all organizations share. */
interface Shared {
  /** The parts of the token's own organization. */
  readonly home: ServiceParts;
  readonly issuedIds: Set<string>;
  readonly formatInstant: (at: number) => string;
  readonly contentFields: ReturnType<typeof contentFieldsOf>;
  readonly services: Map<string, EmulatedService>;
}

function serviceIn(shared: Shared, organizationId: string): EmulatedService {
  const known = shared.services.get(organizationId);
  if (known !== undefined) return known;
  const service = serviceOf(shared, {
    ...shared.home,
    organizationId,
    store: storeIn(shared, organizationId),
  });
  shared.services.set(organizationId, service);
  return service;
}

function storeIn({ home }: Shared, organizationId: string): Store {
  return storeOf(home.store, home.organizationId, organizationId);
}

function serviceOf(shared: Shared, parts: ServiceParts): EmulatedService {
  const { store } = parts;
  const { issuedIds, contentFields } = shared;
  const service: EmulatedService = {
    organizationId: parts.organizationId,
    get home() {
      return serviceIn(shared, shared.home.organizationId);
    },
    in: (organizationId) => serviceIn(shared, organizationId),
    tokenRole: parts.tokenRole,
    get apiVersion() {
      return parts.apiVersion();
    },
    choice: (policy) => chosen(parts.policy, policy),
    list: (type) => store.list(type),
    get: (type, id) => store.get(type, id),
    has: (id) => store.types().some((type) => store.get(type, id) !== undefined),
    add: (type, record): EmulatorRecord => {
      issuedIds.add(record.id);
      return store.add(type, record);
    },
    change: (type, id, fields) => store.change(type, id, fields),
    // The records of organizations are in the store of the token's own organization.
    remove: (type, id) => removeWithContents([store, shared.home.store], contentFields, type, id),
    handOver: (type, id, organizationId) => transferRecords(store, storeIn(shared, organizationId), type, id),
    contents: (type, id) => contentsOf(store, contentFields.containedIn(type), id),
    destroy: (type, id) => destroy(parts.types, service, type, id),
    place: (type, id, position) => store.place(type, id, position),
    newId: (prefix) => {
      for (;;) {
        const id = prefix + randomCharacters(parts.random, prefix === "" ? 20 : 5);
        if (issuedIds.has(id) || store.has(id)) continue;
        issuedIds.add(id);
        return id;
      }
    },
    now: () => shared.formatInstant(parts.clock.now()),
    call: (operation, params, body = {}) => callOperation(parts, service, operation, params, body),
    later: (name, job) => parts.jobs.add(name, job),
    ...present({ fetchDocument: parts.fetchDocument }),
  };
  return service;
}

/** Formats instants as the service does. Caches the last one, because on a test clock thousands of requests share an instant. */
function instantFormatter(): (at: number) => string {
  let last = { at: Number.NaN, text: "" };
  return (at) => {
    if (at !== last.at) last = { at, text: new Date(at).toISOString() };
    return last.text;
  };
}

function randomCharacters(random: () => number, count: number): string {
  let text = "";
  for (let i = 0; i < count; i += 1) text += alphabet[Math.floor(random() * alphabet.length)];
  return text;
}

function callOperation(
  parts: ServiceParts,
  service: EmulatedService,
  operation: string,
  params: Readonly<Record<string, string>>,
  body: JsonObject,
): EmulatorResponse {
  const handler = parts.routes.operation(operation, parts.apiVersion())?.handler;
  if (handler === undefined) throw new Error(`The emulator has no handler for the operation ${operation}.`);
  return handler(
    {
      operation,
      params: { organizationId: parts.organizationId, ...params },
      query: {},
      queryLists: {},
      body,
      bodyItems: [],
      headers: {},
    },
    service,
  );
}
