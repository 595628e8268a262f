import type { EmulatedService, EmulatorResponse } from "../model/emulator-rules.ts";
import type { Call } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import type { StoreDump } from "./dump.ts";

/** What is in the emulator, and how to change it from outside the interface. */
export interface EmulatedWorld {
  dump(): StoreDump;
  load(dump: StoreDump): void;
  /** Does what somebody else does through the application. Throws `EmulatorRefusal` where the service refuses. */
  foreign(call: Call): EmulatorResponse;
  /** The same by the operation's name. */
  edit(operation: string, params: Readonly<Record<string, string>>, body?: Json): EmulatorResponse;
  /** The store as handlers see it, for tests. */
  readonly service: EmulatedService;
}
