import type { ApiVersion } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Role } from "./role.ts";

/** Answers one request that is authenticated, routed and whose body and query are valid by the endpoint's declaration. */
export type EmulatorHandler = (request: EmulatorRequest, service: EmulatedService) => EmulatorResponse;

export interface EmulatorRequest {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Every value of every query parameter, for those that may be repeated. */
  readonly queryLists: Readonly<Record<string, readonly string[]>>;
  /** Empty where the body is none, or a list. */
  readonly body: JsonObject;
  /** The items of a body that is a list. */
  readonly bodyItems: readonly Json[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface EmulatorResponse {
  readonly status: number;
  /** Absent: no body. */
  readonly body?: Json;
  /** A list that the emulator is to page: the whole of it, in order, as wire objects. */
  readonly items?: readonly JsonObject[];
  /** What stands beside the items in every page. */
  readonly envelope?: JsonObject;
  readonly location?: string;
  /** Further headers. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A record in the emulator's store. Its shape is the type's own business; `id` is its key. */
export type EmulatorRecord = { id: string } & { [field: string]: Json };

/** What a handler works on. Records are changed through it alone, so that the emulator can show stale reads. */
export interface EmulatedService {
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** The service as the token's own organization has it: this one, where a request is about that organization. */
  readonly home: EmulatedService;
  /** The service as another organization has it, whose records are its own. */
  in(organizationId: string): EmulatedService;
  /** The role that the token was given; undefined: its user's own. */
  readonly tokenRole: Role | undefined;
  /** What the service does where nobody knows it. */
  choice<Choice extends string>(policy: Policy<Choice>): Choice;
  /** All records of a type in their order. For structure types the order in the table is the order among siblings. */
  list(type: string): readonly EmulatorRecord[];
  get(type: string, id: string): EmulatorRecord | undefined;
  /** Whether this organization has a record of this id, of whatever type. */
  has(id: string): boolean;
  /** Adds at the end of the type's table. */
  add(type: string, record: EmulatorRecord): EmulatorRecord;
  /** Replaces the fields that are given. */
  change(type: string, id: string, fields: { readonly [field: string]: Json }): EmulatorRecord;
  /**
   * Removes a record, with everything that is addressed by it and, where deleting the type implies that, everything that is
   * inside of it. What points to it by its declaration points to nothing then.
   */
  remove(type: string, id: string): void;
  /** Moves a record to another organization, with every record that names it in the field of its type. */
  handOver(type: string, id: string, organizationId: string): void;
  /** What is directly inside of a record, of whatever type. */
  contents(type: string, id: string): readonly ContentRules[];
  /** Deletes an object as a request would: by the deleting operation of its type. */
  destroy(type: string, id: string): void;
  /** Moves a record within the table: directly before or after another one, or to the end. */
  place(
    type: string,
    id: string,
    position: { readonly before: string } | { readonly after: string } | "end",
  ): void;
  /** A new id in the service's style: a prefix, or twenty alphanumerics where the prefix is empty. Never one used before. */
  newId(prefix: string): string;
  /** Now, ISO 8601. */
  now(): string;
  /** Does another operation, of any system, as a part of this one. */
  call(operation: string, params: Readonly<Record<string, string>>, body?: JsonObject): EmulatorResponse;
  /**
   * Work for after the answer; forgotten where the request is refused. It is done before the next request is served, or, with
   * `afterMs`, before the first one after that time.
   */
  later<Found = undefined>(name: string, job: LaterJob<Found>): void;
  /** Reads what is at an address, as text. Absent: nothing is fetched. */
  readonly fetchDocument?: FetchDocument;
}

/** Reads what is at an address, as text. Fails with a `TimeoutError` where no answer comes. */
export type FetchDocument = (address: string) => Promise<string>;

/** Work that the service goes on with when it has answered. */
export interface LaterJob<Found = undefined> {
  /** On the emulator's clock. Absent: at once. */
  readonly afterMs?: number;
  /**
   * For what takes files, programs or the network: begun as soon as it is time, while requests go on being served. It must not
   * touch the service.
   */
  fetch?(): Promise<Found>;
  /** Writes down what came of it, all of it or nothing. */
  commit(found: Found): void;
  /** Writes down that `fetch` failed. Absent: the failure is only told by `settle`. */
  failed?(error: unknown): void;
}

/** Something that the service does in one way or another, and no document says in which. */
export interface Policy<Choice extends string = string> {
  readonly name: string;
  /** The first is the likeliest: what the emulator does unless it is told otherwise. Tests try them all. */
  readonly choices: readonly [Choice, ...Choice[]];
}

/** Choices by the name of their policy. */
export type EmulatorPolicy = Readonly<Record<string, string>>;

/** Something directly inside of a record. */
export interface ContentRules {
  readonly type: string;
  readonly record: EmulatorRecord;
  /** The field that says what it is inside of. */
  readonly field: string;
}

/** What a handler throws to answer with the service's error body. */
export class EmulatorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
