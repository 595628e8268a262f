import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask, user }) => {
  const query = { order: "asc", sort: "joinedAt", role: "admin", search: "ada" };
  await ask("listMembersInOrganizationById", { query });
  await ask("getMemberInOrganizationById", { params: { userId: user.id } });
};
