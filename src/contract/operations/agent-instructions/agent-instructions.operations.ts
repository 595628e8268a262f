import * as z from "zod";
import { get, put } from "../operation.ts";
import { urls } from "../response-parts.ts";
import { richText } from "../rich-text.objects.ts";

const path = "/orgs/{organizationId}/agent-instructions";

/** The fields of the instructions in a response. */
const instructionsObject = z.looseObject({
  object: z.literal("agent-instructions"),
  instructions: richText,
  updatedAt: z.string(),
  updatedBy: z.string(),
  urls: urls("location"),
});

export const agentInstructions = {
  get: get(path, {
    id: "getOrganizationAgentInstructions",
    summary: "Reads the instructions for the organization's agent.",
    response: instructionsObject,
  }),
  update: put(path, {
    id: "updateOrganizationAgentInstructions",
    summary: "Sets the instructions for the organization's agent. They replace the previous instructions.",
    body: z.strictObject({
      instructions: richText.describe("Instructions for the agent, as a tree of rich text."),
    }),
    response: instructionsObject,
  }),
};
