import type { Scenario } from "../scenario.ts";

const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

export const scenario: Scenario = async ({ ask, make }) => {
  const defaultTeam = await make("createOrganizationTeam", { body: { title: "Readers" } });
  const provider = await make("createOrganizationSAMLProvider", { body: { label: "Okta" } });
  const params = { samlProviderId: provider };
  await ask("getOrganizationSAMLProviderById", { params });
  const login = { ssoURL: "https://acme.okta.example/saml", entityID: "okta", certificate };
  await ask("updateOrganizationSAMLProvider", {
    params,
    body: { ...login, defaultTeam, defaultRole: "read" },
  });
  await ask("listSAMLProvidersInOrganizationById");
  await ask("listSSOProviderLoginsInOrganization");
  await ask("deleteOrganizationSAMLProvider", { params, status: 205 });
  await ask("deleteOrganizationSAMLProvider", { params, status: 204 });
};
