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

export const translations = {
  list: get(all, {
    id: "listTranslations",
    summary: "Lists the translations of an organization.",
    items: translationObject,
  }),
  get: get(one, {
    id: "getTranslation",
    summary: "Reads a translation, with what came of it so far.",
    errors: { 404: "There is no such translation." },
    answer: translationObject,
  }),
  create: post(all, {
    id: "createTranslation",
    summary: "Makes a translation of a space into a language. It is done when it is run.",
    errors: { 400: "The space or the languages are not such that it can be translated." },
    body: z.strictObject({
      source: translationSource,
      language: translationLanguage,
      instructions: translationInstructions.optional(),
    }),
    answer: translationObject,
  }),
  update: put(one, {
    id: "updateTranslation",
    summary: "Sets what the translator is told.",
    errors: { 404: "There is no such translation." },
    body: z.strictObject({ instructions: translationInstructions }),
    answer: translationObject,
  }),
  delete: remove(one, {
    id: "deleteTranslation",
    summary: "Deletes a translation. The space that it made stays.",
  }),
  run: post(`${one}/run`, {
    id: "runTranslation",
    summary: "Translates the space as it is now. The translation says when that is done.",
    errors: { 404: "There is no such translation, or the space is gone that it translates." },
    success: [204],
    repeatable: true,
  }),
};
