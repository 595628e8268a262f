import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = "src/model/resource-type";
const page = readFileSync(join(folder, "README.md"), "utf8");

/** The interfaces of a source file, by name. */
function interfacesIn(path: string): ReadonlyMap<string, ts.InterfaceDeclaration> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.statements.filter(ts.isInterfaceDeclaration);
  return new Map(found.map((each) => [each.name.text, each]));
}

const concerns = (interfacesIn("src/model/resource-type.ts").get("ResourceType")?.heritageClauses ?? [])
  .flatMap(({ types }) => types)
  .map((type) => type.getText());
const declared = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .flatMap((name) =>
    [...interfacesIn(join(folder, name))].map(([concern, found]) => ({ name, concern, found })),
  )
  .filter(({ concern }) => concerns.includes(concern));

test("every concern of a resource type is declared in its own file", () => {
  expect(declared.map(({ concern }) => concern).sort()).toEqual([...concerns].sort());
});

test.each(declared)("the page explains the fields of $name", ({ name, found }) => {
  const fields = found.members.map((member) => member.name?.getText() ?? "");
  const section = page.split(/^## /mu).find((text) => text.split("\n")[0]?.endsWith(`\`${name}\``));
  expect(fields.filter((field) => section?.includes(`\`${field}\``) !== true)).toEqual([]);
});
