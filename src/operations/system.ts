import type { EmulatedService, EmulatorHandler, Policy } from "../model/emulator-rules.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { Role } from "../model/role.ts";
import { definePolicy } from "./policy.ts";

/** A part of the service: its operations, and the service's side of them. */
export interface System {
  readonly operations: Readonly<Record<string, Endpoint>>;
  /** What the emulator answers to the operation of the same name. */
  readonly handlers: Readonly<Record<string, EmulatorHandler>>;
  /** What is not known of its behaviour. */
  readonly policies?: readonly Policy[];
  /**
   * By type, the field of its records that holds the id of what they are inside of. Absent: `container`. The id of what
   * addresses a record stands in the field that is named like that type.
   */
  readonly containerFields?: Readonly<Record<string, string>>;
  /**
   * By type, the fields of its records that become null when what they name goes, each with the type of that: a field holds the
   * id, or a pointer `{ type, [type]: id }`.
   */
  readonly pointers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What people do in the application and the interface has no operation for: the emulator's `edit` does it, and no request. */
  readonly application?: Pick<System, "operations" | "handlers">;
  /** The least role for an operation, by its name here. Absent: for a read `read`, and `admin` for anything else. */
  readonly needs?: Readonly<Record<string, Need>>;
  readonly tenancy?: Tenancy;
  /** Puts right what a store was in the middle of when it was written down: the work itself is in no dump. */
  readonly loaded?: (service: EmulatedService) => void;
}

/** Who may do something in an organization: its members from a role on, or whoever has a token. */
export type Need = Role | "anybody";

/** What one system knows of organizations and of the people in them. Without one there is a single organization, open to all. */
export interface Tenancy {
  /** The organizations besides the token's own, whether its user is a member or not. */
  readonly others: (home: EmulatedService) => readonly EmulatedService[];
  /** Whether the token's user may do in this organization what needs such a role. */
  readonly allows: (service: EmulatedService, need: Need) => boolean;
}

/** A handler for each of a system's operations; `Partial` of it where some are not served: those answer 501. */
export type Handlers<Operations> = { readonly [Name in keyof Operations]: EmulatorHandler };

/** Everything that docsform can ask of the service, by system. */
export type OperationTable = Readonly<Record<string, System>>;

/** The operations of all systems. */
export function operationsIn(table: OperationTable): readonly Endpoint[] {
  return Object.values(table).flatMap((system) => Object.values(system.operations));
}

/** What the systems know of organizations. */
export function tenancyIn(table: OperationTable): Tenancy | undefined {
  return Object.values(table).find((system) => system.tenancy !== undefined)?.tenancy;
}

/** What the service says to an operation that it has not: that it is not served, or that there is nothing. */
export const unservedOperation = definePolicy("unserved-operation", "501", "404");

/** What is not known of the service, as all systems tell it. */
export function policiesIn(table: OperationTable): readonly Policy[] {
  return [unservedOperation, ...Object.values(table).flatMap((system) => system.policies ?? [])];
}
