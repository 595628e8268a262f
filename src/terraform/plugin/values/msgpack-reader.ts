import { asBuffer } from "../as-buffer.ts";
import type { CtyType, ObjectType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject, UnknownValue, unknown } from "./cty-value.ts";
import * as markers from "./msgpack-markers.ts";
import { type CtyNumber, numberFromDouble, numberFromText } from "./numbers.ts";
import { placingErrors, refuse, refuseAttribute, ValueError } from "./value-errors.ts";

/** Reads a value of the type from MessagePack. Throws {@link ValueError} with the path of the problem. */
export function decodeMsgpack(bytes: Uint8Array, type: CtyType): CtyValue {
  const reader = new ValueReader(asBuffer(bytes));
  return placingErrors(reader.path, () => reader.readAll(type));
}

class ValueReader {
  /** Path of the value that the reader is at. */
  readonly path: (string | number)[] = [];
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads the only value. Throws if bytes follow it. */
  readAll(type: CtyType): CtyValue {
    const value = this.#value(type);
    if (this.#position < this.#bytes.length) throw new ValueError("bytes follow the value");
    return value;
  }

  #value(type: CtyType): CtyValue {
    const marker = this.#marker();
    if (marker === markers.nil) return null;
    return isExtension(marker) ? this.#unknown(marker) : this.#known(marker, type);
  }

  #known(marker: number, type: CtyType): CtyValue {
    switch (type.kind) {
      case "string":
        return this.#text(marker);
      case "number":
        return this.#number(marker);
      case "bool":
        return this.#bool(marker);
      case "list":
      case "set":
        return this.#elements(this.#size(marker, markers.array) ?? refuse("sequence"), type.element);
      case "map":
        return this.#entries(this.#size(marker, markers.map) ?? refuse("map"), type.element);
      case "object":
        return this.#object(this.#size(marker, markers.map) ?? refuse("object"), type);
    }
  }

  /** Every extension is an unknown value, whatever its type. */
  #unknown(marker: number): UnknownValue {
    const size = this.#size(marker, markers.extension) ?? 1 << (marker - markers.extensionOf1);
    const type = this.#bytes.readInt8(this.#advance(1));
    const start = this.#advance(size);
    return type === markers.refinedUnknown
      ? new UnknownValue(this.#bytes.subarray(start, start + size))
      : unknown;
  }

  #bool(marker: number): boolean {
    if (marker === markers.trueMarker) return true;
    return marker === markers.falseMarker ? false : refuse("bool");
  }

  #text(marker: number): string {
    const size = this.#size(marker, markers.text) ?? this.#size(marker, markers.binary) ?? refuse("string");
    const start = this.#advance(size);
    return this.#bytes.toString("utf8", start, start + size);
  }

  #number(marker: number): CtyNumber {
    if (marker < 0x80) return marker;
    if (marker >= 0xe0) return marker - 0x100;
    if (marker === markers.float32) return numberFromDouble(this.#bytes.readFloatBE(this.#advance(4)));
    if (marker === markers.float64) return numberFromDouble(this.#bytes.readDoubleBE(this.#advance(8)));
    if (marker >= markers.uint8 && marker < markers.uint8 + 4) return this.#unsigned(marker - markers.uint8);
    if (marker >= markers.int8 && marker < markers.int8 + 4) return this.#signed(marker - markers.int8);
    if (isText(marker)) return numberFromText(this.#text(marker)) ?? refuse("number");
    return refuse("number");
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

  #entries(size: number, type: CtyType): CtyObject {
    const entries: (readonly [string, CtyValue])[] = [];
    for (let entry = 0; entry < size; entry += 1) {
      const key = this.#text(this.#marker());
      this.path.push(key);
      entries.push([key, this.#value(type)]);
      this.path.pop();
    }
    return ctyObject(entries);
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
  #size(marker: number, { short, mask, long }: markers.SizedKind): number | undefined {
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

function isText(marker: number): boolean {
  const { short, mask, long } = markers.text;
  return (marker & ~mask) === short || long.includes(marker);
}

function isExtension(marker: number): boolean {
  return (
    markers.extension.long.includes(marker) ||
    (marker >= markers.extensionOf1 && marker <= markers.extensionOf16)
  );
}
