import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A program that imports only one entry catches these errors, too. */
const thrownByAll = ["DocsformError"];
const entries = ["client", "constructs", "emulator", "index", "testing"];

test("every public name has one import path", () => {
  const names = entries.flatMap(namesOf);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(thrownByAll);
});

function namesOf(entry: string): readonly string[] {
  const text = readFileSync(`src/${entry}.ts`, "utf8");
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gmu)].flatMap(([, list = ""]) =>
    list.split(","),
  );
  return lists.map((name) => name.trim().replace(/^type /u, "")).filter((name) => name !== "");
}
