import { get } from "../operation.ts";
import { organizationObject } from "./organizations.objects.ts";

export const organizations = {
  /** All that the token sees. */
  list: get("/orgs", { id: "listOrganizationsForAuthenticatedUser", items: organizationObject }),
  get: get("/orgs/{organizationId}", { id: "getOrganizationById", answer: organizationObject }),
};
