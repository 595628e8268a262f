import { describe, expect, test } from "vitest";
import { decodeMessage, encodeMessage } from "./codec.ts";
import { attributePath } from "./messages.ts";
import { calls } from "./protocol-calls.ts";
import { schemaBlock } from "./schema-messages.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("the wire", () => {
  test("absent fields have their defaults, and an absent message is undefined", () => {
    expect(decodeMessage(calls.ReadResource.request, new Uint8Array(0))).toEqual({
      typeName: "",
      currentState: undefined,
      private: new Uint8Array(0),
    });
  });

  test("skips fields of later protocols", () => {
    const later = hex("f8ff01 01 f9ff01 0102030405060708 faff01 02 aabb fdff01 01020304 0a 01 78");
    expect(decodeMessage(calls.ReadResource.request, later).typeName).toBe("x");
  });

  test("skips a field of an unknown kind", () => {
    expect(decodeMessage(calls.ReadResource.request, hex("08 05 0a 01 78")).typeName).toBe("x");
  });

  test("keeps the presence of a step's selector, even if it is empty or 0", () => {
    expect(
      encodeMessage(attributePath, { steps: [{ attributeName: "" }, { elementKeyInt: 0 }] }).toString("hex"),
    ).toBe("0a020a000a021800");
  });

  test("negative integers have ten bytes", () => {
    const bytes = encodeMessage(attributePath, { steps: [{ elementKeyInt: -1 }] });
    expect(bytes.toString("hex")).toBe("0a0b18ffffffffffffffffff01");
    expect(decodeMessage(attributePath, bytes).steps[0]?.elementKeyInt).toBe(-1);
  });

  test("maps keep keys that objects treat specially", () => {
    const schema = { block: { description: "x" } };
    const resourceSchemas = Object.fromEntries([
      ["__proto__", schema],
      ["constructor", schema],
    ]);
    const { response } = calls.GetProviderSchema;
    const read = decodeMessage(response, encodeMessage(response, { resourceSchemas }));
    expect(Object.keys(read.resourceSchemas)).toEqual(["__proto__", "constructor"]);
    expect(read.resourceSchemas["constructor"]?.block.description).toBe("x");
  });

  test.each([1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])(
    "text of %i bytes keeps its length",
    (size) => {
      const block = { description: "x".repeat(size), attributes: [{ name: "y".repeat(size) }] };
      const read = decodeMessage(schemaBlock, encodeMessage(schemaBlock, block));
      expect([read.description?.length, read.attributes?.[0]?.name.length]).toEqual([size, size]);
    },
  );

  test("the caller decides on the bytes before a message", () => {
    const message = { typeName: "x" };
    const framed = encodeMessage(calls.ReadResource.request, message, 5);
    expect(framed.subarray(5)).toEqual(encodeMessage(calls.ReadResource.request, message));
  });

  test.each([
    { what: "a length beyond the end", bytes: "0a 05 78", reason: "the bytes end early" },
    { what: "a number without end", bytes: `08 ${"ff".repeat(11)}`, reason: "too many bytes" },
    { what: "a group", bytes: "0b", reason: "no known kind" },
    { what: "the field 0", bytes: "00 00", reason: "the number 0" },
    { what: "a part beyond its whole", bytes: "12 02 0a 05 78 78 78 78 78", reason: "the bytes end early" },
  ])("$what is refused", ({ bytes, reason }) => {
    expect(() => decodeMessage(calls.ReadResource.request, hex(bytes))).toThrow(reason);
  });

  test("refuses schemas with endless nesting", () => {
    let bytes = Buffer.alloc(0);
    for (let depth = 0; depth < 80; depth += 1) {
      const inner = Buffer.concat([Buffer.from([0x12]), sized(bytes)]);
      bytes = Buffer.concat([Buffer.from([0x1a]), sized(inner)]);
    }
    expect(() => decodeMessage(schemaBlock, bytes)).toThrow("nest too deeply");
  });
});

function sized(bytes: Buffer): Buffer {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
  return Buffer.concat([Buffer.from(length), bytes]);
}
