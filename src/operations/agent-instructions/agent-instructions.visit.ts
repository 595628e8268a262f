import { emptyRichText } from "../rich-text.objects.ts";
import type { Visit } from "../visit.ts";

export const visit: Visit = async ({ ask }) => {
  await ask("getOrganizationAgentInstructions");
  await ask("updateOrganizationAgentInstructions", { body: { instructions: emptyRichText } });
  await ask("getOrganizationAgentInstructions");
};
