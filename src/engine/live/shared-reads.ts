import type { CallContext } from "../../model/resource-type/call-context.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import { sharedReadMs } from "../../model/time-limits.ts";
import type { Clock } from "../../util/clock.ts";
import { type BulkResult, readInBulk } from "./bulk-read.ts";
import type { ServiceClient } from "./service-client.ts";

/** Bulk reads whose results several readers share. */
export interface SharedReads {
  /** Returns the result of the read. No write has changed its objects since. */
  read(read: BulkRead, context: CallContext, ownerId: string): Promise<BulkResult>;
  /** Returns the result that {@link read} would give, if it is already there. */
  finishedResult(read: BulkRead, ownerId: string): BulkResult | undefined;
  /** Discards results with these types, because a write changes such objects. Call it before and after the write. */
  invalidate(types: readonly string[]): void;
}

interface SharedRead {
  readonly read: BulkRead;
  readonly asOf: number;
  readonly result: Promise<BulkResult>;
  /** The result, once the read has finished. */
  settled?: BulkResult;
}

/** A reader that comes while the same read is under way waits for its result. Later readers get that result for at most `maxAgeMs`. */
export function createSharedReads(
  client: ServiceClient,
  clock: Clock,
  maxAgeMs: number = sharedReadMs,
): SharedReads {
  const reads = new Map<string, SharedRead>();
  const keyOf = (read: BulkRead, ownerId: string): string => `${read.name}\n${ownerId}`;
  const young = (key: string): SharedRead | undefined => {
    const known = reads.get(key);
    return known !== undefined && clock.now() - known.asOf <= maxAgeMs ? known : undefined;
  };
  return {
    read(read, context, ownerId) {
      const key = keyOf(read, ownerId);
      const known = young(key);
      if (known !== undefined) return known.result;
      const result = readInBulk(client, read, context, ownerId);
      const entry: SharedRead = { read, asOf: clock.now(), result };
      reads.set(key, entry);
      result.then(
        (settled) => {
          entry.settled = settled;
        },
        // A failure reaches only the readers that waited for this read.
        () => {
          if (reads.get(key) === entry) reads.delete(key);
        },
      );
      return result;
    },
    finishedResult: (read, ownerId) => young(keyOf(read, ownerId))?.settled,
    invalidate(types) {
      for (const [key, { read }] of reads) {
        if (read.finds.some((name) => types.includes(name))) reads.delete(key);
      }
    },
  };
}
