// The emulator of the service, for tests of programs that call the service.

export { operations } from "./contract/operations/operations.ts";
export type { StoreDump } from "./emulator/dump.ts";
export type { Fault, FaultSpec, FaultTarget } from "./emulator/faults.ts";
export { emulatorTransport } from "./emulator/in-process-transport.ts";
export { createEmulator, type Emulator } from "./emulator/new-emulator.ts";
export type { EmulatorOptions } from "./emulator/options.ts";
export { type EmulatorServerOptions, type RunningEmulator, startEmulator } from "./emulator/server.ts";
