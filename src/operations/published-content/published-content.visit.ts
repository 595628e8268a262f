import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask, make }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { siteId: await make("createSite", { body: { title: "Docs", spaces: [space] } }) };
  await ask("getPublishedContentSite", { params, status: 404 });
  await ask("publishSite", { params });
  await ask("getPublishedContentSite", { params, query: { shareKey: "key" } });
};
