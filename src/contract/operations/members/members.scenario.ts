import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, user, seedRecord, apiVersion }) => {
  seedRecord("organization_member", {
    id: "u_grace",
    user: { displayName: "Grace", email: "grace@acme.example" },
    lastSeenAt: "2026-01-01T09:00:00.000Z",
  });
  const params = { userId: "u_grace" };
  await make("createSpace", { body: { title: "Guides" } });
  await make("createOrganizationTeam", { body: { title: "Writers", members: ["u_grace"] } });
  const query = { order: "asc", sort: "lastSeenAt", role: "read", search: "grace" };
  await ask("listMembersInOrganizationById", { query });
  if (apiVersion === "current") await ask("listMembersInOrganizationById", { query: { sort: "name" } });
  await ask("getMemberInOrganizationById", { params: { userId: user.id } });
  await ask("updateMemberInOrganizationById", { params, body: { role: "edit" } });
  await ask("setUserAsSSOMemberForOrganization", { params });
  await ask("listSpacesForOrganizationMember", { params, query: { order: "asc" } });
  await ask("listTeamsForOrganizationMember", { params, query: { title: "write" } });
  await ask("updateMemberInOrganizationById", { params, body: { role: null } });
  await ask("removeMemberFromOrganizationById", { params, status: 205 });
  await ask("removeMemberFromOrganizationById", { params, status: 204 });
};
