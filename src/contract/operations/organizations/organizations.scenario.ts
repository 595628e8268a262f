import type { Scenario } from "../scenario.ts";
import { usualBilling } from "./billing.ts";

export const scenario: Scenario = async ({ ask, make, seedRecord, user, apiVersion }) => {
  const fixed = { ...paying, billing: { ...usualBilling(apiVersion), isScheduledToCancel: true } };
  seedRecord("organization", {
    id: "other",
    title: "Other",
    emailDomains: ["acme.example"],
    defaultRole: "edit",
    ...fixed,
  });
  seedRecord("other/organization_member", { id: "u_grace" });
  seedRecord("organization_invite", { id: "invite1" });
  const site = await make("createSite", { body: { title: "Docs" } });
  await ask("listOrganizationsForAuthenticatedUser");
  await ask("getOrganizationById");
  await ask("updateOrganizationById", {
    body: {
      title: "Acme",
      emailDomains: ["acme.example"],
      hostname: "acme",
      defaultRole: null,
      defaultContent: { type: "site", site },
      logo: "https://acme.example/logo.png",
      sso: false,
      ai: true,
      inviteLinks: true,
      mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [user.id] }] },
    },
  });
  await ask("updateOrganizationById", {
    body: { defaultContent: { type: "site", site: "nowhere" } },
    status: 400,
  });
  await ask("updateOrganizationById", { body: { defaultContent: null, logo: null, defaultRole: "read" } });
  await ask("getOrganizationsForEmailDomain", { params: { emailDomain: "acme.example" } });
  await ask("joinOrganization", { params: { organizationId: "other" } });
  await ask("getOrganizationById", { params: { organizationId: "other" } });
  await ask("joinOrganization", { params: { organizationId: "nowhere" }, status: 404 });
  await ask("updateOrganizationMemberLastSeenAt");
  await ask("deleteOrganizationInviteById", { params: { inviteId: "invite1" }, status: 205 });
  await ask("deleteOrganizationInviteById", { params: { inviteId: "invite1" }, status: 204 });
};

/** Fields that no operation changes. */
const paying = {
  type: "community",
  communityType: "nonProfit",
  useCase: "internalDocs",
  plan: "free_2024",
  customHostname: "docs.other.example",
  trial: { status: "ended", count: 1, endDate: "2026-02-01T00:00:00.000Z", decision: "downgrade" },
  blocked: { source: "backoffice", reason: "unpaid" },
};
