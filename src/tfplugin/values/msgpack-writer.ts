import { ByteWriter } from "../byte-writer.ts";
import { type CtyNumber, isExact, plainDecimal } from "./numbers.ts";

/** Writes MessagePack tokens, each in its shortest form. Containers are announced by their size, then filled. */
export class MsgpackWriter extends ByteWriter {
  nil(): void {
    this.byte(0xc0);
  }

  boolean(value: boolean): void {
    this.byte(value ? 0xc3 : 0xc2);
  }

  /** An integer or a double where one of them is exactly the number, else decimal text. */
  number(value: CtyNumber): void {
    if (typeof value === "string") this.#decimal(value);
    else if (Number.isSafeInteger(value)) this.integer(value);
    else if (!Number.isFinite(value) || isExact(value)) this.#double(value);
    else this.text(plainDecimal(String(value)) as string);
  }

  integer(value: number): void {
    if (value >= 0) this.#unsigned(value);
    else this.#negative(value);
  }

  text(value: string): void {
    const start = this.length;
    this.byte(0);
    const size = this.utf8(value);
    this.#patchTextHeader(start, size);
  }

  binary(value: Uint8Array): void {
    this.#sized(value.length, { limit8: 0xc4, limit16: 0xc5, limit32: 0xc6 });
    this.bytes(value);
  }

  arrayHeader(size: number): void {
    if (size < 16) this.byte(0x90 | size);
    else this.#sized(size, { limit16: 0xdc, limit32: 0xdd });
  }

  mapHeader(size: number): void {
    if (size < 16) this.byte(0x80 | size);
    else this.#sized(size, { limit16: 0xde, limit32: 0xdf });
  }

  /** An extension value: its type and its payload. */
  extension(type: number, payload: Uint8Array): void {
    const fixed = [1, 2, 4, 8, 16].indexOf(payload.length);
    if (fixed >= 0) this.byte(0xd4 + fixed);
    else this.#sized(payload.length, { limit8: 0xc7, limit16: 0xc8, limit32: 0xc9 });
    this.byte(type);
    this.bytes(payload);
  }

  #unsigned(value: number): void {
    if (value < 0x80) this.byte(value);
    else if (value <= 0xff) {
      this.byte(0xcc);
      this.byte(value);
    } else if (value <= 0xffff) {
      this.byte(0xcd);
      this.uint16(value);
    } else if (value <= 0xffffffff) {
      this.byte(0xce);
      this.uint32(value);
    } else {
      this.byte(0xcf);
      this.uint64(BigInt(value));
    }
  }

  #negative(value: number): void {
    if (value >= -32) this.byte(value & 0xff);
    else if (value >= -0x80) {
      this.byte(0xd0);
      this.byte(value & 0xff);
    } else if (value >= -0x8000) {
      this.byte(0xd1);
      this.uint16(value & 0xffff);
    } else {
      this.byte(0xd3);
      this.int64(BigInt(value));
    }
  }

  #double(value: number): void {
    this.byte(0xcb);
    this.double(value);
  }

  #decimal(text: string): void {
    const number = Number(text);
    if (Number.isSafeInteger(number) && String(number) === text) this.integer(number);
    else this.text(text);
  }

  #patchTextHeader(start: number, size: number): void {
    if (size < 32) this.patch(start, 0xa0 | size);
    else if (size <= 0xff) {
      this.insert(start + 1, 1);
      this.patch(start, 0xd9);
      this.patch(start + 1, size);
    } else if (size <= 0xffff) {
      this.insert(start + 1, 2);
      this.patch(start, 0xda);
      this.patch(start + 1, size >> 8);
      this.patch(start + 2, size & 0xff);
    } else {
      this.insert(start + 1, 4);
      this.patch(start, 0xdb);
      this.patchUint32(start + 1, size);
    }
  }

  #sized(size: number, markers: { limit8?: number; limit16: number; limit32: number }): void {
    if (markers.limit8 !== undefined && size <= 0xff) {
      this.byte(markers.limit8);
      this.byte(size);
    } else if (size <= 0xffff) {
      this.byte(markers.limit16);
      this.uint16(size);
    } else {
      this.byte(markers.limit32);
      this.uint32(size);
    }
  }
}
