import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { siteId: await make("createSite", { body: { title: "Docs", spaces: [space] } }) };
  await ask("getPublishedContentSite", { params, status: 404 });
  await ask("publishSite", { params });
  await ask("getPublishedContentSite", { params, query: { shareKey: "key" } });
};
