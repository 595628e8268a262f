/** The gRPC statuses that this server returns. */
export const grpcStatus = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

export type GrpcStatusCode = (typeof grpcStatus)[keyof typeof grpcStatus];

/** Ends a call with a status other than ok. */
export class GrpcError extends Error {
  readonly status: GrpcStatusCode;

  constructor(status: GrpcStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

/** Encodes a message for the `grpc-message` header: it percent-encodes everything except printable ASCII. */
export function encodeStatusMessage(message: string): string {
  return [...Buffer.from(message, "utf8")]
    .map((byte) =>
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");
}

const unitsInMs: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Reads a `grpc-timeout` header, in milliseconds. undefined: there is no valid one. */
export function timeoutMs(header: string | undefined): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(header ?? "");
  if (match === null) return undefined;
  return Number(match[1]) * (unitsInMs[match[2] as string] as number);
}
