import * as z from "zod";
import { get, post, put, remove } from "../operation.ts";
import {
  translationInstructions,
  translationLanguage,
  translationObject,
  translationSource,
} from "./translations.objects.ts";

const all = "/orgs/{organizationId}/translations";
const one = `${all}/{translationId}`;
const instructions = translationInstructions.describe(
  "Instructions for the translator, as a tree of rich text.",
);

export const translations = {
  list: get(all, {
    id: "listTranslations",
    summary: "Lists the translations of an organization.",
    items: translationObject,
  }),
  get: get(one, {
    id: "getTranslation",
    summary: "Reads a translation and its result so far.",
    errors: { 404: "There is no such translation." },
    response: translationObject,
  }),
  create: post(all, {
    id: "createTranslation",
    summary:
      "Creates a translation of a space into another language. The service translates when the translation is run.",
    errors: { 400: "The service cannot translate this space, or not between these languages." },
    body: z.strictObject({
      source: translationSource.describe("Space to translate, and its language."),
      language: translationLanguage.describe("Language to translate into."),
      instructions: instructions.optional(),
    }),
    response: translationObject,
  }),
  update: put(one, {
    id: "updateTranslation",
    summary: "Sets the instructions for the translator.",
    errors: { 404: "There is no such translation." },
    body: z.strictObject({ instructions }),
    response: translationObject,
  }),
  delete: remove(one, {
    id: "deleteTranslation",
    summary: "Deletes a translation. The translated space stays.",
  }),
  run: post(`${one}/run`, {
    id: "runTranslation",
    summary:
      "Translates the current content of the space. The status of the translation shows when it is done.",
    errors: { 404: "There is no such translation, or its space is gone." },
    success: [204],
    repeatable: true,
  }),
};
