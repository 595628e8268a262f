import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask, make }) => {
  const outer = await make("createCollection", { body: { title: "Handbook" } });
  const inner = await make("createCollection", { body: { title: "People", parent: outer } });
  const params = { collectionId: inner };
  await ask("updateCollectionById", {
    params,
    body: { description: "Who we are", defaultLevel: "inherit" },
  });
  await ask("moveCollection", { params, body: { parent: null } });
  await ask("getCollectionById", { params });
  await ask("listCollectionsInOrganizationById", { query: { nested: "true", limit: "1" } });
  await ask("deleteCollectionById", { params, status: 205 });
  await ask("deleteCollectionById", { params, status: 204 });
};
