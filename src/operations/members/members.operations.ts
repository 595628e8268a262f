import * as z from "zod";
import { roles } from "../../model/role.ts";
import { get } from "../operation.ts";

const member = z.object({
  id: z.string(),
  role: z.string().nullish(),
  user: z.object({ id: z.string(), displayName: z.string().optional(), email: z.string().nullish() }),
});

export const members = {
  list: get("/orgs/{organizationId}/members", {
    id: "listMembersInOrganizationById",
    query: z.object({
      order: z.enum(["asc", "desc"]).optional(),
      role: z.enum([...roles, "guest"]).optional(),
      search: z.string().optional(),
      sort: z.enum(["joinedAt", "lastSeenAt", "name"]).optional(),
    }),
    items: member,
  }),
  get: get("/orgs/{organizationId}/members/{userId}", { id: "getMemberInOrganizationById", answer: member }),
};
