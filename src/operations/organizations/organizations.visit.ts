import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask, make, given, user, generation }) => {
  const billing = generation === "current" ? { ...paying.billing, ...ofToday } : paying.billing;
  const fixed = { ...paying, billing };
  given("organization", {
    id: "other",
    title: "Other",
    emailDomains: ["acme.example"],
    defaultRole: "edit",
    ...fixed,
  });
  given("other/organization_member", { id: "u_grace" });
  given("organization_invite", { id: "invite1" });
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

/** What no operation changes. */
const paying = {
  type: "community",
  communityType: "nonProfit",
  useCase: "internalDocs",
  plan: "free_2024",
  customHostname: "docs.other.example",
  billing: {
    interval: "monthly",
    endDate: "2026-12-31T00:00:00.000Z",
    hasPaymentFailed: false,
    isScheduledToCancel: true,
    pricing: {
      members: { plus_2024: { monthly: 8, yearly: 6.5 }, pro_2024: { monthly: 15, yearly: 12 } },
      sites: { premium: { monthly: 79, yearly: 65 }, ultimate: { monthly: 299, yearly: 249 } },
    },
    usageAddons: { ai: { enabled: true } },
  },
  trial: { status: "ended", count: 1, endDate: "2026-02-01T00:00:00.000Z", decision: "downgrade" },
  blocked: { source: "backoffice", reason: "unpaid" },
};

/** What the billing of today's service tells besides. */
const ofToday = {
  canCheckout: true,
  canChangeInterval: true,
  canUseSAML: false,
  creditsBundle: null,
  aiCreditAlertThreshold: null,
};
