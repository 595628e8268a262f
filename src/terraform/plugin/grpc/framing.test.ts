import { expect, test } from "vitest";
import { frameOf, MessageCollector } from "./framing.ts";

test("a message is the same in any number of chunks", () => {
  const message = Buffer.from("a message of some length");
  const frame = frameOf(message);
  for (const size of [1, 2, 4, 5, 6, 100]) {
    const collector = new MessageCollector();
    for (let start = 0; start < frame.length; start += size)
      collector.push(frame.subarray(start, start + size));
    expect(collector.finish().equals(message)).toBe(true);
  }
});

test("refuses a message beyond the limit by its header, before its body arrives", () => {
  const collector = new MessageCollector(10);
  expect(() => collector.push(frameOf(Buffer.alloc(11)).subarray(0, 5))).toThrow("larger than 10 bytes");
});

test("an empty message is valid", () => {
  const collector = new MessageCollector();
  collector.push(frameOf(Buffer.alloc(0)));
  expect(collector.finish().length).toBe(0);
});
