import { ByteWriter } from "../byte-writer.ts";
import type { CtyType, ObjectType } from "./cty-type.ts";
import { type CtyValue, isCtyObject, isUnknown, type UnknownValue } from "./cty-value.ts";
import * as markers from "./msgpack-markers.ts";
import { numberFromText } from "./numbers.ts";
import { placingErrors, refuse, refuseAttribute } from "./value-errors.ts";

/** Writes a value of the type as MessagePack. Throws {@link ValueError} with the path of a value that does not fit. */
export function encodeMsgpack(value: CtyValue, type: CtyType): Buffer {
  const writer = new ValueWriter(256);
  placingErrors(writer.path, () => writer.value(value, type));
  return writer.finish();
}

class ValueWriter extends ByteWriter {
  /** Path of the value that the writer is at. */
  readonly path: (string | number)[] = [];

  value(value: CtyValue, type: CtyType): void {
    if (value === null) return this.byte(markers.nil);
    if (isUnknown(value)) return this.#unknown(value);
    switch (type.kind) {
      case "string":
        return this.#text(typeof value === "string" ? value : refuse("string"));
      case "number":
        return this.#number(value);
      case "bool":
        return this.#bool(typeof value === "boolean" ? value : refuse("bool"));
      case "list":
      case "set":
        return this.#elements(value, type.element);
      case "map":
        return this.#entries(value, type.element);
      case "object":
        return this.#object(value, type);
    }
  }

  #unknown({ refinements }: UnknownValue): void {
    // An unknown value without known facts has one byte, which means nothing.
    const payload = refinements ?? new Uint8Array(1);
    if (payload.length === 1) this.byte(markers.extensionOf1);
    else this.#size(payload.length, markers.extension);
    this.byte(refinements === undefined ? 0 : markers.refinedUnknown);
    this.bytes(payload);
  }

  #bool(value: boolean): void {
    this.byte(value ? markers.trueMarker : markers.falseMarker);
  }

  #text(text: string): void {
    this.#size(Buffer.byteLength(text), markers.text);
    this.utf8(text);
  }

  /** Writes small integers as integers, and all other numbers as decimal text, which is exact. */
  #number(value: CtyValue): void {
    const isNumber = typeof value === "number" || typeof value === "string";
    const number = (isNumber ? numberFromText(String(value)) : undefined) ?? refuse("number");
    if (typeof number === "string" || !Number.isInteger(number) || number < -32 || number > 0xffffffff)
      this.#text(String(number));
    else if (number < 0) this.byte(number & 0xff);
    else this.#size(number, markers.unsigned);
  }

  #elements(value: CtyValue, type: CtyType): void {
    const elements = Array.isArray(value) ? (value as readonly CtyValue[]) : refuse("sequence");
    this.#size(elements.length, markers.array);
    elements.forEach((element, index) => this.#within(index, element, type));
  }

  #entries(value: CtyValue, type: CtyType): void {
    const map = isCtyObject(value) ? value : refuse("map");
    const keys = Object.keys(map).sort();
    this.#size(keys.length, markers.map);
    for (const key of keys) {
      this.#text(key);
      this.#within(key, map[key] ?? null, type);
    }
  }

  #object(value: CtyValue, type: ObjectType): void {
    const object = isCtyObject(value) ? value : refuse("object");
    for (const name in object) if (type.attributes[name] === undefined) this.#refuseAttribute(name);
    const names = Object.keys(type.attributes);
    this.#size(names.length, markers.map);
    for (const name of names) {
      this.#text(name);
      this.#within(
        name,
        Object.hasOwn(object, name) ? (object[name] ?? null) : null,
        type.attributes[name] as CtyType,
      );
    }
  }

  #refuseAttribute(name: string): never {
    this.path.push(name);
    return refuseAttribute();
  }

  #within(step: string | number, value: CtyValue, type: CtyType): void {
    this.path.push(step);
    this.value(value, type);
    this.path.pop();
  }

  #size(size: number, { short, mask, long: [one, two, four] }: markers.SizedKind): void {
    if (short !== markers.none && size <= mask) this.byte(short | size);
    else if (one !== markers.none && size <= 0xff) {
      this.byte(one);
      this.byte(size);
    } else if (size <= 0xffff) {
      this.byte(two);
      this.uint16(size);
    } else {
      this.byte(four);
      this.uint32(size);
    }
  }
}
