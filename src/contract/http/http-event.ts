/** An action of the client, for progress and logs. It never contains a body, a header or a token. */
export type HttpEvent =
  | {
      readonly kind: "request";
      readonly operation: string;
      readonly method: string;
      /** Path with ids, without the query. */
      readonly path: string;
      /** Number of the attempt, from 1. */
      readonly attempt: number;
      /** Absent: no complete response came. */
      readonly status?: number;
      readonly durationMs: number;
      readonly error?: string;
    }
  | {
      readonly kind: "retry";
      readonly operation: string;
      /** Number of the failed attempt, from 1. */
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  /** A request waited for the rate limit. */
  | { readonly kind: "waited"; readonly waitedMs: number }
  /** A list has fewer items than the service counts, even after the client has read it again. */
  | {
      readonly kind: "list-incomplete";
      readonly operation: string;
      readonly expected: number;
      readonly received: number;
    };
