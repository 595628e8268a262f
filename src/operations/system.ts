import type { EmulatorHandler } from "../model/emulator-rules.ts";
import type { Endpoint } from "../model/endpoint.ts";

/** A part of the service: its operations, and the service's side of them. */
export interface System {
  readonly operations: Readonly<Record<string, Endpoint>>;
  /** What the emulator answers to the operation of the same name. */
  readonly handlers: Readonly<Record<string, EmulatorHandler>>;
}

/** A handler for each of a system's operations. */
export type Handlers<Operations> = { readonly [Name in keyof Operations]: EmulatorHandler };

/** Everything that docsform can ask of the service, by system. */
export type OperationTable = Readonly<Record<string, System>>;

/** The operations of all systems. */
export function operationsIn(table: OperationTable): readonly Endpoint[] {
  return Object.values(table).flatMap((system) => Object.values(system.operations));
}
