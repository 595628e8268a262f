import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, apiVersion }) => {
  const params = { specSlug: "petstore" };
  const source = { text: "openapi: 3.1.0" };
  await ask("createOpenAPISpec", {
    body: { slug: "petstore", source: { url: "https://acme.example/openapi.json" } },
  });
  await ask("createOrUpdateOpenAPISpecBySlug", { params, body: { source }, status: 200 });
  await ask("createOrUpdateOpenAPISpecBySlug", {
    params: { specSlug: "bakery" },
    body: { source },
    status: apiVersion === "classic-minimal" ? 200 : 201,
  });
  await ask("updateOpenAPISpecBySlug", { params, body: { visibility: "public" } });
  await ask("getOpenAPISpecBySlug", { params });
  await ask("listOpenAPISpecs");
  await ask("listOpenAPISpecVersions", { params });
  const versionId = await make("getLatestOpenAPISpecVersion", { params });
  await ask("getLatestOpenAPISpecVersionContent", { params });
  await ask("getOpenAPISpecVersionById", { params: { ...params, versionId } });
  await ask("getOpenAPISpecVersionContentById", { params: { ...params, versionId } });
  await ask("createOrUpdateOpenAPISpecBySlug", { params, body: { source: { text: "no: specification" } } });
  await ask("getOpenAPISpecBySlug", { params });
  await ask("deleteOpenAPISpecBySlug", { params, status: 205 });
  await ask("deleteOpenAPISpecBySlug", { params, status: 204 });
};
