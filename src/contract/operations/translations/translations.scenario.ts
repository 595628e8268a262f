import { emptyRichText } from "../rich-text.objects.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make }) => {
  const space = await make("createSpace", { body: { title: "Guides", language: "en" } });
  const instructions = emptyRichText;
  const translationId = await make("createTranslation", {
    body: { source: { space, language: "en" }, language: "fr", instructions },
  });
  const params = { translationId };
  await ask("createTranslation", {
    body: { source: { space: "nowhere", language: "en" }, language: "fr" },
    status: 400,
  });
  await ask("updateTranslation", { params, body: { instructions } });
  await ask("runTranslation", { params });
  await ask("getTranslation", { params });
  await ask("listTranslations");
  await ask("deleteTranslation", { params, status: 205 });
  await ask("deleteTranslation", { params, status: 204 });
  await ask("getTranslation", { params, status: 404 });
};
