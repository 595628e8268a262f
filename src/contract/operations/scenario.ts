import type { EmulatorRecord, EmulatorResponse } from "../../model/emulator-rules.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import type { Json, JsonObject } from "../../util/json.ts";

/** The request of a scenario to an operation. */
export interface ScenarioRequest {
  readonly params?: Readonly<Record<string, string>>;
  /** Query parameters. A list repeats its name for every value. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json;
  /** The expected status. Absent: any success. */
  readonly status?: number;
}

/** The emulator as a scenario uses it. Operations have their published names. */
export interface ScenarioContext {
  readonly apiVersion: ApiVersion;
  /** The member of the organization for whom the token acts. */
  readonly user: { readonly id: string; readonly email: string };
  /** Adds a record that no operation can create. */
  readonly seedRecord: (type: string, record: EmulatorRecord) => void;
  readonly ask: (operation: string, request?: ScenarioRequest) => Promise<JsonObject>;
  /** Makes a change in the app that no operation of the API can make. */
  readonly edit: (operation: string, request: Pick<ScenarioRequest, "params" | "body">) => EmulatorResponse;
  /** Creates an object and returns its id. */
  readonly make: (operation: string, request: ScenarioRequest) => Promise<string>;
}

/**
 * An example of everything that a system does, in `<system>.scenario.ts` beside its rows. The contract test runs it on every
 * API version and checks every exchange against the published document.
 */
export type Scenario = (context: ScenarioContext) => Promise<void>;
