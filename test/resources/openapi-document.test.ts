import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { openapiDocument } from "../../src/model/kinds/openapi-document.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets: all of them", version: "1.0" },
  paths: { "/pets/{id}": { get: { summary: "- one #pet", responses: { 200: { description: "OK" } } } } },
};
const texts = [stringify(document), JSON.stringify(document, undefined, 2), 'swagger: "2.0"\ninfo: {}\n'];

/** Whether a reader of JSON or YAML finds a map with a version in the text. */
function judged(text: string): boolean {
  const found = readJson(text) ?? readYaml(text);
  if (typeof found !== "object" || found === null || Array.isArray(found)) return false;
  const { openapi, swagger } = found as { openapi?: unknown; swagger?: unknown };
  const version = openapi === undefined ? swagger : openapi;
  return typeof version === "string" && /^\d+[.]\d/u.test(version);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: "error" });
  } catch {
    return undefined;
  }
}

const put = fc.constantFrom(
  "\t",
  "\n",
  " ",
  "{",
  "}",
  "[",
  ":",
  "- ",
  "'",
  '"',
  "<html>",
  "&a ",
  "*a",
  "#",
  "",
  "---\n",
  "!!str ",
  "? ",
);

describe("a reader of YAML finds a document exactly where docsform does", () => {
  test("for edited documents", () => {
    const drawn = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.record({ at: fc.noBias(fc.nat(9_999)), drop: fc.nat(3), put }), {
          maxLength: 3,
        }),
        (base, edits) => {
          const text = edits.reduce((now, edit) => {
            const at = Math.floor((edit.at / 10_000) * now.length);
            return now.slice(0, at) + edit.put + now.slice(at + edit.drop);
          }, base);
          const isDocument = judged(text);
          drawn[isDocument ? "right" : "wrong"] += 1;
          expect(openapiDocument.problem?.(text) === undefined, JSON.stringify(text)).toBe(isDocument);
        },
      ),
    );
    // Neither kind is rare.
    expect(Math.min(drawn.right, drawn.wrong)).toBeGreaterThan((drawn.right + drawn.wrong) / 20);
  });
});
