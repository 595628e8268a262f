import type { OperationTable } from "../contract/operations/system.ts";
import type { EmulatorPolicy, FetchDocument } from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Role } from "../model/role.ts";
import type { Clock } from "../util/clock.ts";
import type { StoreDump } from "./dump.ts";
import type { Exchange } from "./wire.ts";

/** The options of an emulator. */
export interface EmulatorOptions {
  /** The operations that it serves. Reuse the table: the emulator compiles the routing once for each table. */
  readonly operations: OperationTable;
  /** The resource types of its objects. */
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  /** The only bearer token that it accepts. */
  readonly token: string;
  /** The role of the token's user. Default: the member's own role, or `admin` if the member has none. */
  readonly role?: Role;
  /** The API version that it serves. A header of every response names it. Default: the newest one. */
  readonly apiVersion?: ApiVersion;
  /** How it behaves if the behavior of the service is unknown: a choice for each policy that the systems declare. */
  readonly policy?: EmulatorPolicy;
  readonly clock: Clock;
  /** Gives numbers from 0 to 1. Use a seeded one to get the same ids in each run. */
  readonly random: () => number;
  readonly seed?: StoreDump;
  /**
   * Reads a document from a URL, such as that of a specification. If omitted, the emulator reads nothing and treats every URL as
   * valid.
   */
  readonly fetchDocument?: FetchDocument;
  /** The time that each request takes. */
  readonly latencyMs?: number;
  /** Number of items on a page if the request sets no limit. */
  readonly pageLimit?: number;
  /** Maximum number of items on a page, whatever the request asks for. Use it to test paging with few objects. */
  readonly pageCap?: number;
  /** Runs for every request and its response, for example to check both against the published contract. */
  readonly observe?: (exchange: Exchange) => void;
}
