/** What the client tells about itself, for progress and logs. Never a body, a header or a token. */
export type HttpEvent =
  | {
      readonly kind: "request";
      readonly operation: string;
      readonly method: string;
      /** With ids, without the query. */
      readonly path: string;
      /** From 1. */
      readonly attempt: number;
      /** Absent: there was no complete answer. */
      readonly status?: number;
      readonly durationMs: number;
      readonly error?: string;
    }
  | {
      readonly kind: "retry";
      readonly operation: string;
      /** The attempt that failed, from 1. */
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  /** The rate budget held a request back. */
  | { readonly kind: "waited"; readonly waitedMs: number }
  /** A list stayed shorter than the service said, after reading it again. */
  | {
      readonly kind: "list-incomplete";
      readonly operation: string;
      readonly expected: number;
      readonly received: number;
    };
