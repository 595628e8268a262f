import type { Generation } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";

/** Answers one request that is authenticated, routed and whose body and query are valid by the endpoint's declaration. */
export type EmulatorHandler = (request: EmulatorRequest, service: EmulatedService) => EmulatorAnswer;

export interface EmulatorRequest {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export interface EmulatorAnswer {
  readonly status: number;
  /** Absent: no body. */
  readonly body?: Json;
  /** A list that the emulator is to page: the whole of it, in order, as wire objects. */
  readonly items?: readonly JsonObject[];
  readonly location?: string;
}

/** A record in the emulator's store. Its shape is the type's own business; `id` is its key. */
export type EmulatorRecord = { id: string } & { [field: string]: Json };

/** What a handler works on. Records are changed through it alone, so that the emulator can show stale reads. */
export interface EmulatedService {
  readonly organizationId: string;
  readonly generation: Generation;
  readonly policy: EmulatorPolicy;
  /** All records of a type in their order. For structure types the order in the table is the order among siblings. */
  list(type: string): readonly EmulatorRecord[];
  get(type: string, id: string): EmulatorRecord | undefined;
  /** Adds at the end of the type's table. */
  add(type: string, record: EmulatorRecord): EmulatorRecord;
  /** Replaces the fields that are given. */
  change(type: string, id: string, fields: { readonly [field: string]: Json }): EmulatorRecord;
  remove(type: string, id: string): void;
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
  /** Calls the rules of another type: another operation's handler, for cascades. */
  call(operation: string, params: Readonly<Record<string, string>>, body?: JsonObject): EmulatorAnswer;
}

/** What the facts call unknown about the service; tests draw it at random, the default is the likeliest. */
export interface EmulatorPolicy {
  /** What becomes of a group's sections and groups when it is deleted. */
  readonly groupDelete: "cascade" | "release";
  /** Deleting the last site space of a section: refused with 400, or the section goes with it. */
  readonly lastSiteSpace: "refuse" | "takes-section";
  /** Adding a section to a second group: moves it, or is refused with 400. */
  readonly secondMembership: "moves" | "refused";
  /** Deleting the last section of a site. */
  readonly lastSection: "refuse" | "allow";
  /** Deleting a space that a site uses: its site spaces go, or it is refused with 400. */
  readonly usedSpaceDelete: "takes-site-spaces" | "refuse";
  /** Deleting a collection: its spaces go to the trash, or move to its parent. */
  readonly collectionDelete: "trash-spaces" | "reparent-spaces";
  /** Deleting a team that a SAML provider names: the provider loses it, or it is refused with 400. */
  readonly usedTeamDelete: "clears" | "refuse";
  /** Which section or site space the service makes the default when the default goes. */
  readonly nextDefault: "first" | "last";
}

/** What a handler throws to answer with the service's error body. */
export class EmulatorRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
