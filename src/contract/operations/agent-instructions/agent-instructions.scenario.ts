import { emptyRichText } from "../rich-text.objects.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask }) => {
  await ask("getOrganizationAgentInstructions");
  await ask("updateOrganizationAgentInstructions", { body: { instructions: emptyRichText } });
  await ask("getOrganizationAgentInstructions");
};
