import type { CodeEntry } from "./code-entry.ts";

const lockedRemedy =
  "Wait for it. If it was killed, its lock expires {expiryS} s after its last sign of life; docsform unlock releases it at once.";

/** Codes of a run as a whole: its lock, its time and its end. */
export const runCodes = {
  "run/lock-lost": {
    message:
      "Another run has the lock of this layout, or a person released the lock. This run starts no more steps, and leaves the state and the journal to the other run.",
    remedy: "Plan again when the other run has ended.",
  },
  "run/locked": {
    cases: {
      now: {
        text: "Another run has the lock of this layout: {holder}. Nothing was written.",
        remedy: lockedRemedy,
      },
      waited: {
        text: "Another run has the lock of this layout, after waiting for {seconds} s: {holder}. Nothing was written.",
        remedy: lockedRemedy,
      },
    },
    remedy: "Wait for it. If that run was killed, docsform unlock ends its lock at once.",
    flagRemedy: "--wait SECONDS makes docsform wait for it.",
  },
  "run/no-progress": {
    message: "No call has succeeded for {minutes} minutes. docsform did not start the remaining steps.",
    remedy:
      "Check the service's responses with --verbose, and whether others use the same token; then run apply again to continue.",
  },
  "run/not-permitted": {
    message:
      "The service refused {operations} (403) on {count} objects and allowed it on none. docsform did not try the steps that begin with it.",
    remedy:
      "Give the token's user the permission, or check that the organization's plan includes this feature. Then run apply again to continue.",
  },
  "run/other-api-version": {
    message:
      "The service's responses showed the API version {before} before, and show {now} now. This run starts no more steps.",
    remedy: "Plan again once the service has settled, and review the new plan.",
  },
  "run/state-changed": {
    cases: {
      plan: {
        text: "Another run has applied this layout since the plan was made. Nothing was written.",
        remedy: "Plan again.",
      },
      state: "Another run has changed the state since this run read it. This run did not write it.",
    },
    remedy: "Run the command again.",
  },
  "run/token-refused": {
    message: "The service rejects the API token. docsform did not start the remaining steps.",
    remedy: "Check whether the token has expired or was revoked. Then run apply again to continue.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
