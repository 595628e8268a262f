import { expect, test } from "vitest";
import { PlainObject, Space } from "../../src/constructs.ts";
import { problemsOf, synth } from "../support/synth.ts";

test("an app creates an object without a class by the names of a layout", () => {
  const { resource } = synth((stack) => {
    const space = new Space(stack, "guides", { title: "Guides" });
    const values = { space, sourceLanguage: "en", language: "fr" };
    new PlainObject(stack, "french", "translation", { values });
    new PlainObject(stack, "ada", "member", { values: { email: "ada@example.com", role: "edit" } });
  });
  expect(resource["docs_translation"]?.["french"]).toMatchObject({
    space_id: "${docs_space.guides.id}",
    source_language: "en",
    language: "fr",
  });
  expect(resource["docs_member"]?.["ada"]).toMatchObject({ email: "ada@example.com", role: "edit" });
});

test("reports each broken rule of its type", () => {
  const problems = problemsOf((stack) => {
    const space = Space.fromId(stack, "guides", "s1");
    const values = { space, sourceLanguage: "en", language: "Klingon" };
    new PlainObject(stack, "klingon", "translation", { values });
    for (const id of ["ada", "again"])
      new PlainObject(stack, id, "member", { values: { email: "ada@example.com" } });
  });
  expect(problems.join("\n")).toMatch(/\[acme\/klingon\] language /);
  expect(problems.join("\n")).toContain("acme/ada has the same email. Give one of them another email.");
});
