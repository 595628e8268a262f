import { expect, test } from "vitest";
import { attributePath, formatPath, toAttributePath } from "./path.ts";

test("a path reads as Terraform's language writes it", () => {
  expect(formatPath([...attributePath("servers", 0, "tags"), { key: 'a"b' }])).toBe(
    'servers[0].tags["a\\"b"]',
  );
});

test("a path becomes a message with one selector a step", () => {
  expect(toAttributePath([...attributePath("servers", 0), { key: "" }])).toEqual({
    steps: [{ attributeName: "servers" }, { elementKeyInt: 0 }, { elementKeyString: "" }],
  });
});
