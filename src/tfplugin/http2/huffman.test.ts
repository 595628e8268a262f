import { once } from "node:events";
import { connect } from "node:http2";
import { duplexPair } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Http2Connection } from "./connection.ts";
import type { RequestHeaders } from "./hpack.ts";
import { decodeHuffman } from "./huffman.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

test.each([
  { bytes: "", text: "" },
  { bytes: "f1e3c2e5f23a6ba0ab90f4ff", text: "www.example.com" },
  { bytes: "a8eb10649cbf", text: "no-cache" },
  { bytes: "25a849e95ba97d7f", text: "custom-key" },
  { bytes: "ffc7", text: "\0" },
  { bytes: "fffffff3", text: "\n" },
  { bytes: "fffffffb", text: "\u0016" },
])("$bytes is $text", ({ bytes, text }) => {
  expect(decodeHuffman(hex(bytes))).toBe(text);
});

test.each([
  { what: "the symbol of the end", bytes: "fffffffc" },
  { what: "the symbol of the end within a text", bytes: "1f ffffffe0 1f" },
  { what: "a whole byte of padding", bytes: "1c64 ff" },
  { what: "nothing but padding", bytes: "ff" },
  { what: "padding of zeros", bytes: "18" },
  { what: "padding that is not all ones", bytes: "1e" },
])("$what is no text", ({ bytes }) => {
  expect(decodeHuffman(hex(bytes))).toBeUndefined();
});

// Were a code left without a symbol, some of these would never come to an end.
test("whatever the bytes are, they are a text or none", () => {
  const bytes = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constant(255)), { maxLength: 40 });
  fc.assert(
    fc.property(bytes, (given) => {
      expect(["string", "undefined"]).toContain(typeof decodeHuffman(Uint8Array.from(given)));
    }),
    { numRuns: 2_000 },
  );
});

test("each character is read as Node's client writes it", async () => {
  // Zero ends a text for that client. Those around it are short in this code, so that the client chooses it.
  const padding = "a".repeat(10);
  const characters = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1));
  const values = characters.map((character) => `${padding}${character}${padding}`);
  const [near, far] = duplexPair();
  const seen: Buffer[] = [];
  const read: (string | undefined)[] = [];
  far.on("data", (piece: Buffer) => seen.push(piece));
  const opened = (_: unknown, headers: RequestHeaders) => {
    read.push(headers.get("x-value"));
    return { data: () => undefined, end: () => undefined, closed: () => undefined };
  };
  new Http2Connection(far, { opened, failed: (error) => expect.fail(error.message) });
  const client = connect("http://localhost", { createConnection: () => near });
  for (const value of values) client.request({ "x-value": value });
  // What is answered after them has come after them.
  await once(client, "connect");
  await new Promise((answered) => client.ping(answered));
  client.destroy();
  expect(read).toEqual(values);
  expect(Buffer.concat(seen).includes(padding)).toBe(false);
});
