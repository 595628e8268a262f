import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask }) => {
  await ask("getAuthenticatedUser");
};
