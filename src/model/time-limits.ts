// How long docsform waits, for what, in milliseconds: all of it stands here, so that the one can be held against the other.

/** The claim of a run: how often it shows that it lives, when others take it for dead, how often they look. */
export const claimLimits = { refreshMs: 10_000, deadMs: 60_000, lookMs: 1_000 } as const;

/** A run that nothing succeeds in for this long is ended; how often that is looked at. */
export const progressLimits = { mostMs: 300_000, lookMs: 10_000 } as const;

/** A run whose time is over looks for this long, and no longer, whether somebody else made the same. */
export const lastLookMs = 30_000;

/**
 * Of the waits that a service asks for by its rate limit: the longest that is kept to. Where it asks for more, everybody pauses for
 * the second time, and the call that was refused is not tried again.
 */
export const rateLimits = { longestMs: 900_000, otherwiseMs: 60_000 } as const;
