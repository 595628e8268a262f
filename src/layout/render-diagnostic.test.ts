import { expect, test } from "vitest";
import { renderDiagnostic } from "./render-diagnostic.ts";

const at = (column: number, length: number) => ({ file: "a.yaml", line: 2, column, length });

test.each([
  {
    what: "a tab stays one",
    line: "\tkey:\tvalue",
    column: 7,
    length: 5,
    reported: ["  2 | \tkey:\tvalue", "    | \t    \t^^^^^"],
  },
  {
    what: "wide characters take two columns",
    line: "日本: 📘x",
    column: 5,
    length: 2,
    reported: ["  2 | 日本: 📘x", "    |       ^^"],
  },
  {
    what: "an accent takes none",
    line: "cafe\u0301: x",
    column: 8,
    length: 1,
    reported: ["  2 | cafe\u0301: x", "    |       ^"],
  },
  {
    what: "control characters are not shown",
    line: "a\u001b[31m: x",
    column: 9,
    length: 1,
    reported: ["  2 | a\ufffd[31m: x", "    |         ^"],
  },
  {
    what: "the end of a line is marked too",
    line: "key:",
    column: 5,
    length: 1,
    reported: ["  2 | key:", "    |     ^"],
  },
])("$what", ({ line, column, length, reported }) => {
  const sources = [{ file: "a.yaml", text: `first\r\n${line}\r\nlast` }];
  const text = renderDiagnostic(
    { severity: "error", code: "layout/two-defaults", message: "Wrong.", at: at(column, length) },
    sources,
  );
  expect(text.split("\n")).toEqual([`a.yaml:2:${column}: error layout/two-defaults: Wrong.`, ...reported]);
});

test("shows no line without a position or a file", () => {
  const warning = {
    severity: "warning",
    code: "layout/two-defaults",
    message: "Careful.",
    remedy: "Do so.",
  } as const;
  expect(renderDiagnostic(warning, [])).toBe("warning layout/two-defaults: Careful.\n  Do so.");
  expect(renderDiagnostic({ ...warning, at: at(1, 1) }, [])).toBe(
    "a.yaml:2:1: warning layout/two-defaults: Careful.\n  Do so.",
  );
});

test("a palette colors the parts", () => {
  const mark = (name: string) => (text: string) => `<${name}>${text}</>`;
  const palette = { error: mark("e"), warning: mark("w"), strong: mark("s"), faint: mark("f") };
  const diagnostic = {
    severity: "error",
    code: "layout/two-defaults",
    message: "Wrong.",
    at: { ...at(1, 1), line: 1 },
  } as const;
  expect(renderDiagnostic(diagnostic, [{ file: "a.yaml", text: "x" }], palette)).toBe(
    "<s>a.yaml:1:1</>: <e>error</> <f>layout/two-defaults</>: Wrong.\n  <f>1 |</> x\n  <f>  |</> <e>^</>",
  );
});
