import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConnectionError, errorCode } from "./frames.ts";
import { HpackDecoder, headerBlock } from "./hpack.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const request = { ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com" };
const secondRequest = { ...request, "cache-control": "no-cache" };
const thirdRequest = {
  ...request,
  ":scheme": "https",
  ":path": "/index.html",
  "custom-key": "custom-value",
};
const answer = {
  ":status": "302",
  "cache-control": "private",
  date: "Mon, 21 Oct 2013 20:13:21 GMT",
  location: "https://www.example.com",
};
const secondAnswer = { ...answer, ":status": "307" };
const thirdAnswer = {
  ...answer,
  ":status": "200",
  date: "Mon, 21 Oct 2013 20:13:22 GMT",
  "content-encoding": "gzip",
  "set-cookie": "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
};

interface Example {
  readonly what: string;
  readonly blocks: readonly (readonly [bytes: string, headers: Readonly<Record<string, string>>])[];
}

// The limit of 256 bytes, which the third set of examples takes from the settings, is told by the first block.
const limit256 = "3fe101";

describe("the examples of RFC 7541, appendix C", () => {
  test.each<Example>([
    {
      what: "a literal that is kept",
      blocks: [
        ["400a637573746f6d2d6b65790d637573746f6d2d686561646572", { "custom-key": "custom-header" }],
        ["be", { "custom-key": "custom-header" }],
      ],
    },
    {
      what: "a literal that is not kept",
      blocks: [["040c2f73616d706c652f70617468", { ":path": "/sample/path" }]],
    },
    {
      what: "a literal that is never kept",
      blocks: [["100870617373776f726406736563726574", { password: "secret" }]],
    },
    { what: "an index", blocks: [["82", { ":method": "GET" }]] },
    {
      what: "requests",
      blocks: [
        ["828684410f7777772e6578616d706c652e636f6d", request],
        ["828684be58086e6f2d6361636865", secondRequest],
        ["828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565", thirdRequest],
      ],
    },
    {
      what: "requests in Huffman's code",
      blocks: [
        ["828684418cf1e3c2e5f23a6ba0ab90f4ff", request],
        ["828684be5886a8eb10649cbf", secondRequest],
        ["828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf", thirdRequest],
      ],
    },
    {
      what: "answers that drive each other out of the table",
      blocks: [
        [
          `${limit256}4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54
          6e1768747470733a2f2f7777772e6578616d706c652e636f6d`,
          answer,
        ],
        ["4803333037c1c0bf", secondAnswer],
        [
          `88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b
          48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31`,
          thirdAnswer,
        ],
      ],
    },
    {
      what: "answers in Huffman's code",
      blocks: [
        [
          `${limit256}488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff
          6e919d29ad171863c78f0b97c8e9ae82ae43d3`,
          answer,
        ],
        ["4883640effc1c0bf", secondAnswer],
        [
          `88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960
          d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007`,
          thirdAnswer,
        ],
      ],
    },
  ])("$what", ({ blocks }) => {
    const decoder = new HpackDecoder();
    for (const [bytes, headers] of blocks) {
      expect(Object.fromEntries(decoder.decode(hex(bytes.replaceAll(/\s/g, ""))))).toEqual(headers);
    }
  });
});

/** What Node's client does not write to any server: the headers are those of answers, or of a connection. */
test.each([
  { index: 8, name: ":status", value: "200" },
  { index: 9, name: ":status", value: "204" },
  { index: 10, name: ":status", value: "206" },
  { index: 11, name: ":status", value: "304" },
  { index: 12, name: ":status", value: "400" },
  { index: 13, name: ":status", value: "404" },
  { index: 14, name: ":status", value: "500" },
  { index: 16, name: "accept-encoding", value: "gzip, deflate" },
  { index: 38, name: "host", value: "" },
  { index: 57, name: "transfer-encoding", value: "" },
  { index: 61, name: "www-authenticate", value: "" },
])("index $index is $name: $value", ({ index, name, value }) => {
  expect([...new HpackDecoder().decode(Buffer.from([0x80 + index]))]).toEqual([[name, value]]);
});

test("of a header that comes twice, the first is read", () => {
  expect([...new HpackDecoder().decode(hex("000161 0131 000161 0132"))]).toEqual([["a", "1"]]);
});

/** A header that is added to the table and counts for so many bytes there. */
function entryOf(size: number, name = "a"): Buffer {
  const value = size - 33;
  const length = value < 127 ? [value] : [127, ((value - 127) % 128) + 128, Math.floor((value - 127) / 128)];
  return Buffer.from([0x40, 1, name.charCodeAt(0), ...length, ...Array<number>(value).fill(0x78)]);
}

const newest = hex("be");
const secondNewest = hex("bf");

test("the table holds as much as is allowed, and not a byte more", () => {
  const decoder = new HpackDecoder();
  const names = (block: Buffer): readonly string[] => [...decoder.decode(block).keys()];
  names(entryOf(96));
  names(entryOf(4_000, "b"));
  expect([...names(secondNewest), ...names(newest)]).toEqual(["a", "b"]);
  names(entryOf(96, "c"));
  expect([...names(secondNewest), ...names(newest)]).toEqual(["b", "c"]);
  names(entryOf(97, "d"));
  expect([...names(secondNewest), ...names(newest)]).toEqual(["c", "d"]);
  expect(names(entryOf(4_097, "e"))).toEqual(["e"]);
  expect(() => names(newest)).toThrow("an index is beyond the table");
});

test("a block means something else as soon as the table is another one", () => {
  const decoder = new HpackDecoder();
  const names = (block: Buffer): readonly string[] => [...decoder.decode(block).keys()];
  for (const size of [40, 200]) {
    names(entryOf(size, "a"));
    expect([...names(newest), ...names(newest)]).toEqual(["a", "a"]);
    names(entryOf(size, "b"));
    expect([...names(newest), ...names(secondNewest)]).toEqual(["b", "a"]);
    // A block that says what it is, and one that empties the table.
    expect([...names(hex("00 0163 0131")), ...names(newest)]).toEqual(["c", "b"]);
    names(hex("20 3fe11f"));
    expect(() => new HpackDecoder().decode(newest)).toThrow("an index is beyond the table");
    expect(() => decoder.decode(newest)).toThrow("an index is beyond the table");
    // The same block adds to the table each time that it comes.
    const added = [entryOf(size, "d"), entryOf(size, "d"), newest, secondNewest];
    expect(added.flatMap(names)).toEqual(["d", "d", "d", "d"]);
    names(hex("20 3fe11f"));
  }
});

test("many different blocks are each read for what they say", () => {
  const decoder = new HpackDecoder();
  const block = (value: number): Buffer => Buffer.from([0, 1, 0x61, 1, value]);
  const values = Array.from({ length: 100 }, (_, index) => index % 70);
  expect(values.map((value) => decoder.decode(block(value)).get("a")?.charCodeAt(0))).toEqual(values);
});

test("the table is limited to 1,337 bytes, opened again, and emptied", () => {
  const decoder = new HpackDecoder();
  decoder.decode(Buffer.concat([hex("3f9a0a"), entryOf(1_337)]));
  expect(decoder.decode(newest).size).toBe(1);
  expect(() => new HpackDecoder().decode(Buffer.concat([hex("3f9a0a"), entryOf(1_338), newest]))).toThrow(
    "an index is beyond the table",
  );
  decoder.decode(Buffer.concat([hex("20 3fe11f"), entryOf(4_096)]));
  expect(decoder.decode(newest).size).toBe(1);
  expect(() => decoder.decode(Buffer.concat([hex("20"), newest]))).toThrow("an index is beyond the table");
});

test("a number may be in more bytes than it needs", () => {
  expect([...new HpackDecoder().decode(hex("3fe19f8000 82"))]).toEqual([[":method", "GET"]]);
});

describe("what is no block of headers is refused", () => {
  test.each([
    { what: "index 0", bytes: "80", reason: "an index is beyond the table" },
    { what: "an index of an empty table", bytes: "be", reason: "an index is beyond the table" },
    { what: "a name of an empty table", bytes: "7e 0161", reason: "an index is beyond the table" },
    { what: "a number without end", bytes: "ff 80808080 01", reason: "a number is too large" },
    { what: "a number that ends early", bytes: "ff 80", reason: "the block ends early" },
    { what: "a name that ends early", bytes: "00 0561", reason: "the block ends early" },
    {
      what: "a name of more bytes than there are anywhere",
      bytes: "00 7fffffff7f",
      reason: "the block ends early",
    },
    { what: "a value that ends early", bytes: "00 0161 0561", reason: "the block ends early" },
    { what: "a header without value", bytes: "00 0161", reason: "the block ends early" },
    { what: "a padding of zeros", bytes: "00 8118 0161", reason: "a text is not in the code" },
    { what: "a symbol of the end", bytes: "00 0161 84fffffffc", reason: "a text is not in the code" },
    { what: "a table of 4,097 bytes", bytes: "3fe21f", reason: "the table would be larger than allowed" },
    {
      what: "a table that changes late",
      bytes: "82 20",
      reason: "the table changes its size within a block",
    },
  ])("$what", ({ bytes, reason }) => {
    const refusal = { code: errorCode.compressionError, message: `The headers cannot be read: ${reason}.` };
    expect(() => new HpackDecoder().decode(hex(bytes))).toThrow(expect.objectContaining(refusal));
  });

  test("and whatever else the bytes are, nothing but that is thrown", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), (blocks) => {
        const decoder = new HpackDecoder();
        try {
          for (const block of blocks) decoder.decode(Buffer.from(block));
        } catch (error) {
          return error instanceof ConnectionError && error.code === errorCode.compressionError;
        }
        return true;
      }),
      { numRuns: 1_000 },
    );
  });
});

test("a block that is written is read", () => {
  const sizes = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.constantFrom(126, 127, 128, 254, 255, 16_510, 16_511, 40_000),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(sizes, sizes), { maxLength: 5 }), (given) => {
      const headers = Object.fromEntries(
        given.map(([name, value], index) => [`${index}${"n".repeat(name)}`, "v".repeat(value)]),
      );
      expect(Object.fromEntries(new HpackDecoder().decode(headerBlock(headers)))).toEqual(headers);
    }),
  );
});
