import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, seedRecord }) => {
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
  const space = await make("createSpace", { body: { title: "Guides", parent: outer } });
  await ask("listSpacesInCollectionById", { params: { collectionId: outer } });
  seedRecord("organization", { id: "other", title: "Other" });
  await ask("transferCollection", { params: { collectionId: outer }, body: { organization: "other" } });
  await ask("getSpaceById", { params: { spaceId: space } });
  await ask("deleteCollectionById", { params, status: 205 });
  await ask("deleteCollectionById", { params, status: 204 });
};
