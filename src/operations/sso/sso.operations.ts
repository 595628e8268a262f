import * as z from "zod";
import { roles } from "../../model/role.ts";
import { get, patch, post, remove } from "../operation.ts";
import { samlProviderObject } from "./sso.objects.ts";

const all = "/orgs/{organizationId}/saml";
const one = `${all}/{samlProviderId}`;
const label = z.string().min(1).max(30);
const optionalFields = {
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  ssoURL: z.url().max(2048).optional(),
  defaultTeam: z.string().optional(),
  defaultRole: z.enum(roles).nullable().optional(),
};

export const sso = {
  listSamlProviders: get(all, {
    id: "listSAMLProvidersInOrganizationById",
    summary: "Lists an organization's SAML providers.",
    items: samlProviderObject,
  }),
  getSamlProvider: get(one, {
    id: "getOrganizationSAMLProviderById",
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
    summary: "Changes a SAML provider.",
    body: z.object({ label: label.optional(), ...optionalFields }),
    response: samlProviderObject,
  }),
  deleteSamlProvider: remove(one, {
    id: "deleteOrganizationSAMLProvider",
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
