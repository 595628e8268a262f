import { asBuffer } from "../as-buffer.ts";
import { ValueError } from "./errors.ts";
import { type CtyNumber, numberFromBigint, numberFromDouble } from "./numbers.ts";

/** What a MessagePack token is. Containers give their size; their contents are the tokens that follow. */
export type Token =
  | { readonly kind: "nil" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly value: CtyNumber }
  | { readonly kind: "text" | "binary"; readonly start: number; readonly end: number }
  | { readonly kind: "array" | "map"; readonly size: number }
  | { readonly kind: "extension"; readonly type: number; readonly start: number; readonly end: number };

/** Reads MessagePack, token by token. Throws {@link ValueError} where the bytes end early. */
export class MsgpackReader {
  readonly #bytes: Buffer;
  #position: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = asBuffer(bytes);
    this.#position = start;
    this.#end = end;
  }

  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** Whether a nil is next, and if so steps over it: the commonest question, answered without a token. */
  skipNil(): boolean {
    if (this.#bytes[this.#position] !== 0xc0 || this.atEnd) return false;
    this.#position += 1;
    return true;
  }

  token(): Token {
    const marker = this.#bytes[this.#take(1)] as number;
    if (marker < 0x80) return { kind: "number", value: marker };
    if (marker < 0x90) return { kind: "map", size: this.#container(marker & 0x0f, 2) };
    if (marker < 0xa0) return { kind: "array", size: this.#container(marker & 0x0f, 1) };
    if (marker < 0xc0) return this.#span("text", marker & 0x1f);
    if (marker >= 0xe0) return { kind: "number", value: marker - 0x100 };
    return this.#marked(marker);
  }

  /** The text of a text or binary token. */
  textOf(token: { readonly start: number; readonly end: number }): string {
    return this.#bytes.toString("utf8", token.start, token.end);
  }

  /** A reader of an extension's payload. */
  within(token: { readonly start: number; readonly end: number }): MsgpackReader {
    return new MsgpackReader(this.#bytes, token.start, token.end);
  }

  /** Steps over one whole value. */
  skip(): void {
    // A count instead of recursion: nesting is as deep as the sender likes.
    let left = 1;
    while (left > 0) {
      const token = this.token();
      left -= 1;
      if (token.kind === "array") left += token.size;
      if (token.kind === "map") left += token.size * 2;
    }
  }

  #marked(marker: number): Token {
    switch (marker) {
      case 0xc0:
        return { kind: "nil" };
      case 0xc2:
      case 0xc3:
        return { kind: "boolean", value: marker === 0xc3 };
      case 0xca:
        return { kind: "number", value: numberFromDouble(this.#bytes.readFloatBE(this.#take(4))) };
      case 0xcb:
        return { kind: "number", value: numberFromDouble(this.#bytes.readDoubleBE(this.#take(8))) };
      case 0xdc:
      case 0xdd:
        return { kind: "array", size: this.#container(this.#size(marker - 0xdc + 1), 1) };
      case 0xde:
      case 0xdf:
        return { kind: "map", size: this.#container(this.#size(marker - 0xde + 1), 2) };
      default:
        return this.#ranged(marker);
    }
  }

  /** The markers from 0xc4 to 0xdb that are not containers; those above were dealt with before. */
  #ranged(marker: number): Token {
    if (marker >= 0xc4 && marker <= 0xc6) return this.#span("binary", this.#size(marker - 0xc4));
    if (marker >= 0xc7 && marker <= 0xc9) return this.#extension(this.#size(marker - 0xc7));
    if (marker >= 0xcc && marker <= 0xcf) return { kind: "number", value: this.#unsigned(marker - 0xcc) };
    if (marker >= 0xd0 && marker <= 0xd3) return { kind: "number", value: this.#signed(marker - 0xd0) };
    if (marker >= 0xd4 && marker <= 0xd8) return this.#extension(1 << (marker - 0xd4));
    if (marker >= 0xd9) return this.#span("text", this.#size(marker - 0xd9));
    throw new ValueError("a byte that MessagePack does not use");
  }

  /** A length of 1, 2 or 4 bytes: `width` is its binary logarithm. */
  #size(width: number): number {
    return this.#unsigned(width) as number;
  }

  #unsigned(width: number): CtyNumber {
    if (width === 0) return this.#bytes.readUInt8(this.#take(1));
    if (width === 1) return this.#bytes.readUInt16BE(this.#take(2));
    if (width === 2) return this.#bytes.readUInt32BE(this.#take(4));
    return numberFromBigint(this.#bytes.readBigUInt64BE(this.#take(8)));
  }

  #signed(width: number): CtyNumber {
    if (width === 0) return this.#bytes.readInt8(this.#take(1));
    if (width === 1) return this.#bytes.readInt16BE(this.#take(2));
    if (width === 2) return this.#bytes.readInt32BE(this.#take(4));
    return numberFromBigint(this.#bytes.readBigInt64BE(this.#take(8)));
  }

  #span(kind: "text" | "binary", size: number): Token {
    const start = this.#take(size);
    return { kind, start, end: start + size };
  }

  #extension(size: number): Token {
    const type = this.#bytes.readInt8(this.#take(1));
    const start = this.#take(size);
    return { kind: "extension", type, start, end: start + size };
  }

  // Each element takes a byte at least: a size beyond what is left is refused before anything is allocated for it.
  #container(size: number, bytesEach: number): number {
    if (size * bytesEach > this.#end - this.#position)
      throw new ValueError("a container is larger than its bytes");
    return size;
  }

  #take(size: number): number {
    const start = this.#position;
    if (start + size > this.#end) throw new ValueError("the bytes end early");
    this.#position = start + size;
    return start;
  }
}
