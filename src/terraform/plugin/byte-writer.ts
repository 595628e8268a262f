/** A buffer that grows while bytes are appended. The base of the MessagePack and the protobuf writers. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(initialCapacity = 256) {
    this.#buffer = Buffer.allocUnsafe(initialCapacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Appends one byte. */
  byte(value: number): void {
    this.#grow(1);
    this.#buffer[this.#length++] = value;
  }

  uint16(value: number): void {
    this.#grow(2);
    this.#length = this.#buffer.writeUInt16BE(value, this.#length);
  }

  uint32(value: number): void {
    this.#grow(4);
    this.#length = this.#buffer.writeUInt32BE(value, this.#length);
  }

  int64(value: bigint): void {
    this.#grow(8);
    this.#length = this.#buffer.writeBigInt64BE(value, this.#length);
  }

  uint64(value: bigint): void {
    this.#grow(8);
    this.#length = this.#buffer.writeBigUInt64BE(value, this.#length);
  }

  double(value: number): void {
    this.#grow(8);
    this.#length = this.#buffer.writeDoubleBE(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.#grow(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Appends text as UTF-8 and returns the number of bytes. */
  utf8(text: string): number {
    this.#grow(text.length * 3);
    const written = this.#buffer.write(text, this.#length, "utf8");
    this.#length += written;
    return written;
  }

  /** Inserts `size` bytes at `offset` and moves the bytes after it. */
  insert(offset: number, size: number): void {
    this.#grow(size);
    this.#buffer.copyWithin(offset + size, offset, this.#length);
    this.#length += size;
  }

  /** Overwrites one byte. */
  patch(offset: number, value: number): void {
    this.#buffer[offset] = value;
  }

  /** Overwrites four bytes, big-endian. */
  patchUint32(offset: number, value: number): void {
    this.#buffer.writeUInt32BE(value, offset);
  }

  /** Returns the written bytes without a copy. Do not use the writer afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
