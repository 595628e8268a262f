import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, user }) => {
  const team = await make("createOrganizationTeam", { body: { title: "Writers", members: [user.id] } });
  const params = { teamId: team };
  await ask("updateTeamInOrganizationById", { params, body: { title: "Authors" } });
  await ask("updateMembersInOrganizationTeam", { params, body: { add: [user.email], remove: [] } });
  await ask("listTeamMembersInOrganizationById", { params });
  await ask("getTeamInOrganizationById", { params });
  await ask("listTeamsInOrganizationById", { query: { title: "Authors" } });
  await ask("removeTeamFromOrganizationById", { params, status: 205 });
  await ask("removeTeamFromOrganizationById", { params, status: 204 });
};
