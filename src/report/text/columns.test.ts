import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { columnsOf, wrapped } from "./columns.ts";

const address = "site_section.documentation-of-everything/getting-started/installation-on-premises";

test.each([
  [
    "an address",
    address,
    ["site_section.", "documentation-of-everything/", "getting-started/", "installation-on-premises"],
  ],
  ["a word", "x".repeat(80), undefined],
  ["an address in color", `create \u001b[32m${address}\u001b[39m now`, undefined],
])("%s that is longer than a line breaks after its slashes and dots where it can", (_what, text, lines) => {
  const found = wrapped(text, 40);
  for (const line of found) expect(columnsOf(line)).toBeLessThanOrEqual(40);
  const bare = (colored: string) => stripVTControlCharacters(colored).replaceAll(" ", "");
  expect(bare(found.join(""))).toBe(bare(text));
  for (const part of lines ?? []) expect(found.some((line) => line.includes(part))).toBe(true);
});

test("a text that fits is not broken", () => {
  expect(wrapped("a change of space.guides/first and of space.api", 40)).toEqual([
    "a change of space.guides/first and",
    "    of space.api",
  ]);
});
