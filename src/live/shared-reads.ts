import type { Clock } from "../model/clock.ts";
import type { BulkRead, CallContext } from "../model/resource-type.ts";
import { sharedReadMs } from "../model/time-limits.ts";
import { type BulkResult, readInBulk } from "./bulk-read.ts";
import type { ServiceClient } from "./service-client.ts";

/** Bulk reads that are made once and answer all who ask. */
export interface SharedReads {
  /** What the read finds, from an answer that no write has overtaken. */
  read(read: BulkRead, context: CallContext, ownerId: string): Promise<BulkResult>;
  /** The answer that {@link read} would give, where it need not be waited for. */
  answered(read: BulkRead, ownerId: string): BulkResult | undefined;
  /** A write changes objects of these types: who asks from now on gets a new answer. Call it before and after the write. */
  invalidate(types: readonly string[]): void;
}

interface SharedRead {
  readonly read: BulkRead;
  readonly asOf: number;
  readonly result: Promise<BulkResult>;
  /** The same, once it is there. */
  settled?: BulkResult;
}

/** Readers that ask while a read is under way wait for it; its answer serves others for at most `maxAgeMs`. */
export function createSharedReads(
  client: ServiceClient,
  clock: Clock,
  maxAgeMs: number = sharedReadMs,
): SharedReads {
  const responses = new Map<string, SharedRead>();
  const keyOf = (read: BulkRead, ownerId: string): string => `${read.name}\n${ownerId}`;
  const young = (key: string): SharedRead | undefined => {
    const known = responses.get(key);
    return known !== undefined && clock.now() - known.asOf <= maxAgeMs ? known : undefined;
  };
  return {
    read(read, context, ownerId) {
      const key = keyOf(read, ownerId);
      const known = young(key);
      if (known !== undefined) return known.result;
      const result = readInBulk(client, read, context, ownerId);
      const entry: SharedRead = { read, asOf: clock.now(), result };
      responses.set(key, entry);
      result.then(
        (settled) => {
          entry.settled = settled;
        },
        // A failure answers those who waited for it, and nobody after them.
        () => {
          if (responses.get(key) === entry) responses.delete(key);
        },
      );
      return result;
    },
    answered: (read, ownerId) => young(keyOf(read, ownerId))?.settled,
    invalidate(types) {
      for (const [key, { read }] of responses) {
        if (read.finds.some((name) => types.includes(name))) responses.delete(key);
      }
    },
  };
}
