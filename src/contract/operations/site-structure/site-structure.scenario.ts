import type { Scenario, ScenarioContext } from "../scenario.ts";

export const scenario: Scenario = async (context) => {
  const site = await context.make("createSite", { body: { title: "Docs" } });
  const place = { siteId: site };
  const ids = await fill(context, place);
  await regroup(context, place, ids);
  if (context.apiVersion === "current") await link(context, place, ids);
  await sort(context, place, ids);
  await read(context, place);
  await clear(context, place, ids);
};

type Place = Readonly<Record<"siteId", string>>;

type Ids = Readonly<Record<"group" | "inner" | "first" | "second" | "variant", string>>;

async function fill({ ask, make }: ScenarioContext, place: Place): Promise<Ids> {
  const spaceId = await make("createSpace", { body: { title: "Guides" } });
  const other = await make("createSpace", { body: { title: "Reference" } });
  const group = await make("addSectionGroupToSite", {
    params: place,
    body: { title: "Products", icon: "code" },
  });
  const inner = await make("addSectionGroupToSite", {
    params: place,
    body: { title: "Old products", parent: group },
  });
  const first = await make("addSectionToSite", {
    params: place,
    body: { spaceId, title: "Guides", icon: "book" },
  });
  const second = await make("addSectionToSite", {
    params: place,
    body: { spaceId: other, title: "Reference" },
  });
  const variant = await make("addSpaceToSite", {
    params: place,
    body: { spaceId: other, sectionId: first },
  });
  const condition = "visitor.claims.beta";
  await ask("updateSiteSectionById", {
    params: { ...place, siteSectionId: first },
    body: { path: "start", description: "How to begin", condition, defaultSiteSpace: variant },
  });
  await ask("updateSiteSpaceById", {
    params: { ...place, siteSpaceId: variant },
    body: { path: "fr", condition },
  });
  await ask("updateSiteById", { params: place, body: { defaultSiteSection: second } });
  return { group, inner, first, second, variant };
}

async function regroup(
  { ask, apiVersion }: ScenarioContext,
  place: Place,
  { inner, second }: Ids,
): Promise<void> {
  const group = { ...place, siteSectionGroupId: inner };
  const section = { ...place, siteSectionId: second };
  if (apiVersion !== "current") {
    await ask("addSectionToGroup", { params: group, body: { sectionId: second } });
    await ask("removeSectionFromGroup", { params: { ...group, ...section }, status: 205 });
    await ask("updateSiteSectionGroupById", {
      params: group,
      body: { title: "Former products", icon: null },
    });
    return;
  }
  await ask("updateSiteSectionById", { params: section, body: { siteSectionGroupId: inner } });
  await ask("updateSiteSectionById", { params: section, body: { siteSectionGroupId: null } });
  await ask("updateSiteSectionGroupById", {
    params: group,
    body: { title: "Former products", parentSectionGroupId: null },
  });
}

async function link({ ask, make }: ScenarioContext, place: Place, { group, first }: Ids): Promise<void> {
  const id = await make("addExternalLinkToSite", {
    params: place,
    body: { title: "Status", url: "https://status.acme.example", parent: group },
  });
  const params = { ...place, siteExternalLinkId: id };
  await ask("updateSiteExternalLinkById", { params, body: { title: "Status page", parent: null } });
  const position = { after: { type: "site-section", id: first } };
  await ask("sortSiteStructure", {
    params: place,
    body: { item: { type: "site-external-link", id }, position },
  });
  await ask("deleteSiteExternalLinkById", { params, status: 205 });
}

async function sort({ ask }: ScenarioContext, place: Place, ids: Ids): Promise<void> {
  const item = { type: "site-section", id: ids.second };
  const before = { type: "site-section", id: ids.first };
  const after = { type: "site-section-group", id: ids.group };
  await ask("sortSiteStructure", { params: place, body: { item, position: { before } } });
  await ask("sortSiteStructure", { params: place, body: { item, position: { after } } });
  await ask("moveSiteSection", {
    params: { ...place, siteSectionId: ids.second },
    body: { position: { before: { type: "site-section", siteSection: ids.first } } },
  });
  await ask("moveSiteSectionGroup", { params: { ...place, siteSectionGroupId: ids.group }, body: {} });
  await ask("moveSiteSpace", { params: { ...place, siteSpaceId: ids.variant }, body: {} });
}

async function read({ ask }: ScenarioContext, place: Place): Promise<void> {
  await ask("publishSite", { params: place });
  await ask("getSiteStructure", { params: place });
  await ask("listSiteSections", { params: place });
  await ask("listSiteSectionGroups", { params: place });
  await ask("listSiteSpaces", { params: place, query: { default: "true" } });
}

async function clear({ ask }: ScenarioContext, place: Place, ids: Ids): Promise<void> {
  for (const status of [205, 204]) {
    await ask("deleteSiteSpaceById", { params: { ...place, siteSpaceId: ids.variant }, status });
    await ask("deleteSiteSectionById", { params: { ...place, siteSectionId: ids.second }, status });
    await ask("deleteSiteSectionGroupById", {
      params: { ...place, siteSectionGroupId: ids.group },
      status,
    });
  }
}
