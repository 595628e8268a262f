import type { Duplex } from "node:stream";
import { ByteWriter } from "../byte-writer.ts";
import {
  ConnectionError,
  defaultMaxFrameSize,
  defaultWindowSize,
  type ErrorCode,
  errorCode,
  flag,
  frameType,
  largestWindowSize,
  writeFrameHeader,
} from "./frames.ts";

/** What is to be said on one stream, as far as the client's window allows. */
export interface Outgoing {
  readonly id: number;
  /** Bytes of body that the client will still take on this stream. */
  window: number;
  /** What of the body waits for the client to take more, and the headers that end it. */
  waiting: { body: Buffer; readonly trailers: Buffer } | undefined;
  /** Runs when all has been written. */
  readonly sent: () => void;
}

/** Frames that may wait for those before them to leave. */
const mostWaitingBytes = 1024 * 1024;

/**
 * Writes the frames of one connection. All that is said in one turn of the event loop leaves in one write: each costs more
 * than all else that is done with a frame.
 */
export class Sender {
  readonly #socket: Duplex;
  readonly #waiting = new Set<Outgoing>();
  #frames = new ByteWriter(1_024);
  #flushes = false;
  #writing = false;
  #written: (() => void)[] = [];
  #window = defaultWindowSize;
  #maxFrameSize = defaultMaxFrameSize;
  /** What each new stream may carry. */
  initialWindow = defaultWindowSize;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  frame(type: number, flags: number, streamId: number, payload: Uint8Array): void {
    writeFrameHeader(this.#frames, payload.length, type, flags, streamId);
    this.#frames.bytes(payload);
    this.#flushSoon();
  }

  windowUpdate(streamId: number, increment: number): void {
    this.#number(frameType.windowUpdate, streamId, increment);
  }

  reset(streamId: number, code: ErrorCode): void {
    this.#number(frameType.rstStream, streamId, code);
  }

  goaway(lastStreamId: number, code: ErrorCode): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(lastStreamId, 0);
    payload.writeUInt32BE(code, 4);
    this.frame(frameType.goaway, 0, 0, payload);
  }

  headers(streamId: number, block: Buffer, end: boolean): void {
    const endStream = end ? flag.endStream : 0;
    if (block.length <= this.#maxFrameSize) {
      this.frame(frameType.headers, endStream | flag.endHeaders, streamId, block);
      return;
    }
    this.frame(frameType.headers, endStream, streamId, block.subarray(0, this.#maxFrameSize));
    for (let start = this.#maxFrameSize; start < block.length; start += this.#maxFrameSize) {
      const piece = block.subarray(start, start + this.#maxFrameSize);
      const last = start + piece.length === block.length;
      this.frame(frameType.continuation, last ? flag.endHeaders : 0, streamId, piece);
    }
  }

  /** A body and the headers that end it, now or as soon as the client takes them. */
  bodyAndTrailers(stream: Outgoing, body: Buffer, trailers: Buffer): void {
    stream.waiting = { body, trailers };
    this.#proceed(stream);
  }

  /** Nothing more is said on this stream. */
  forget(stream: Outgoing): void {
    this.#waiting.delete(stream);
  }

  /** The client takes more: on all streams together, or on one. */
  widen(stream: Outgoing | undefined, increment: number): void {
    if (stream === undefined) {
      this.#window += increment;
      if (this.#window > largestWindowSize) throw windowTooLarge();
      for (const each of this.#waiting) this.#proceed(each);
      return;
    }
    stream.window += increment;
    if (stream.window > largestWindowSize) throw windowTooLarge();
    if (stream.waiting !== undefined) this.#proceed(stream);
  }

  allowFrames(maxFrameSize: number): void {
    this.#maxFrameSize = maxFrameSize;
  }

  /** Runs when all frames until now have left the process; never, where the connection is lost before. */
  afterWrite(run: () => void): void {
    this.#written.push(run);
    this.#flushSoon();
  }

  #number(type: number, streamId: number, value: number): void {
    writeFrameHeader(this.#frames, 4, type, 0, streamId);
    this.#frames.uint32(value);
    this.#flushSoon();
  }

  #proceed(stream: Outgoing): void {
    const { waiting } = stream;
    if (waiting === undefined) return;
    while (waiting.body.length > 0) {
      const size = Math.min(waiting.body.length, this.#window, stream.window, this.#maxFrameSize);
      if (size <= 0) {
        this.#waiting.add(stream);
        return;
      }
      this.frame(frameType.data, 0, stream.id, waiting.body.subarray(0, size));
      waiting.body = waiting.body.subarray(size);
      this.#window -= size;
      stream.window -= size;
    }
    this.headers(stream.id, waiting.trailers, true);
    stream.waiting = undefined;
    this.#waiting.delete(stream);
    stream.sent();
  }

  #flushSoon(): void {
    if (this.#writing) return this.#pauseWhenFull();
    if (this.#flushes) return;
    this.#flushes = true;
    // After all the answers that are ready by then, which are given in promises.
    process.nextTick(() => this.#flush());
  }

  #flush(): void {
    this.#flushes = false;
    const written = this.#written;
    this.#written = [];
    const bytes = this.#frames.finish();
    this.#frames = new ByteWriter(1_024);
    if (this.#socket.destroyed) return;
    this.#writing = true;
    this.#socket.write(bytes, (error) => {
      if (error) return;
      this.#writing = false;
      if (this.#socket.isPaused()) this.#socket.resume();
      for (const run of written) run();
      if (this.#frames.length > 0 || this.#written.length > 0) this.#flushSoon();
    });
  }

  /** A client that does not read is not read from: what it causes to be said would grow without end. */
  #pauseWhenFull(): void {
    if (this.#frames.length > mostWaitingBytes && !this.#socket.isPaused()) this.#socket.pause();
  }
}

function windowTooLarge(): ConnectionError {
  return new ConnectionError(errorCode.flowControlError, "A window would be larger than allowed.");
}
