import { DocsformError } from "../../../model/errors.ts";
import { asBuffer } from "../as-buffer.ts";
import { ByteWriter } from "../byte-writer.ts";
import { wordsOf } from "../plugin-fail.ts";

/** The bytes are not a message. */
export class WireError extends DocsformError {
  constructor(reason: string) {
    const { code, message, remedy } = wordsOf("terraform/malformed-message", { reason });
    super(code, message, { remedy });
  }
}

/** How the bytes of a field are encoded. */
export const wireTypes = { varint: 0, fixed64: 1, lengthDelimited: 2, fixed32: 5 } as const;
export type WireType = (typeof wireTypes)[keyof typeof wireTypes];

/** Maximum depth of nested messages, so that the stack does not overflow. No schema is this deep. */
const deepestNesting = 100;

/** Reads protobuf's wire format. */
export class WireReader {
  readonly #bytes: Buffer;
  #position: number;
  #end: number;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = asBuffer(bytes);
    this.#position = 0;
    this.#end = this.#bytes.length;
  }

  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** Reads an unsigned number of up to 32 bits, or the low 32 bits of a longer one. */
  varint32(): number {
    // The fast path: tags and lengths have up to four bytes, and big integers are many times slower.
    let value = 0;
    for (let index = 0; index < 4; index += 1) {
      const at = this.#position + index;
      const byte = this.#bytes[at];
      if (byte === undefined || at >= this.#end) break;
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) {
        this.#position = at + 1;
        return value;
      }
    }
    return Number(this.varint64() & 0xffffffffn);
  }

  /** Reads an unsigned number of up to 64 bits. */
  varint64(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#advance(1)] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new WireError("a number has too many bytes");
  }

  /** Reads a length-delimited field as a view, without a copy. */
  bytes(): Buffer {
    const size = this.varint32();
    const start = this.#advance(size);
    return this.#bytes.subarray(start, start + size);
  }

  text(): string {
    const size = this.varint32();
    const start = this.#advance(size);
    return this.#bytes.toString("utf8", start, start + size);
  }

  /** Reads a length-delimited field with `read`, which gets only the bytes of the field. */
  nested<T>(read: (reader: WireReader) => T): T {
    const size = this.varint32();
    const start = this.#advance(size);
    const outerEnd = this.#end;
    if (++this.#depth > deepestNesting) throw new WireError("messages nest too deeply");
    this.#position = start;
    this.#end = start + size;
    const value = read(this);
    this.#position = this.#end;
    this.#end = outerEnd;
    this.#depth -= 1;
    return value;
  }

  /** Skips an unknown field. */
  skip(wireType: number): void {
    if (wireType === wireTypes.varint) this.varint64();
    else if (wireType === wireTypes.fixed64) this.#advance(8);
    else if (wireType === wireTypes.lengthDelimited) this.bytes();
    else if (wireType === wireTypes.fixed32) this.#advance(4);
    else throw new WireError("a field is of no known kind");
  }

  #advance(size: number): number {
    const start = this.#position;
    if (start + size > this.#end) throw new WireError("the bytes end early");
    this.#position = start + size;
    return start;
  }
}

/** Writes protobuf's wire format. */
export class WireWriter extends ByteWriter {
  tag(field: number, wireType: WireType): void {
    this.varint32((field << 3) | wireType);
  }

  varint32(value: number): void {
    let bitsLeft = value >>> 0;
    while (bitsLeft > 0x7f) {
      this.byte((bitsLeft & 0x7f) | 0x80);
      bitsLeft >>>= 7;
    }
    this.byte(bitsLeft);
  }

  /** Writes a signed integer of 64 bits. */
  varint64(value: bigint): void {
    let bitsLeft = BigInt.asUintN(64, value);
    while (bitsLeft > 0x7fn) {
      this.byte(Number(bitsLeft & 0x7fn) | 0x80);
      bitsLeft >>= 7n;
    }
    this.byte(Number(bitsLeft));
  }

  /** Writes the length of the bytes that `write` appends, and then these bytes. */
  nested(write: () => void): void {
    const start = this.length;
    // Most lengths have one byte, so this reserves one.
    this.byte(0);
    write();
    const length = this.length - start - 1;
    const lengthBytes = varintSize(length);
    if (lengthBytes > 1) this.insert(start + 1, lengthBytes - 1);
    let bitsLeft = length;
    for (let index = 0; index < lengthBytes; index += 1) {
      this.patch(start + index, (bitsLeft & 0x7f) | (index < lengthBytes - 1 ? 0x80 : 0));
      bitsLeft >>>= 7;
    }
  }
}

/** The number of bytes of an unsigned number of up to 32 bits: one for every 7 bits. */
function varintSize(value: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7));
}
