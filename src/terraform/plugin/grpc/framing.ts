import { GrpcError, grpcStatus } from "./status.ts";

/** Size of the header before each message, in bytes: a flag and a length. */
export const frameHeaderSize = 5;

/** The largest message that the server accepts, in bytes. It is Terraform's own limit. */
export const largestMessage = 256 * 1024 * 1024;

/** Writes the header of a frame into its first {@link frameHeaderSize} bytes. */
export function sealFrame(frame: Buffer): Buffer {
  frame[0] = 0;
  frame.writeUInt32BE(frame.length - frameHeaderSize, 1);
  return frame;
}

/** Puts a message into a frame. */
export function frameOf(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderSize + message.length);
  frame.set(message, frameHeaderSize);
  return sealFrame(frame);
}

/** Collects the only message of a unary request from its pieces. */
export class MessageCollector {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #received = 0;
  /** Size of the whole frame. undefined: its header has not arrived yet. */
  #expected: number | undefined;

  constructor(limit = largestMessage) {
    this.#limit = limit;
  }

  /** Adds a piece. Throws {@link GrpcError} as soon as the frame turns out to be malformed. */
  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#received += piece.length;
    if (this.#expected === undefined && this.#received >= frameHeaderSize)
      this.#expected = this.#readHeader();
    if (this.#expected !== undefined && this.#received > this.#expected) {
      throw new GrpcError(grpcStatus.internal, "The request holds more than one message.");
    }
  }

  /** Returns the message when the request has ended. Throws {@link GrpcError} if the message is incomplete. */
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
