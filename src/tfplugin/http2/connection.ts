import type { Duplex } from "node:stream";
import {
  ConnectionError,
  clientPreface,
  defaultMaxFrameSize,
  defaultWindowSize,
  type ErrorCode,
  errorCode,
  flag,
  frameHeaderSize,
  frameType,
  largestWindowSize,
  setting,
} from "./frames.ts";
import { HpackDecoder, type RequestHeaders } from "./hpack.ts";
import { Sender } from "./sender.ts";
import { Http2Stream, type StreamListener, streamWindow } from "./stream.ts";

export interface ConnectionEvents {
  /** A request has begun: what it gives hears the rest. */
  readonly opened: (stream: Http2Stream, headers: RequestHeaders) => StreamListener;
  /** The connection has ended because the other side does not speak HTTP/2, or because it broke. */
  readonly failed: (error: Error) => void;
}

/** What this server lets a client send on all streams together. */
const connectionWindow = 16 * 1024 * 1024;
const maxConcurrentStreams = 1_024;
const maxHeaderBytes = 65_536;

const nothing: Buffer = Buffer.alloc(0);

const ownSettings = settingsPayload([
  [setting.maxConcurrentStreams, maxConcurrentStreams],
  [setting.initialWindowSize, streamWindow],
  [setting.maxHeaderListSize, maxHeaderBytes],
]);

/**
 * The server's side of one HTTP/2 connection (RFC 9113), as far as gRPC uses it: no pushes, no priorities, and answers that
 * are known whole. What a client sends against the rules ends the connection with the reason.
 */
export class Http2Connection {
  readonly #socket: Duplex;
  readonly #events: ConnectionEvents;
  readonly #sender: Sender;
  readonly #decoder = new HpackDecoder();
  readonly #streams = new Map<number, Http2Stream>();
  /** What came and is not yet a whole frame. */
  #rest = nothing;
  #begun: "nothing" | "preface" | "settings" = "nothing";
  #lastStreamId = 0;
  #receiveWindow = connectionWindow;
  /** A block of headers that goes on in the next frame. */
  #block:
    | { readonly streamId: number; readonly endStream: boolean; readonly pieces: Buffer[]; size: number }
    | undefined;
  #ended = false;

  constructor(socket: Duplex, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    this.#sender = new Sender(socket);
    this.#sender.frame(frameType.settings, 0, 0, ownSettings);
    this.#sender.windowUpdate(0, connectionWindow - defaultWindowSize);
    socket.on("data", (piece: Buffer) => this.#receive(piece));
    socket.on("error", (error: Error) => events.failed(error));
    socket.on("close", () => this.#close());
  }

  #close(): void {
    this.#ended = true;
    for (const stream of this.#streams.values()) stream.close();
    this.#streams.clear();
  }

  #receive(piece: Buffer): void {
    if (this.#ended) return;
    try {
      this.#readFrames(this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]));
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.#ended = true;
      this.#sender.goaway(this.#lastStreamId, error.code);
      this.#sender.afterWrite(() => this.#socket.destroy());
      this.#events.failed(error);
    }
  }

  #readFrames(bytes: Buffer): void {
    let at = this.#begun === "nothing" ? this.#readPreface(bytes) : 0;
    while (bytes.length - at >= frameHeaderSize && this.#begun !== "nothing") {
      const length = bytes.readUIntBE(at, 3);
      if (length > defaultMaxFrameSize)
        throw new ConnectionError(errorCode.frameSizeError, "A frame is too large.");
      const start = at + frameHeaderSize;
      if (bytes.length - start < length) break;
      const streamId = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      this.#readFrame(
        bytes[at + 3] as number,
        bytes[at + 4] as number,
        streamId,
        bytes.subarray(start, start + length),
      );
      at = start + length;
    }
    this.#rest = at === bytes.length ? nothing : bytes.subarray(at);
  }

  /** Gives how many bytes it took: none, where there are not enough. */
  #readPreface(bytes: Buffer): number {
    const size = Math.min(bytes.length, clientPreface.length);
    if (clientPreface.compare(bytes, 0, size, 0, size) !== 0)
      throw protocolError("The client does not speak HTTP/2.");
    if (size < clientPreface.length) return 0;
    this.#begun = "preface";
    return size;
  }

  #readFrame(type: number, flags: number, streamId: number, payload: Buffer): void {
    this.#mustBeInTurn(type, streamId);
    switch (type) {
      case frameType.data:
        return this.#data(flags, streamId, payload);
      case frameType.headers:
        return this.#headers(flags, streamId, payload);
      case frameType.continuation:
        return this.#continuation(flags, payload);
      case frameType.rstStream:
        return this.#rstStream(streamId, payload);
      case frameType.settings:
        return this.#settings(flags, streamId, payload);
      case frameType.ping:
        return this.#ping(flags, streamId, payload);
      case frameType.windowUpdate:
        return this.#windowUpdate(streamId, payload);
      case frameType.pushPromise:
        throw protocolError("A client may not push.");
      default:
        // Priorities are advice, a client that goes away closes its connection, and what is not known is to be ignored.
        return undefined;
    }
  }

  #mustBeInTurn(type: number, streamId: number): void {
    if (this.#begun === "preface" && type !== frameType.settings)
      throw protocolError("The first frame is no settings.");
    if (this.#block !== undefined && (type !== frameType.continuation || this.#block.streamId !== streamId)) {
      throw protocolError("A block of headers was interrupted.");
    }
  }

  #data(flags: number, streamId: number, payload: Buffer): void {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) this.#mustHaveBeen(streamId);
    // No frame is as large as what is left when a window is widened, so none can overrun it.
    this.#receiveWindow -= payload.length;
    if (this.#receiveWindow < connectionWindow / 2) {
      this.#sender.windowUpdate(0, connectionWindow - this.#receiveWindow);
      this.#receiveWindow = connectionWindow;
    }
    if (stream === undefined) return;
    if (stream.requestEnded) return this.#reset(stream, errorCode.streamClosed);
    stream.receiveWindow -= payload.length;
    const ends = (flags & flag.endStream) !== 0;
    stream.requestEnded = ends;
    if (!ends && stream.receiveWindow < streamWindow / 2) {
      this.#sender.windowUpdate(streamId, streamWindow - stream.receiveWindow);
      stream.receiveWindow = streamWindow;
    }
    stream.data(withoutPadding(flags, payload));
    if (ends) stream.endRequest();
  }

  #headers(flags: number, streamId: number, payload: Buffer): void {
    if (streamId % 2 === 0) throw protocolError("A client opens streams of odd numbers.");
    let fragment = withoutPadding(flags, payload);
    if ((flags & flag.priority) !== 0) {
      if (fragment.length < 5)
        throw new ConnectionError(errorCode.frameSizeError, "A frame of headers is too short.");
      fragment = fragment.subarray(5);
    }
    const endStream = (flags & flag.endStream) !== 0;
    if ((flags & flag.endHeaders) !== 0) return this.#headersComplete(streamId, endStream, fragment);
    this.#block = { streamId, endStream, pieces: [fragment], size: fragment.length };
  }

  #continuation(flags: number, payload: Buffer): void {
    const block = this.#block;
    if (block === undefined) throw protocolError("A block of headers goes on that never began.");
    block.pieces.push(payload);
    block.size += payload.length;
    // Empty frames count too, or they could come for ever.
    if (block.size > maxHeaderBytes || block.pieces.length > maxHeaderBytes / 64) {
      throw new ConnectionError(errorCode.enhanceYourCalm, "The headers are too large.");
    }
    if ((flags & flag.endHeaders) === 0) return;
    this.#block = undefined;
    this.#headersComplete(block.streamId, block.endStream, Buffer.concat(block.pieces));
  }

  #headersComplete(streamId: number, endStream: boolean, block: Buffer): void {
    // Read in any case: later blocks refer to what this one adds to the table.
    const headers = this.#decoder.decode(block);
    if (streamId <= this.#lastStreamId) return this.#trailers(streamId, endStream);
    this.#lastStreamId = streamId;
    if (this.#streams.size >= maxConcurrentStreams)
      return this.#sender.reset(streamId, errorCode.refusedStream);
    const stream = new Http2Stream(streamId, this.#sender, (closed) => this.#streams.delete(closed.id));
    this.#streams.set(streamId, stream);
    stream.requestEnded = endStream;
    stream.listen(this.#events.opened(stream, headers));
    if (endStream) stream.endRequest();
  }

  #trailers(streamId: number, endStream: boolean): void {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return;
    if (stream.requestEnded) return this.#reset(stream, errorCode.streamClosed);
    if (!endStream) return this.#reset(stream, errorCode.protocolError);
    stream.requestEnded = true;
    stream.endRequest();
  }

  #rstStream(streamId: number, payload: Buffer): void {
    if (payload.length !== 4) throw wrongSize();
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return this.#mustHaveBeen(streamId);
    this.#streams.delete(streamId);
    stream.close();
  }

  #settings(flags: number, streamId: number, payload: Buffer): void {
    if (streamId !== 0) throw protocolError("Settings are the connection's.");
    this.#begun = "settings";
    if ((flags & flag.ack) !== 0) {
      if (payload.length > 0) throw wrongSize();
      return;
    }
    if (payload.length % 6 !== 0) throw wrongSize();
    // Before what the settings let go: to the client they hold from here on.
    this.#sender.frame(frameType.settings, flag.ack, 0, nothing);
    for (let at = 0; at < payload.length; at += 6) {
      this.#apply(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
    }
  }

  #apply(id: number, value: number): void {
    if (id === setting.maxFrameSize) {
      if (value < defaultMaxFrameSize || value > 0xffffff)
        throw protocolError("That size of frames is not allowed.");
      this.#sender.allowFrames(value);
    }
    if (id === setting.initialWindowSize) {
      if (value > largestWindowSize)
        throw new ConnectionError(errorCode.flowControlError, "That size of windows is not allowed.");
      const change = value - this.#sender.initialWindow;
      this.#sender.initialWindow = value;
      for (const stream of this.#streams.values()) this.#sender.widen(stream, change);
    }
  }

  #ping(flags: number, streamId: number, payload: Buffer): void {
    if (streamId !== 0) throw protocolError("A ping is the connection's.");
    if (payload.length !== 8) throw wrongSize();
    if ((flags & flag.ack) === 0) this.#sender.frame(frameType.ping, flag.ack, 0, payload);
  }

  #windowUpdate(streamId: number, payload: Buffer): void {
    if (payload.length !== 4) throw wrongSize();
    const increment = payload.readUInt32BE(0) & 0x7fffffff;
    if (increment === 0) throw protocolError("A window was widened by nothing.");
    if (streamId === 0) return this.#sender.widen(undefined, increment);
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return this.#mustHaveBeen(streamId);
    this.#sender.widen(stream, increment);
  }

  #reset(stream: Http2Stream, code: ErrorCode): void {
    this.#streams.delete(stream.id);
    this.#sender.reset(stream.id, code);
    stream.close();
  }

  /** What still comes for a stream that has ended is nothing; for one that never began, it is an error. */
  #mustHaveBeen(streamId: number): void {
    if (streamId === 0 || streamId % 2 === 0 || streamId > this.#lastStreamId) {
      throw protocolError("A frame is for a stream that never began.");
    }
  }
}

function withoutPadding(flags: number, payload: Buffer): Buffer {
  if ((flags & flag.padded) === 0) return payload;
  const padding = payload[0] ?? 0;
  if (padding >= payload.length) throw protocolError("A frame is all padding.");
  return payload.subarray(1, payload.length - padding);
}

function settingsPayload(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settings.length * 6);
  settings.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, index * 6);
    payload.writeUInt32BE(value, index * 6 + 2);
  });
  return payload;
}

function protocolError(message: string): ConnectionError {
  return new ConnectionError(errorCode.protocolError, message);
}

function wrongSize(): ConnectionError {
  return new ConnectionError(errorCode.frameSizeError, "A frame is not of its size.");
}
