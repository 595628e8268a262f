import type { EmulatedService, EmulatorHandler, Policy } from "../../model/emulator-rules.ts";
import type { Endpoint } from "../../model/endpoint.ts";
import type { Role } from "../../model/role.ts";
import { definePolicy } from "./policy.ts";

/** A part of the service: its operations, and the emulator's side of them. */
export interface System {
  readonly operations: Readonly<Record<string, Endpoint>>;
  /** The emulator's handlers, by operation. */
  readonly handlers: Readonly<Record<string, EmulatorHandler>>;
  /** Policies for unknown behavior of the real service. */
  readonly policies?: readonly Policy[];
  /**
   * By type, the field with the id of a record's container. Absent: `container`. The id of a record's scope is in the field that
   * has the name of the scope's type.
   */
  readonly containerFields?: Readonly<Record<string, string>>;
  /**
   * By type, the fields that become null when the object that they name is deleted, each with the type of that object. A field
   * contains the id, or a pointer `{ type, [type]: id }`.
   */
  readonly pointers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Changes that people make in the app and for which the API has no operation. Only the emulator's `edit` makes them. */
  readonly application?: Pick<System, "operations" | "handlers">;
  /** The least role for an operation, by its key in `operations`. Absent: `read` for a GET, `admin` for the others. */
  readonly needs?: Readonly<Record<string, Need>>;
  readonly tenancy?: Tenancy;
  /** Completes work that was in progress when the store was dumped: a dump contains no background jobs. */
  readonly loaded?: (service: EmulatedService) => void;
}

/** Who may call an operation: members with at least this role, or anybody with a token. */
export type Need = Role | "anybody";

/** The rules for organizations and their members. Without them, there is one organization, and it is open to every token. */
export interface Tenancy {
  /** The organizations besides the token's own, even if its user is not a member. */
  readonly others: (home: EmulatedService) => readonly EmulatedService[];
  /** Whether the token has this role in an organization. */
  readonly allows: (service: EmulatedService, need: Need) => boolean;
}

/** A handler for each operation of a system. A system that serves only some uses `Partial`; the others answer 501. */
export type Handlers<Operations> = { readonly [Name in keyof Operations]: EmulatorHandler };

/** Everything that docsform can call, by system. */
export type OperationTable = Readonly<Record<string, System>>;

/** The operations of all systems. */
export function operationsIn(table: OperationTable): readonly Endpoint[] {
  return Object.values(table).flatMap((system) => Object.values(system.operations));
}

/** The rules for organizations. undefined: no system has any. */
export function tenancyIn(table: OperationTable): Tenancy | undefined {
  return Object.values(table).find((system) => system.tenancy !== undefined)?.tenancy;
}

/** The status of an operation that the service does not have: not implemented, or not found. */
export const unservedOperation = definePolicy("unserved-operation", "501", "404");

/** The policies of all systems. */
export function policiesIn(table: OperationTable): readonly Policy[] {
  return [unservedOperation, ...Object.values(table).flatMap((system) => system.policies ?? [])];
}
