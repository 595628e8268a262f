import * as z from "zod";
import { roles } from "../../../model/role.ts";
import { get, patch, post, remove } from "../operation.ts";
import { samlProviderObject } from "./sso.objects.ts";

const all = "/orgs/{organizationId}/saml";
const one = `${all}/{samlProviderId}`;
const params = { samlProviderId: z.string().describe("Id of the SAML provider.") };
const label = z.string().min(1).max(30).describe("Name of the provider, shown on the login page.");
const optionalFields = {
  entityID: z.string().max(1024).optional().describe("Entity id of the identity provider."),
  certificate: z
    .string()
    .max(10_000)
    .optional()
    .describe("The identity provider's signing certificate, as PEM."),
  ssoURL: z.url().max(2048).optional().describe("URL of the identity provider where people log in."),
  defaultTeam: z
    .string()
    .optional()
    .describe("Id of the team that people join at their first login. It can be changed, but not removed."),
  defaultRole: z
    .enum(roles)
    .nullable()
    .optional()
    .describe("Role that people get at their first login; null makes them guests."),
};

export const sso = {
  listSamlProviders: get(all, {
    id: "listSAMLProvidersInOrganizationById",
    summary: "Lists an organization's SAML providers.",
    items: samlProviderObject,
  }),
  getSamlProvider: get(one, {
    id: "getOrganizationSAMLProviderById",
    params,
    summary: "Reads a SAML provider.",
    errors: { 404: "There is no such provider." },
    response: samlProviderObject,
  }),
  createSamlProvider: post(all, {
    id: "createOrganizationSAMLProvider",
    summary: "Adds a SAML provider for single sign-on.",
    body: z.object({ label, ...optionalFields }),
    response: samlProviderObject,
  }),
  updateSamlProvider: patch(one, {
    id: "updateOrganizationSAMLProvider",
    params,
    summary: "Changes a SAML provider.",
    body: z.object({ label: label.optional(), ...optionalFields }),
    response: samlProviderObject,
  }),
  deleteSamlProvider: remove(one, {
    id: "deleteOrganizationSAMLProvider",
    params,
    summary: "Deletes a SAML provider. People can no longer log in through it.",
  }),
  listLogins: get("/orgs/{organizationId}/sso", {
    id: "listSSOProviderLoginsInOrganization",
    summary: "Lists the login URL of each provider that is set up.",
    response: z.object({
      items: z.array(z.object({ id: z.string(), label: z.string(), startURL: z.string() })),
    }),
  }),
};
