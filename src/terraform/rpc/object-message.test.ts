import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cty, type ObjectType } from "../../tfplugin/values/cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject, unknown } from "../../tfplugin/values/cty-value.ts";
import { decodeJson } from "../../tfplugin/values/json.ts";
import { decodeMsgpack, encodeMsgpack } from "../../tfplugin/values/msgpack.ts";
import { decodeObject, encodeObject, encodeRemembered } from "./object-message.ts";

const attributes = {
  title: cty.string,
  size: cty.number,
  open: cty.bool,
  tags: cty.list(cty.string),
  place: cty.object({ path: cty.string, index: cty.number }),
};
const newType = (): ObjectType => cty.object(attributes);

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), fc.constant("x".repeat(5_000)));
const whole = fc.record({
  title: fc.option(text),
  size: fc.option(fc.integer()),
  open: fc.option(fc.boolean()),
  tags: fc.option(fc.array(text, { maxLength: 3 })),
  place: fc.option(
    fc.record({
      path: fc.option(text),
      index: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    }),
  ),
});

const messageOf = (value: CtyObject | null, type: ObjectType) => ({
  msgpack: encodeMsgpack(value, type),
  json: Buffer.alloc(0),
});

describe("what a message says", () => {
  test("is the same however often and in whatever order messages come, and in whatever type they are read", () => {
    const many = fc.array(whole, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(many, fc.array(fc.nat(5), { maxLength: 30 }), fc.boolean(), (values, order, remembered) => {
        const types = [newType(), cty.object({ ...attributes, later: cty.string })];
        for (const at of order) {
          const value = values[at % values.length] as CtyObject;
          const type = types[at % 2] as ObjectType;
          const message = messageOf(value, newType());
          if (remembered) encodeRemembered(decodeMsgpack(message.msgpack, type) as CtyObject, type);
          expect(decodeObject(message, type)).toEqual(decodeMsgpack(message.msgpack, type));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("is right after more of them than are remembered", () => {
    const type = newType();
    const titled = (title: string): CtyValue =>
      decodeObject(messageOf({ title }, type), type)?.["title"] ?? null;
    const titles = Array.from({ length: 600 }, (_, index) => `title ${index}`);
    expect([...titles, ...titles].map(titled)).toEqual([...titles, ...titles]);
  });

  test("is told apart from what has other bytes, whatever they would be as text", () => {
    const type = newType();
    const sizes = Array.from({ length: 600 }, (_, index) => index - 300);
    expect(sizes.map((size) => decodeObject(messageOf({ size }, type), type)?.["size"])).toEqual(sizes);
  });

  test("is not read again while it is remembered", () => {
    const type = newType();
    const first = decodeObject(messageOf({ title: "a" }, type), type);
    expect(decodeObject(messageOf({ title: "a" }, type), type)).toBe(first);
    for (let size = 0; size < 128; size += 1) decodeObject(messageOf({ size }, type), type);
    expect(decodeObject(messageOf({ title: "a" }, type), type)).toBe(first);
    const state = ctyObject([["title", "b"]]);
    expect(decodeObject({ ...encodeRemembered(state, type), json: Buffer.alloc(0) }, type)).toBe(state);
  });

  test.each<{ what: string; message: Parameters<typeof decodeObject>[0]; value: CtyValue }>([
    { what: "no message", message: undefined, value: null },
    { what: "null", message: messageOf(null, newType()), value: null },
    {
      what: "JSON",
      message: { msgpack: Buffer.alloc(0), json: Buffer.from('{"open":true}') },
      value: { open: true },
    },
    {
      what: "an unknown",
      message: { msgpack: Buffer.from("d40000", "hex"), json: Buffer.alloc(0) },
      value: unknown,
    },
  ])("$what", ({ message, value }) => {
    const read = decodeObject(message, cty.object({ open: cty.bool }));
    expect(read).toEqual(value);
    expect(decodeObject(message, cty.object({ open: cty.bool }))).toEqual(value);
  });
});

test("attributes are written in the order of their names, as Terraform does, whatever the order of the schema", () => {
  const type = cty.object({
    b: cty.string,
    timeouts: cty.object({ read: cty.string, create: cty.string }),
    a: cty.bool,
  });
  const bytes = encodeMsgpack({ timeouts: { read: "1m" }, b: "x", a: true }, type);
  expect(bytes.toString("latin1")).toBe(
    "\x83\xa1a\xc3\xa1b\xa1x\xa8timeouts\x82\xa6create\xc0\xa4read\xa21m",
  );
});

test("a state as it was stored is the same when it comes back in a message", () => {
  fc.assert(
    fc.property(whole, (value) => {
      const type = newType();
      const state = decodeJson(JSON.stringify(value), type) as CtyObject;
      expect(decodeMsgpack(encodeMsgpack(state, type), type)).toEqual(state);
    }),
  );
});

describe("the message of an object", () => {
  const type = newType();
  const came = { title: "a", tags: ["x"], place: null, size: null, open: null };

  test("is the one that it came in, where nothing is different", () => {
    const message = messageOf(came, type);
    expect(encodeObject({ ...came, tags: ["x"] }, type, { value: came, message })).toBe(message);
    expect(encodeObject(null, type, { value: null, message })).toBe(message);
  });

  test.each<{ what: string; value: CtyObject | null }>([
    { what: "another text", value: { ...came, title: "b" } },
    { what: "another element", value: { ...came, tags: ["y"] } },
    { what: "something unknown", value: { ...came, title: unknown } },
    { what: "nothing", value: null },
  ])("$what is written anew", ({ value }) => {
    const message = encodeObject(value, type, { value: came, message: messageOf(came, type) });
    expect(decodeMsgpack(message.msgpack, type)).toEqual(value);
  });

  test("is written where none came", () => {
    expect(
      decodeMsgpack(encodeObject(came, type, { value: came, message: undefined }).msgpack, type),
    ).toEqual(came);
  });
});
