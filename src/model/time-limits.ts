// All waiting times, for the service and for other runs, in milliseconds. They are in one file so that they can be compared.

/**
 * Timeouts of a call: per attempt, in total, and the minimum left to start another attempt. With less, the response mostly comes too late.
 */
export const callLimits = { attemptMs: 30_000, totalMs: 120_000, leastMs: 1_000 } as const;

/** How far the times that the service shows may be apart: the `Date` of its responses, and when it created an object. */
export const serviceClockToleranceMs = 5_000;

/**
 * Wait between two attempts: the maximum of the random wait, which doubles from `firstMs` to `longestMs`, and the spread that is added to a
 * wait that the service asks for.
 */
export const retryLimits = { firstMs: 250, longestMs: 20_000, spreadMs: 500 } as const;

/** Limits of a connection: until it is open, and how long it stays open unused. */
export const connectionLimits = { connectMs: 10_000, keepAliveMs: 4_000 } as const;

/** How long reads may show the service as it was before a write. This is the default. */
export const defaultConsistencyWindowMs = 5_000;
export const longestConsistencyWindowMs = 600_000;

/**
 * The consistency window from an environment variable, in milliseconds; the default if it is not set. Undefined: the text is not a valid
 * number.
 */
export function readConsistencyWindowMs(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return defaultConsistencyWindowMs;
  const wantedMs = Number(text);
  return /^\d+$/u.test(text) && wantedMs <= longestConsistencyWindowMs ? wantedMs : undefined;
}

/** Pause between two reads within the consistency window: the first, and the longest. */
export const consistencyPauses = { firstMs: 50, longestMs: 1_000 } as const;

/** How long after its request the response of a read serves other callers too. */
export const sharedReadMs = 30_000;

/** In Terraform: how long after its creation docsform waits for an object that no list shows. */
export const newObjectMs = 60_000;

/** How long `docsform doctor` waits for the service. */
export const doctorMs = 10_000;

/** The lock of a run: how often the run refreshes it, when other runs treat it as dead, and how often they check it. */
export const lockLimits = { renewMs: 10_000, deadMs: 60_000, pollMs: 1_000 } as const;

/** A run ends after this time without a successful step; the second value is how often it checks that. */
export const progressLimits = { mostMs: 300_000, pollMs: 10_000 } as const;

/** How long a run whose time is over reads the service to find duplicates of its objects. */
export const lastReadMs = 30_000;

/**
 * Rate limits. `longestMs`: the longest wait that docsform accepts. `cappedMs`: if the service asks for more, all requests pause for
 * this time, and the refused call is not retried. `defaultMs`: if the service refuses a call with 429 and asks for no wait, all requests
 * pause for this time.
 */
export const rateLimits = { longestMs: 900_000, cappedMs: 60_000, defaultMs: 1_000 } as const;
