import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, apiVersion }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const site = await make("createSite", {
    body: { title: "Flat", type: "basic", visibility: "unlisted", spaces: [space] },
  });
  const params = { siteId: site };
  await ask("updateSiteById", {
    params,
    body: {
      title: "Acme docs",
      visibility: "public",
      basename: "docs",
      proxy: "acme.example/docs",
      adaptiveContent: { enabled: true },
      ...(apiVersion === "current" ? { defaultLevel: "inherit" } : { agentsContext: "excluded" }),
    },
  });
  await ask("publishSite", { params });
  await ask("getSiteById", { params });
  await ask("listSites", { query: { published: "true", title: "Acme docs", space } });
  await ask("unpublishSite", { params });
  await ask("deleteSiteById", { params, status: 205 });
  await ask("deleteSiteById", { params, status: 204 });
};
