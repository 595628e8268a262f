import type { EmulatedService, EmulatorResponse } from "../model/emulator-rules.ts";
import type { Call } from "../model/endpoint.ts";
import type { Json } from "../util/json.ts";
import type { StoreDump } from "./dump.ts";

/** The objects in the emulator, and ways to change them without the interface. */
export interface EmulatedWorld {
  dump(): StoreDump;
  load(dump: StoreDump): void;
  /** Makes a change as another user makes it in the app. Throws `EmulatorRefusal` if the service refuses the change. */
  foreign(call: Call): EmulatorResponse;
  /** The same, by the name of an operation. */
  edit(operation: string, params: Readonly<Record<string, string>>, body?: Json): EmulatorResponse;
  /** The emulated service as its operations use it, for tests. */
  readonly service: EmulatedService;
}
