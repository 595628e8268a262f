import type { Clock } from "../model/clock.ts";
import type { BulkRead, CallContext } from "../model/resource-type.ts";
import { type BulkAnswer, readInBulk } from "./bulk-read.ts";
import type { ServiceClient } from "./service-client.ts";

/** Bulk reads that are made once and answer all who ask. */
export interface SharedReads {
  /** What the read finds, from an answer that no write has overtaken. */
  read(read: BulkRead, context: CallContext, ownerId: string): Promise<BulkAnswer>;
  /** A write touched objects of these types: who asks from now on gets a new answer. Call it before and after the write. */
  invalidate(types: readonly string[]): void;
}

interface Answer {
  readonly read: BulkRead;
  readonly asOf: number;
  readonly answer: Promise<BulkAnswer>;
}

/** Readers that ask while a read is under way wait for it; its answer serves others for at most `maxAgeMs`. */
export function createSharedReads(client: ServiceClient, clock: Clock, maxAgeMs = 30_000): SharedReads {
  const answers = new Map<string, Answer>();
  return {
    read(read, context, ownerId) {
      const key = `${read.name}\n${ownerId}`;
      const known = answers.get(key);
      if (known !== undefined && clock.now() - known.asOf <= maxAgeMs) return known.answer;
      const answer = readInBulk(client, read, context, ownerId);
      const entry = { read, asOf: clock.now(), answer };
      answers.set(key, entry);
      // A failure answers those who waited for it, and nobody after them.
      answer.catch(() => {
        if (answers.get(key) === entry) answers.delete(key);
      });
      return answer;
    },
    invalidate(types) {
      for (const [key, { read }] of answers) {
        if (read.finds.some((name) => types.includes(name))) answers.delete(key);
      }
    },
  };
}
