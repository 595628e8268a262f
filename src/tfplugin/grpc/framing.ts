import { GrpcError, grpcStatus } from "./status.ts";

/** Bytes before each message: a flag and a length. */
export const frameHeaderSize = 5;

/** The largest message that is taken, as Terraform itself allows. */
export const largestMessage = 256 * 1024 * 1024;

/** Fills in the header of a frame whose first {@link frameHeaderSize} bytes were left for it. */
export function sealFrame(frame: Buffer): Buffer {
  frame[0] = 0;
  frame.writeUInt32BE(frame.length - frameHeaderSize, 1);
  return frame;
}

/** A frame around a message. */
export function frameOf(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderSize + message.length);
  frame.set(message, frameHeaderSize);
  return sealFrame(frame);
}

/** Collects the one message of a unary request from the pieces in which it arrives. */
export class MessageCollector {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #received = 0;
  /** Size of the whole frame, once its header is in. */
  #expected: number | undefined;

  constructor(limit = largestMessage) {
    this.#limit = limit;
  }

  /** Takes a piece. Throws {@link GrpcError} as soon as the frame is seen to be wrong. */
  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#received += piece.length;
    if (this.#expected === undefined && this.#received >= frameHeaderSize)
      this.#expected = this.#readHeader();
    if (this.#expected !== undefined && this.#received > this.#expected) {
      throw new GrpcError(grpcStatus.internal, "The request holds more than one message.");
    }
  }

  /** The message, when the request has ended. Throws {@link GrpcError} when it is not whole. */
  finish(): Buffer {
    if (this.#expected === undefined || this.#received < this.#expected) {
      throw new GrpcError(grpcStatus.internal, "The request ended before its message was complete.");
    }
    return this.#joined().subarray(frameHeaderSize);
  }

  #readHeader(): number {
    const header = this.#joined();
    const compressed = header.readUInt8(0);
    if (compressed === 1)
      throw new GrpcError(grpcStatus.unimplemented, "Compressed messages are not supported.");
    if (compressed !== 0) throw new GrpcError(grpcStatus.internal, "The frame of the message is malformed.");
    const length = header.readUInt32BE(1);
    if (length > this.#limit) {
      throw new GrpcError(grpcStatus.resourceExhausted, `The message is larger than ${this.#limit} bytes.`);
    }
    return length + frameHeaderSize;
  }

  #joined(): Buffer {
    const joined = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }
}
