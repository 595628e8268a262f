import type { ByteWriter } from "../byte-writer.ts";

/** What the numbers of HTTP/2 mean (RFC 9113). */
export const frameType = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flag = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const setting = {
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

export const errorCode = {
  noError: 0,
  protocolError: 1,
  flowControlError: 3,
  streamClosed: 5,
  frameSizeError: 6,
  refusedStream: 7,
  compressionError: 9,
  enhanceYourCalm: 11,
} as const;

export type ErrorCode = (typeof errorCode)[keyof typeof errorCode];

/** What a client sends before its first frame. */
export const clientPreface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

/** Bytes before each frame's payload. */
export const frameHeaderSize = 9;

/** The largest payload that either side may send until the other allows more; this server never does. */
export const defaultMaxFrameSize = 16_384;

/** What each direction, and each stream, may carry before more is allowed, until the settings say otherwise. */
export const defaultWindowSize = 65_535;

/** No window may be larger. */
export const largestWindowSize = 0x7fffffff;

/** The other side has broken the protocol in a way that ends the connection. */
export class ConnectionError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The header of a frame; its payload follows. */
export function writeFrameHeader(
  out: ByteWriter,
  length: number,
  type: number,
  flags: number,
  streamId: number,
): void {
  out.uint32(length * 0x100 + type);
  out.byte(flags);
  out.uint32(streamId);
}
