import { ConnectionError, errorCode } from "./frames.ts";
import { decodeHuffman } from "./huffman.ts";

type HeaderField = readonly [name: string, value: string];

/** Headers that both sides know (RFC 7541, appendix A), from index 1. */
const staticTable: readonly HeaderField[] = [
  [":authority", ""],
  [":method", "GET"],
  [":method", "POST"],
  [":path", "/"],
  [":path", "/index.html"],
  [":scheme", "http"],
  [":scheme", "https"],
  ...["200", "204", "206", "304", "400", "404", "500"].map((status): HeaderField => [":status", status]),
  ["accept-charset", ""],
  ["accept-encoding", "gzip, deflate"],
  ...[
    "accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control",
    "content-disposition content-encoding content-language content-length content-location content-range content-type",
    "cookie date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since",
    "last-modified link location max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after",
    "server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate",
  ]
    .join(" ")
    .split(" ")
    .map((name): HeaderField => [name, ""]),
];

/** What the dynamic table may hold: the default, which this server leaves as it is. */
const largestTableSize = 4_096;

/** Blocks that only refer to the table have a byte a header. */
const largestKnownBlock = 64;
const mostKnownBlocks = 64;

/** What a header in the dynamic table counts for beside its bytes. */
const entryOverhead = 32;

/** The headers of a request. Of a header that comes twice, the first. */
export type RequestHeaders = ReadonlyMap<string, string>;

/**
 * Reads the header blocks of one connection, each in its turn, since each adds to the table that the next refers to. Throws
 * {@link ConnectionError}.
 */
export class HpackDecoder {
  /** The newest last. */
  readonly #table: HeaderField[] = [];
  #tableSize = 0;
  #tableLimit = largestTableSize;
  /** What blocks say as long as the table is as it is: a client sends the same few again and again. */
  readonly #known = new Map<string, RequestHeaders>();
  #tableChanged = false;
  #block: Buffer = Buffer.alloc(0);
  #position = 0;

  decode(block: Buffer): RequestHeaders {
    if (block.length > largestKnownBlock) return this.#read(block);
    const key = block.toString("latin1");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#tableChanged = false;
    const headers = this.#read(block);
    if (this.#tableChanged) return headers;
    if (this.#known.size === mostKnownBlocks) this.#known.clear();
    this.#known.set(key, headers);
    return headers;
  }

  #read(block: Buffer): RequestHeaders {
    this.#block = block;
    this.#position = 0;
    const headers = new Map<string, string>();
    while (this.#position < block.length) {
      const field = this.#field(block[this.#position] as number, headers.size === 0);
      if (field !== undefined && !headers.has(field[0])) headers.set(field[0], field[1]);
    }
    return headers;
  }

  #field(first: number, atStart: boolean): HeaderField | undefined {
    if (first >= 0x80) return this.#indexed(this.#integer(7));
    if (first >= 0x40) {
      const field = this.#literal(6);
      this.#add(field);
      return field;
    }
    // Whether a literal may be indexed by those who pass it on is nothing to the one who reads it.
    if (first < 0x20) return this.#literal(4);
    if (!atStart) throw malformed("the table changes its size within a block");
    this.#limitTable(this.#integer(5));
    return undefined;
  }

  #literal(prefixBits: number): HeaderField {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#text() : this.#indexed(index)[0];
    return [name, this.#text()];
  }

  #indexed(index: number): HeaderField {
    const field =
      index <= staticTable.length
        ? staticTable[index - 1]
        : this.#table[this.#table.length - (index - staticTable.length)];
    if (field === undefined) throw malformed("an index is beyond the table");
    return field;
  }

  #add(field: HeaderField): void {
    this.#changeTable();
    this.#table.push(field);
    this.#tableSize += sizeOf(field);
    this.#evict();
  }

  #limitTable(size: number): void {
    if (size > largestTableSize) throw malformed("the table would be larger than allowed");
    this.#changeTable();
    this.#tableLimit = size;
    this.#evict();
  }

  #changeTable(): void {
    this.#tableChanged = true;
    this.#known.clear();
  }

  #evict(): void {
    while (this.#tableSize > this.#tableLimit) this.#tableSize -= sizeOf(this.#table.shift() as HeaderField);
  }

  #text(): string {
    const huffman = (this.#block[this.#position] ?? 0) >= 0x80;
    const bytes = this.#take(this.#integer(7));
    if (!huffman) return bytes.toString("latin1");
    const text = decodeHuffman(bytes);
    if (text === undefined) throw malformed("a text is not in the code");
    return text;
  }

  /** A number that begins in the low bits of the next byte. */
  #integer(prefixBits: number): number {
    const most = 2 ** prefixBits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    // Nothing here is as large as four bytes can say.
    for (let shift = 1; shift <= 0x80 ** 3; shift *= 0x80) {
      const byte = this.#byte();
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
    throw malformed("a number is too large");
  }

  #byte(): number {
    const byte = this.#block[this.#position++];
    if (byte === undefined) throw malformed("the block ends early");
    return byte;
  }

  #take(size: number): Buffer {
    const start = this.#position;
    this.#position += size;
    if (this.#position > this.#block.length) throw malformed("the block ends early");
    return this.#block.subarray(start, this.#position);
  }
}

function sizeOf([name, value]: HeaderField): number {
  return name.length + value.length + entryOverhead;
}

function malformed(reason: string): ConnectionError {
  return new ConnectionError(errorCode.compressionError, `The headers cannot be read: ${reason}.`);
}

/** That the table has no room at all: a client that lowers its limit wants to be told, whatever was used of it. */
const noTable = Buffer.from([0x20]);

/** A block of headers that neither refers to a table nor adds to one: the same bytes in every connection. */
export function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const fields = Object.entries(headers).flatMap(([name, value]) => [
    Buffer.from([0]),
    literalText(name),
    literalText(value),
  ]);
  return Buffer.concat([noTable, ...fields]);
}

function literalText(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  return Buffer.concat([integer(bytes.length, 7), bytes]);
}

function integer(value: number, prefixBits: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.from([value]);
  const bytes = [most];
  let rest = value - most;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
