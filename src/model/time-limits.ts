// How long docsform waits for the service and for other runs, in milliseconds: all of it stands here, so that the one can be
// held against the other.

/** A call: one attempt of it, all of them, and the least time in which one is made: with less, mostly nobody hears the answer. */
export const callLimits = { attemptMs: 30_000, totalMs: 120_000, leastMs: 1_000 } as const;

/**
 * Between two attempts: the bound of the random wait, which doubles from the first to the longest, and by how much what the
 * service asked for is spread.
 */
export const retryLimits = { firstMs: 250, longestMs: 20_000, spreadMs: 500 } as const;

/** A connection: until it is there, and unused until it is closed. */
export const connectionLimits = { openedMs: 10_000, keptMs: 4_000 } as const;

/** For how long a read of the service may still show what was before a write, where nobody says otherwise. */
export const defaultConsistencyWindowMs = 5_000;
export const longestConsistencyWindowMs = 600_000;

/** The window that an environment names, in milliseconds, or the usual one where it names none. Undefined: it is no such number. */
export function readConsistencyWindowMs(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return defaultConsistencyWindowMs;
  const wantedMs = Number(text);
  return /^\d+$/u.test(text) && wantedMs <= longestConsistencyWindowMs ? wantedMs : undefined;
}

/** Between two reads within the consistency window: at first, and at most. */
export const consistencyPauses = { firstMs: 50, longestMs: 1_000 } as const;

/** For how long after it was asked for the answer of a read serves others. */
export const sharedReadMs = 30_000;

/** In Terraform, for how long after its creation an object that no list shows is waited for. */
export const newObjectMs = 60_000;

/** For how long who asks what is wrong waits for the service. */
export const doctorMs = 10_000;

/** The lock of a run: how often it shows that it lives, when others take it for dead, how often they look. */
export const lockLimits = { refreshMs: 10_000, deadMs: 60_000, pollMs: 1_000 } as const;

/** A run that nothing succeeds in for this long is ended; how often that is looked at. */
export const progressLimits = { mostMs: 300_000, pollMs: 10_000 } as const;

/** A run whose time is over looks for this long, and no longer, whether somebody else made the same. */
export const lastReadMs = 30_000;

/**
 * Of the waits that a service asks for by its rate limit: the longest that is kept to. Where it asks for more, everybody pauses for
 * the second time, and the call that was refused is not tried again. Where it refuses a call for its rate without asking for any,
 * everybody pauses for the third.
 */
export const rateLimits = { longestMs: 900_000, otherwiseMs: 60_000, unaskedMs: 1_000 } as const;
