import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { get, post } from "../operation.ts";
import {
  clusterOrders,
  conversationInput,
  conversationObject,
  issuesClusterObject,
  issueWithConversation,
  wholeConversation,
} from "./conversations.objects.ts";

const organization = "/orgs/{organizationId}";
const all = `${organization}/conversations` as const;
const issues = `${organization}/conversations-issues` as const;
const apiVersions = ["classic", "classic-minimal"] as const;

export const conversations = {
  list: get(all, {
    id: "listConversations",
    summary: "Lists the ingested conversations.",
    query: z.object({ source: z.string().optional().describe("Source of the listed conversations.") }),
    items: conversationObject,
    apiVersions,
  }),
  get: get(`${all}/{conversationId}`, {
    id: "getConversationById",
    summary: "Reads a conversation with its messages.",
    errors: { 404: "There is no such conversation." },
    response: wholeConversation,
    apiVersions,
  }),
  ingest: post(all, {
    id: "ingestConversation",
    summary: "Ingests one conversation or several. The service analyzes them afterwards.",
    body: z
      .union([conversationInput, z.array(conversationInput)])
      .describe("One conversation, or a list of conversations. It replaces the other fields."),
    success: [204],
    repeatable: true,
    apiVersions,
  }),
  listIssues: get(issues, {
    id: "listConversationsIssues",
    summary: "Lists the issues that people had in conversations.",
    query: z.object({
      cluster: z.string().optional().describe("Id of the cluster of the listed issues."),
      conversation: z.string().optional().describe("Id of the conversation of the listed issues."),
    }),
    items: issueWithConversation,
    apiVersions,
  }),
  getIssue: get(`${issues}/{issueId}`, {
    id: "getConversationIssueById",
    summary: "Reads an issue and the conversation that shows it.",
    errors: { 404: "There is no such issue." },
    response: issueWithConversation,
    apiVersions,
  }),
  listClusters: get(`${organization}/conversations-clusters`, {
    id: "listConversationsIssuesClusters",
    summary: "Lists clusters: groups of issues about the same subject.",
    errors: { 404: "There are no clusters." },
    query: z.object({
      order: z.enum(["asc", "desc"]).optional().describe("Ascending or descending order. Default: desc."),
      // Two names of the same parameter.
      orderBy: only("classic", z.enum(clusterOrders))
        .optional()
        .describe("Value to sort by. Default: updatedAt."),
      sort: only("classic-minimal", z.enum(clusterOrders))
        .optional()
        .describe("Value to sort by. Default: updatedAt."),
      status: z.enum(["pending", "analysing"]).optional().describe("Status of the listed clusters."),
    }),
    items: issuesClusterObject,
    apiVersions,
  }),
};
