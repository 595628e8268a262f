import type { Tenancy } from "../contract/operations/system.ts";
import type { EmulatedService } from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { Cursors, PageRules } from "./emulated-paging.ts";
import type { EmulatorClock } from "./emulator-clock.ts";
import type { Fault, FaultSource } from "./faults.ts";
import type { History } from "./history.ts";
import type { Jobs } from "./jobs.ts";
import type { EmulatorOptions } from "./options.ts";
import type { RouteMatch, Routes } from "./routes.ts";
import type { Store } from "./store.ts";
import type { LoggedRequest, WireRequest } from "./wire.ts";

/** Everything that the emulator needs to serve a request. */
export interface ServeContext {
  readonly options: EmulatorOptions;
  readonly store: Store;
  readonly faults: FaultSource;
  readonly routes: Routes;
  readonly history: History;
  readonly service: EmulatedService;
  readonly clock: EmulatorClock;
  readonly jobs: Jobs;
  readonly tenancy: Tenancy | undefined;
  readonly pages: PageRules;
  readonly cursors: Cursors;
  /** Creates whose response the fault `name-taken` dropped: key of the request → id of the created object. */
  readonly created: Map<string, string>;
  apiVersion: ApiVersion;
  log: LoggedRequest[];
  received: number;
}

/** A request with its route and its faults. */
export interface RoutedRequest {
  readonly request: WireRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly match: RouteMatch | undefined;
  readonly faults: readonly Fault[];
}

/** A key that is equal for a request and its repetition. */
export function requestKey({ request }: RoutedRequest): string {
  return `${request.method} ${request.path} ${request.body ?? ""}`;
}
