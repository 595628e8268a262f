import * as z from "zod";
import { get, put } from "../operation.ts";
import { adaptiveJsonSchema, adaptiveSchemaObject, templateCondition } from "./adaptive-content.objects.ts";

const schema = "/orgs/{organizationId}/sites/{siteId}/adaptive-schema";

export const adaptiveContent = {
  getSchema: get(schema, {
    id: "getSiteAdaptiveSchema",
    summary: "Reads the adaptive schema of a site: the claims that the site knows about its visitors.",
    errors: { 404: "The site has no adaptive schema." },
    response: adaptiveSchemaObject,
  }),
  updateSchema: put(schema, {
    id: "updateSiteAdaptiveSchema",
    summary: "Sets the adaptive schema of a site. It replaces the previous schema.",
    errors: { 400: "The schema does not have the form that the service requires." },
    body: z.strictObject({
      jsonSchema: adaptiveJsonSchema.describe(
        "JSON Schema (draft 7) of the claims. Signed claims are at its top level, all others under `unsigned`.",
      ),
    }),
    response: adaptiveSchemaObject,
  }),
  listTemplateConditions: get(`${schema}/template-conditions`, {
    id: "listSiteAdaptiveTemplateConditions",
    summary: "Lists conditions that the site's adaptive schema makes possible.",
    response: z.looseObject({ items: z.array(templateCondition) }),
  }),
};
