import { expect, test } from "vitest";
import { formatText } from "./format-app.ts";

test.each(["a\u202eb\u2066\u009b", "tag\u{e0041}", "one\u2028two\n", 'plain "text"'])(
  "the text %j has no invisible character in the code, and reads back equal",
  (text) => {
    const code = formatText(text);
    expect(code).toMatch(/^[ -~]+$/);
    expect(JSON.parse(code)).toBe(text);
  },
);
