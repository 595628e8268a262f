import { expect, test } from "vitest";
import { plainJson, plainLines, plainText } from "./plain-text.ts";

test.each([
  { what: "a space of no width", text: "Gui\u200bdes", shown: "Gui<U+200B>des" },
  { what: "a joiner between letters", text: "Gui\u200ddes", shown: "Gui<U+200D>des" },
  { what: "a mark of the order of bytes", text: "\ufeffGuides", shown: "<U+FEFF>Guides" },
  { what: "tag characters", text: "Guides\u{e0041}\u{e0042}", shown: "Guides<U+E0041><U+E0042>" },
  { what: "a soft hyphen", text: "Gui\u00addes", shown: "Gui<U+00AD>des" },
  { what: "a filler", text: "\u3164", shown: "<U+3164>" },
  { what: "a control that reverses text", text: "Ca\u202efe\u2066", shown: "Ca<U+202E>fe<U+2066>" },
  { what: "a mark of direction", text: "Ca\u200ffe", shown: "Ca<U+200F>fe" },
  { what: "a null character", text: "Ca\0fe", shown: "Ca<U+0000>fe" },
  { what: "a separator of lines", text: "Ca\u2028fe\u2029", shown: "Ca<U+2028>fe<U+2029>" },
  { what: "a color", text: "\u001b[31mred\u009b0m", shown: "<U+001B>[31mred<U+009B>0m" },
  { what: "a title of the terminal", text: "\u001b]0;owned\u0007", shown: "<U+001B>]0;owned<U+0007>" },
  { what: "the end of a page", text: "\u000c\u0085\u007f", shown: "<U+000C><U+0085><U+007F>" },
  { what: "a selector after a letter", text: "G\ufe0f", shown: "G<U+FE0F>" },
])("$what is visible", ({ text, shown }) => {
  expect(plainText(text)).toBe(shown);
  expect(plainLines(`${text}\n${text}`)).toBe(`${shown}\n${shown}`);
  const json = plainJson({ text });
  expect(json).not.toContain(text);
  expect(JSON.parse(json)).toEqual({ text });
});

test("several lines and tabs become one line", () => {
  expect(plainText("Gui\r\n\tdes")).toBe("Gui des");
});

test.each(["Guides", "❤️", "👩‍💻", "👩🏽‍💻 Team", "日本語", "1️⃣"])("%s stays as it is", (text) => {
  expect(plainText(text)).toBe(text);
});
