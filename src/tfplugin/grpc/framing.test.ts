import { expect, test } from "vitest";
import { frameOf, MessageCollector } from "./framing.ts";

test("a message is the same in however many pieces it comes", () => {
  const message = Buffer.from("a message of some length");
  const frame = frameOf(message);
  for (const size of [1, 2, 4, 5, 6, 100]) {
    const collector = new MessageCollector();
    for (let start = 0; start < frame.length; start += size)
      collector.push(frame.subarray(start, start + size));
    expect(collector.finish().equals(message)).toBe(true);
  }
});

test("a message beyond the limit is refused by its header, before its bytes come", () => {
  const collector = new MessageCollector(10);
  expect(() => collector.push(frameOf(Buffer.alloc(11)).subarray(0, 5))).toThrow("larger than 10 bytes");
});

test("an empty message is a message", () => {
  const collector = new MessageCollector();
  collector.push(frameOf(Buffer.alloc(0)));
  expect(collector.finish().length).toBe(0);
});
