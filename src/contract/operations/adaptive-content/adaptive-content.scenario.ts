import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make }) => {
  const params = { siteId: await make("createSite", { body: { title: "Docs" } }) };
  await ask("getSiteAdaptiveSchema", { params, status: 404 });
  await ask("listSiteAdaptiveTemplateConditions", { params });
  await ask("updateSiteAdaptiveSchema", {
    params,
    body: {
      jsonSchema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: {
          beta: { type: "boolean", description: "Takes part in the beta" },
          plan: { type: "string", description: "Plan", enum: ["free", "paid"] },
          seats: { type: "number", description: "Seats" },
          groups: {
            type: "array",
            description: "Groups",
            items: { type: "string", description: "A group" },
          },
          unsigned: {
            type: "object",
            description: "Unsigned claims of the site visitor.",
            properties: { french: { type: "boolean", description: "Reads French" } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    },
  });
  await ask("getSiteAdaptiveSchema", { params });
  await ask("listSiteAdaptiveTemplateConditions", { params });
};
