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

  /** Appends text as UTF-8 and returns how many bytes that took. */
  utf8(text: string): number {
    this.#grow(text.length * 3);
    const written = this.#buffer.write(text, this.#length, "utf8");
    this.#length += written;
    return written;
  }

  /** Makes room of `size` bytes at `offset` by moving what was written after it. */
  insert(offset: number, size: number): void {
    this.#grow(size);
    this.#buffer.copyWithin(offset + size, offset, this.#length);
    this.#length += size;
  }

  /** Overwrites one byte that was written before. */
  patch(offset: number, value: number): void {
    this.#buffer[offset] = value;
  }

  /** Overwrites four bytes that were written before, big-endian. */
  patchUint32(offset: number, value: number): void {
    this.#buffer.writeUInt32BE(value, offset);
  }

  /** What was written, without a copy: the writer is not to be used afterwards. */
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
