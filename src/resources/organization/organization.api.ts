import * as z from "zod";
import { defineEndpoint } from "../../model/endpoint.ts";
import { roles } from "../../model/role.ts";

/** The fields of an organization in an answer that docsform relies on. */
export const organizationAnswer = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string().optional(),
  type: z.string().optional(),
  plan: z.string().optional(),
  hostname: z.string().nullish(),
  urls: z.object({ app: z.string().optional() }).optional(),
});

const user = z.object({ id: z.string(), displayName: z.string().optional(), email: z.string().nullish() });

const member = z.object({ id: z.string(), role: z.string().nullish(), user });

export const listOrganizationsForAuthenticatedUser = defineEndpoint({
  operation: "listOrganizationsForAuthenticatedUser",
  method: "GET",
  path: "/orgs",
  response: organizationAnswer,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getOrganizationById = defineEndpoint({
  operation: "getOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}",
  response: organizationAnswer,
  success: [200],
  idempotent: true,
});

export const getAuthenticatedUser = defineEndpoint({
  operation: "getAuthenticatedUser",
  method: "GET",
  path: "/user",
  response: user,
  success: [200],
  idempotent: true,
});

export const listMembersInOrganizationById = defineEndpoint({
  operation: "listMembersInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/members",
  query: z.object({
    order: z.enum(["asc", "desc"]).optional(),
    role: z.enum([...roles, "guest"]).optional(),
    search: z.string().optional(),
    sort: z.enum(["joinedAt", "lastSeenAt", "name"]).optional(),
  }),
  response: member,
  success: [200],
  idempotent: true,
  paged: true,
});

export const getMemberInOrganizationById = defineEndpoint({
  operation: "getMemberInOrganizationById",
  method: "GET",
  path: "/orgs/{organizationId}/members/{userId}",
  response: member,
  success: [200],
  idempotent: true,
});
