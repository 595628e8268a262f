import type { Json, JsonObject } from "../util/json.ts";
import type { ApiVersion } from "./endpoint.ts";
import type { Role } from "./role.ts";

/** Answers one request. The emulator has authenticated and routed it, and has checked body and query against the endpoint's schema. */
export type EmulatorHandler = (request: EmulatorRequest, service: EmulatedService) => EmulatorResponse;

export interface EmulatorRequest {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Every value of every query parameter, for parameters that may be repeated. */
  readonly queryLists: Readonly<Record<string, readonly string[]>>;
  /** Empty if the request has no body, or its body is a list. */
  readonly body: JsonObject;
  /** The items of a body that is a list. Empty for other bodies. */
  readonly bodyItems: readonly Json[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The number of an item that a bulk call refuses, from 0. */
  readonly refusedItem?: number;
}

export interface EmulatorResponse {
  readonly status: number;
  /** Absent: no body. */
  readonly body?: Json;
  /** A list that the emulator pages: all its items, in order, as wire objects. */
  readonly items?: readonly JsonObject[];
  /** Fields beside the items in every page. */
  readonly envelope?: JsonObject;
  readonly location?: string;
  /** Further headers. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record in the emulator's store. Each type decides its fields; `id` is its key. */
export type EmulatorRecord = { id: string } & { [field: string]: Json };

/** The service as handlers read and change it. Handlers change records only through it, so that the emulator can show stale reads. */
export interface EmulatedService {
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** The service for the token's own organization. It is this object if the request is about that organization. */
  readonly home: EmulatedService;
  /** The service for another organization, with that organization's records. */
  in(organizationId: string): EmulatedService;
  /** The role of the token. Undefined: the role of its user. */
  readonly tokenRole: Role | undefined;
  /** The choice for a behavior of the service that no document describes. */
  choice<Choice extends string>(policy: Policy<Choice>): Choice;
  /** All records of a type in their order. For types in a site's structure, this is the order among siblings. */
  list(type: string): readonly EmulatorRecord[];
  get(type: string, id: string): EmulatorRecord | undefined;
  /** Whether this organization has a record of this id, of any type. */
  has(id: string): boolean;
  /** Adds at the end of the type's table. */
  add(type: string, record: EmulatorRecord): EmulatorRecord;
  /** Replaces the fields that are given. */
  change(type: string, id: string, fields: { readonly [field: string]: Json }): EmulatorRecord;
  /**
   * Removes a record, all records in its scope, and its contents if the type's deletion implies that. References to a removed record are
   * cleared.
   */
  remove(type: string, id: string): void;
  /** Moves a record to another organization, with every record that refers to it in the field of its type. */
  handOver(type: string, id: string, organizationId: string): void;
  /** The direct contents of a record, of all types. */
  contents(type: string, id: string): readonly ContentRecord[];
  /** Deletes an object as a request would, with the delete operation of its type. */
  destroy(type: string, id: string): void;
  /** Moves a record within the table: directly before or after another one, or to the end. */
  place(
    type: string,
    id: string,
    position: { readonly before: string } | { readonly after: string } | "end",
  ): void;
  /**
   * A new id in the service's style: the prefix and random characters, or twenty random alphanumerics if the prefix is empty. Each id is
   * new.
   */
  newId(prefix: string): string;
  /** Now, ISO 8601. */
  now(): string;
  /** Runs another operation, of any system, as a part of this one. */
  call(operation: string, params: Readonly<Record<string, string>>, body?: JsonObject): EmulatorResponse;
  /**
   * Schedules work after the response. A refused request schedules nothing. The work runs before the next request is served, or, with
   * `afterMs`, before the first request after that time.
   */
  later<Found = undefined>(name: string, job: LaterJob<Found>): void;
  /** Reads the document at a URL, as text. Absent: the emulator reads no documents. */
  readonly fetchDocument?: FetchDocument;
}

/** Reads the document at a URL, as text. Fails with a `TimeoutError` if no response comes. */
export type FetchDocument = (address: string) => Promise<string>;

/** Work that the service continues after its response. */
export interface LaterJob<Found = undefined> {
  /** On the emulator's clock. Absent: at once. */
  readonly afterMs?: number;
  /**
   * For work that needs files, programs or the network. It starts as soon as it is due, while the emulator continues to serve requests. It
   * must not change the service.
   */
  fetch?(): Promise<Found>;
  /** Stores the result, all of it or nothing. */
  commit(found: Found): void;
  /** Stores that `fetch` failed. Absent: only `settle` reports the failure. */
  failed?(error: unknown): void;
}

/** A behavior of the service with several possible forms. No document describes which one the service has. */
export interface Policy<Choice extends string = string> {
  readonly name: string;
  /** The first is the most likely one, and the emulator's default. Tests try all of them. */
  readonly choices: readonly [Choice, ...Choice[]];
}

/** Choices by the name of their policy. */
export type EmulatorPolicy = Readonly<Record<string, string>>;

/** A direct content of a record. */
export interface ContentRecord {
  readonly type: string;
  readonly record: EmulatorRecord;
  /** The field that names its parent. */
  readonly field: string;
}

/** A handler throws it to respond with the service's error body. */
export class EmulatorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
