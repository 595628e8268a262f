import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask }) => {
  await ask("getAuthenticatedUser");
};
