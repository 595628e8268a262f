import type { Clock } from "../model/clock.ts";
import type { EmulatorPolicy, FetchDocument } from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Role } from "../model/role.ts";
import type { OperationTable } from "../operations/system.ts";
import type { StoreDump } from "./dump.ts";
import type { Exchange } from "./wire.ts";

/** What an emulator is made of. */
export interface EmulatorOptions {
  /** What is served. Keep the table: routing is compiled once for each. */
  readonly operations: OperationTable;
  /** What is managed there. */
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  /** The only bearer token that is let in. */
  readonly token: string;
  /** What the token's user may do. Absent: what the member's own role allows, `admin` where it says none. */
  readonly role?: Role;
  /** Which contract it speaks, which every answer announces. Absent: the current one. */
  readonly apiVersion?: ApiVersion;
  /** What it does where the service's behaviour is unknown: choices of the policies that the systems declare. */
  readonly policy?: EmulatorPolicy;
  readonly clock: Clock;
  /** From 0 to 1, seeded where ids are to be the same in each run. */
  readonly random: () => number;
  readonly seed?: StoreDump;
  /** How addresses that it is given are read, such as those of specifications. Absent: what is there is taken as valid. */
  readonly fetchDocument?: FetchDocument;
  /** What each request takes. */
  readonly latencyMs?: number;
  /** Items of a page when the request names no limit. */
  readonly pageLimit?: number;
  /** The most items of a page, whatever the request says: small worlds with many pages. */
  readonly pageCap?: number;
  /** Is told of every request with its answer, for example to check both against the published contract. */
  readonly observe?: (exchange: Exchange) => void;
}
