import type { EmulatorRecord, EmulatorResponse } from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** What an operation is asked with. */
export interface ScenarioRequest {
  readonly params?: Readonly<Record<string, string>>;
  /** A list stands there as its name again for every value. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json;
  /** The status that must be answered. Absent: any success. */
  readonly status?: number;
}

/** A guest of the emulator who tries operations, by their published names. */
export interface ScenarioContext {
  readonly apiVersion: ApiVersion;
  /** The member of the organization that the token acts for. */
  readonly user: { readonly id: string; readonly email: string };
  /** Puts a record into the service that no operation makes. */
  readonly seedRecord: (type: string, record: EmulatorRecord) => void;
  readonly ask: (operation: string, request?: ScenarioRequest) => Promise<JsonObject>;
  /** Does something in the application that no operation of the interface does. */
  readonly edit: (operation: string, request: Pick<ScenarioRequest, "params" | "body">) => EmulatorResponse;
  /** Asks for something new and gives its id. */
  readonly make: (operation: string, request: ScenarioRequest) => Promise<string>;
}

/**
 * An example of everything that a system does, in `<system>.visit.ts` beside its rows. The contract test runs it on both
 * API versions, and holds every exchange against the published document.
 */
export type Scenario = (visitor: ScenarioContext) => Promise<void>;
