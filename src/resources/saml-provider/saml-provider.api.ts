import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { roles } from "../../model/role.ts";

const label = z.string().min(1).max(30);

const optionalFields = {
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  ssoURL: z.url().max(2048).optional(),
  defaultTeam: z.string().optional(),
  defaultRole: z.enum(roles).nullable().optional(),
};

/** The fields of a SAML provider in an answer that docsform relies on. `defaultTeam` is written as an id, read as a team. */
export const samlProviderAnswer = z.object({
  id: z.string(),
  label: z.string(),
  ssoURL: z.string().nullish(),
  entityID: z.string().nullish(),
  certificate: z.string().nullish(),
  defaultTeam: z.object({ id: z.string() }).nullish(),
  defaultRole: z.string().nullish(),
  createdAt: z.string().optional(),
  status: z.string().optional(),
  service: z
    .object({
      acsURL: z.string().optional(),
      startURL: z.string().optional(),
      entityID: z.string().optional(),
    })
    .optional(),
});

export const listSAMLProvidersInOrganizationById = defineEndpoint({
  operation: "listSAMLProvidersInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/saml",
  response: samlProviderAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getOrganizationSAMLProviderById = defineEndpoint({
  operation: "getOrganizationSAMLProviderById",
  method: "GET",
  path: "/orgs/{organizationId}/saml/{samlProviderId}",
  response: samlProviderAnswer,
  success: [200],
  idempotent: true,
});

export const createOrganizationSAMLProvider = defineEndpoint({
  operation: "createOrganizationSAMLProvider",
  method: "POST",
  path: "/orgs/{organizationId}/saml",
  body: z.object({ label, ...optionalFields }),
  response: samlProviderAnswer,
  success: [201],
  idempotent: false,
});

export const updateOrganizationSAMLProvider = defineEndpoint({
  operation: "updateOrganizationSAMLProvider",
  method: "PATCH",
  path: "/orgs/{organizationId}/saml/{samlProviderId}",
  body: z.object({ label: label.optional(), ...optionalFields }),
  response: samlProviderAnswer,
  success: [200],
  idempotent: true,
});

export const deleteOrganizationSAMLProvider = defineEndpoint({
  operation: "deleteOrganizationSAMLProvider",
  method: "DELETE",
  path: "/orgs/{organizationId}/saml/{samlProviderId}",
  success: [204, 205],
  idempotent: true,
});
