import { expect, test } from "vitest";
import { plainJson, plainLines, plainText } from "./plain-text.ts";

test.each([
  { what: "a space of no width", text: "Gui\u200bdes", shown: "Gui<U+200B>des" },
  { what: "a joiner between letters", text: "Gui\u200ddes", shown: "Gui<U+200D>des" },
  { what: "a mark of the order of bytes", text: "\ufeffGuides", shown: "<U+FEFF>Guides" },
  { what: "tag characters", text: "Guides\u{e0041}\u{e0042}", shown: "Guides<U+E0041><U+E0042>" },
  { what: "a soft hyphen", text: "Gui\u00addes", shown: "Gui<U+00AD>des" },
  { what: "a filler", text: "\u3164", shown: "<U+3164>" },
  { what: "a selector after a letter", text: "G\ufe0f", shown: "G<U+FE0F>" },
])("$what is shown", ({ text, shown }) => {
  expect(plainText(text)).toBe(shown);
  expect(plainLines(`${text}\n${text}`)).toBe(`${shown}\n${shown}`);
  const json = plainJson({ text });
  expect(json).not.toContain(text);
  expect(JSON.parse(json)).toEqual({ text });
});

test.each(["Guides", "❤️", "👩‍💻", "👩🏽‍💻 Team", "日本語", "1️⃣"])("%s stays as it is", (text) => {
  expect(plainText(text)).toBe(text);
});
