import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask, make, given, user }) => {
  given("organization", { id: "other", title: "Other", emailDomains: ["acme.example"], defaultRole: "edit" });
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
