import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, seedRecord, user, apiVersion }) => {
  const parent = await make("createCollection", { body: { title: "Handbook" } });
  const space = await make("createSpace", {
    body: { title: "Guides", emoji: "1f4d8", parent, language: "en", editMode: "locked" },
  });
  const params = { spaceId: space };
  await ask("updateSpaceById", {
    params,
    body: {
      emoji: null,
      defaultLevel: "read",
      ...(apiVersion === "classic-minimal" ? {} : { icon: "https://acme.example/guides.png" }),
    },
  });
  const rules = [{ rule: "require_specific_reviewers", users: [user.id] }];
  await ask("updateSpaceById", { params, body: { mergeRules: { type: "rules", rules } } });
  await ask("moveSpace", { params, body: { parent: null } });
  await ask("getSpaceById", { params, query: { shareKey: "key" } });
  const copy = await make("duplicateSpace", { params });
  if (apiVersion !== "current") {
    seedRecord("organization", { id: "other", title: "Other" });
    await ask("transferSpace", { params: { spaceId: copy }, body: { organization: "other" } });
  }
  await ask("listSpacesInOrganizationById", { query: { limit: "1" } });
  await ask("deleteSpaceById", { params, status: 205 });
  await ask("deleteSpaceById", { params, status: 204 });
  await ask("restoreSpace", { params });
};
