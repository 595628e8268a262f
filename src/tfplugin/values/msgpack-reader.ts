import { asBuffer } from "../as-buffer.ts";
import type { CtyType, ObjectType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, UnknownValue, unknown } from "./cty-value.ts";
import { placingErrors, refuse, refuseAttribute, ValueError } from "./errors.ts";
import { type CtyNumber, numberFromDouble, numberFromText } from "./numbers.ts";

/** Reads a value of the type from MessagePack. Throws {@link ValueError} with the path of the problem. */
export function decodeMsgpack(bytes: Uint8Array, type: CtyType): CtyValue {
  const reader = new ValueReader(asBuffer(bytes));
  return placingErrors(reader.path, () => reader.whole(type));
}

/** How a kind of token encodes its size: in the marker itself, or in the 1, 2 or 4 bytes after one of the long markers. */
interface SizedKind {
  readonly short: number;
  readonly mask: number;
  readonly long: readonly number[];
}

const none = -1;
const text: SizedKind = { short: 0xa0, mask: 0x1f, long: [0xd9, 0xda, 0xdb] };
const binary: SizedKind = { short: none, mask: 0, long: [0xc4, 0xc5, 0xc6] };
const array: SizedKind = { short: 0x90, mask: 0x0f, long: [none, 0xdc, 0xdd] };
const map: SizedKind = { short: 0x80, mask: 0x0f, long: [none, 0xde, 0xdf] };
const extension: SizedKind = { short: none, mask: 0, long: [0xc7, 0xc8, 0xc9] };
const refined = 12;

function isExtension(marker: number): boolean {
  return extension.long.includes(marker) || (marker >= 0xd4 && marker <= 0xd8);
}

class ValueReader {
  /** Path of the value that the reader is at. */
  readonly path: (string | number)[] = [];
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  whole(type: CtyType): CtyValue {
    const value = this.#value(type);
    if (this.#position < this.#bytes.length) throw new ValueError("bytes follow the value");
    return value;
  }

  #value(type: CtyType): CtyValue {
    const marker = this.#marker();
    if (marker === 0xc0) return null;
    return isExtension(marker) ? this.#unknown(marker) : this.#known(marker, type);
  }

  #known(marker: number, type: CtyType): CtyValue {
    switch (type.kind) {
      case "string":
        return this.#text(marker);
      case "number":
        return this.#number(marker);
      case "bool":
        return marker === 0xc3 ? true : marker === 0xc2 ? false : refuse("bool");
      case "list":
      case "set":
        return this.#elements(this.#size(marker, array) ?? refuse("sequence"), type.element);
      case "object":
        return this.#object(this.#size(marker, map) ?? refuse("object"), type);
    }
  }

  /** Every extension is an unknown value, whatever its type. */
  #unknown(marker: number): UnknownValue {
    const size = this.#size(marker, extension) ?? 1 << (marker - 0xd4);
    const type = this.#bytes.readInt8(this.#advance(1));
    const start = this.#advance(size);
    return type === refined ? new UnknownValue(this.#bytes.subarray(start, start + size)) : unknown;
  }

  #text(marker: number): string {
    const size = this.#size(marker, text) ?? this.#size(marker, binary) ?? refuse("string");
    const start = this.#advance(size);
    return this.#bytes.toString("utf8", start, start + size);
  }

  #number(marker: number): CtyNumber {
    if (marker < 0x80) return marker;
    if (marker >= 0xe0) return marker - 0x100;
    if (marker === 0xca) return numberFromDouble(this.#bytes.readFloatBE(this.#advance(4)));
    if (marker === 0xcb) return numberFromDouble(this.#bytes.readDoubleBE(this.#advance(8)));
    if (marker >= 0xcc && marker <= 0xcf) return this.#unsigned(marker - 0xcc);
    if (marker >= 0xd0 && marker <= 0xd3) return this.#signed(marker - 0xd0);
    if (this.#isText(marker)) return numberFromText(this.#text(marker)) ?? refuse("number");
    return refuse("number");
  }

  #isText(marker: number): boolean {
    return (marker & ~text.mask) === text.short || text.long.includes(marker);
  }

  #elements(size: number, type: CtyType): CtyValue[] {
    const elements: CtyValue[] = [];
    for (let index = 0; index < size; index += 1) {
      this.path.push(index);
      elements.push(this.#value(type));
      this.path.pop();
    }
    return elements;
  }

  /** An object has every attribute of its type. An absent attribute becomes null. */
  #object(size: number, type: ObjectType): CtyObject {
    const object: Record<string, CtyValue> = {};
    for (const name in type.attributes) object[name] = null;
    for (let entry = 0; entry < size; entry += 1) {
      const name = this.#text(this.#marker());
      this.path.push(name);
      object[name] = this.#value(type.attributes[name] ?? refuseAttribute());
      this.path.pop();
    }
    return object;
  }

  #marker(): number {
    return this.#bytes[this.#advance(1)] as number;
  }

  /** Reads the size of a token. undefined: the marker begins another kind. */
  #size(marker: number, { short, mask, long }: SizedKind): number | undefined {
    if ((marker & ~mask) === short) return marker & mask;
    const width = long.indexOf(marker);
    return width < 0 ? undefined : Number(this.#unsigned(width));
  }

  /** Reads a number of 1, 2, 4 or 8 bytes. `width` is the binary logarithm of their count. */
  #unsigned(width: number): CtyNumber {
    if (width === 0) return this.#bytes.readUInt8(this.#advance(1));
    if (width === 1) return this.#bytes.readUInt16BE(this.#advance(2));
    if (width === 2) return this.#bytes.readUInt32BE(this.#advance(4));
    return numberFromText(String(this.#bytes.readBigUInt64BE(this.#advance(8)))) ?? refuse("number");
  }

  #signed(width: number): CtyNumber {
    if (width === 0) return this.#bytes.readInt8(this.#advance(1));
    if (width === 1) return this.#bytes.readInt16BE(this.#advance(2));
    if (width === 2) return this.#bytes.readInt32BE(this.#advance(4));
    return numberFromText(String(this.#bytes.readBigInt64BE(this.#advance(8)))) ?? refuse("number");
  }

  #advance(size: number): number {
    const start = this.#position;
    if (start + size > this.#bytes.length) throw new ValueError("the bytes end early");
    this.#position = start + size;
    return start;
  }
}
