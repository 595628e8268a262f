import { expect, test } from "vitest";
import { desired, live, planCase } from "../support/planning.ts";
import { readText } from "../support/read-text.ts";

test("an error of a layout names a translation into its own language", () => {
  const text = `docsform: 1
organization: acme
spaces: { guides: { title: Guides } }
translations:
  english: { space: guides, sourceLanguage: en, language: en }
`;
  const { diagnostics } = readText(text);
  expect(diagnostics).toMatchObject([
    {
      code: "translation/own-language",
      message: "space.guides is already in English.",
      at: { line: 5 },
    },
  ]);
});

test("a plan names a translation by its target language", () => {
  const goesTo = { sourceLanguage: "en", language: "fr" };
  const { plan } = planCase({
    live: [
      live("space sp1", { title: "Guides" }),
      live("translation t1", { space: "sp1", ...goesTo, language: "ja" }),
    ],
    desired: [desired("translation.french", { space: "sp1", ...goesTo })],
    prune: ["translation"],
  });
  expect(plan?.steps.map(({ action, title }) => [action, title])).toEqual([
    ["create", "fr"],
    ["delete", "ja"],
  ]);
});
