import pLimit from "p-limit";
import type { ApiVersion } from "../../model/endpoint.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { ObjectName, Snapshot } from "../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import type { KnownObject } from "./ask-by-id.ts";
import type { WantedDetail } from "./read-details.ts";
import type { ServiceClient } from "./service-client.ts";

/** An object whose contents to read. */
export interface WantedOwner extends ObjectName {
  /** Types of the contents to read. Absent: all. */
  readonly types?: ReadonlySet<string> | undefined;
}

/** Reads beyond the organization's lists. */
export interface WantedContents {
  readonly owners: readonly WantedOwner[];
  /** Attributes that need a separate read. */
  readonly details: readonly WantedDetail[];
  /** Returns the contents to read after these, if they show that more is needed. Absent: nothing follows. */
  readonly further?: FurtherContents;
}

/** Returns contents to read after those in the snapshot. Undefined: nothing more is needed. */
export type FurtherContents = (soFar: Snapshot) => Omit<WantedContents, "details"> | undefined;

export interface ReadLiveOptions {
  readonly client: ServiceClient;
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  /** API version to assume: the configured, the remembered or the usual one. The version that responses show takes precedence. */
  readonly apiVersion?: ApiVersion;
  readonly contentsOf: (soFar: Snapshot) => WantedContents;
  /** Objects with known ids. The refresh reads one by one those that no list shows. */
  readonly known?: readonly KnownObject[];
  /** Types whose lists to read. Absent: all. If the organization is among them, it must exist. */
  readonly only?: ReadonlySet<string>;
  /** Whether to continue without lists that the token may not read. Absent: a refusal is an error. */
  readonly skipsForbidden?: boolean;
  /** Maximum number of reads at the same time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/** A refresh under way. */
export interface LiveReading {
  readonly options: ReadLiveOptions;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly types: TypeIndex;
  /** The reads of the organization's paged lists that have started. */
  readonly lists: Promise<unknown>[];
}

export function begin(options: ReadLiveOptions): LiveReading {
  const limit = pLimit(Math.max(1, options.concurrency));
  return { options, limit, types: indexTypes(options.types), lists: [] };
}

/** The reads of all types for an object of the owner type, or for the organization. */
export function readsOf(reading: LiveReading, owner: string | undefined): readonly BulkRead[] {
  return reading.options.types.flatMap((type) => type.reads).filter((read) => read.of === owner);
}
