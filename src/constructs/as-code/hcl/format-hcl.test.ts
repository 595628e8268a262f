import { expect, test } from "vitest";
import { formatBlock, formatFields, formatParts, formatText } from "./format-hcl.ts";

test.each([
  ["plain", '"plain"'],
  ['a "quoted" \\ text', '"a \\"quoted\\" \\\\ text"'],
  ["${a} %{b} $${c} $ {", '"$${a} %%{b} $$${c} $ {"'],
  ["tab\tand\r\n", '"tab\\tand\\r\\n"'],
  ["null\u0000", '"null\\u0000"'],
  ["a\u202eb\u2066\u009b\u200b", '"a\\u202eb\\u2066\\u009b\\u200b"'],
  ["one\ntwo\u202e\n", '"one\\ntwo\\u202e\\n"'],
  ["tag\u{e0041}", '"tag\\U000e0041"'],
  ["\n", '"\\n"'],
  ["one\ntwo\n", "<<-EOT\n  one\n  two\nEOT"],
  ["one\n\n  two", "chomp(<<EOT\none\n\n  two\nEOT\n)"],
  ["EOT\n${a}\n", "<<-EOTT\n  EOT\n  $${a}\nEOTT"],
])("the text %j is %s", (text, written) => {
  expect(formatText(text)).toBe(written);
});

test("one-line arguments are aligned up to the next one with several lines", () => {
  const long = "x".repeat(60);
  const fields = [
    { name: "a", text: '"1"' },
    { name: "long_name", text: '"2"' },
    { name: "list", text: formatParts([`"${long}"`, `"${long}"`], ["[", "]"], ",") },
    { name: "b", text: formatFields([{ name: "c", text: "1" }]) },
  ];
  expect(formatBlock({ head: "thing", items: fields })).toBe(`thing {
  a         = "1"
  long_name = "2"
  list = [
    "${long}",
    "${long}",
  ]
  b = { c = 1 }
}
`);
});
