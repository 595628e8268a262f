import * as z from "zod";
import { promised } from "../promised.ts";
import { urls } from "../response-parts.ts";

const part = z.strictObject({
  type: z.literal("message"),
  role: z.enum(["user", "assistant", "team-member"]).describe("Author of the message."),
  body: z.string(),
});

const metadata = z.strictObject({
  url: z.string().describe("URL where people can read the conversation.").optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  createdAt: z.iso.datetime({ offset: true }).optional(),
});

/** A conversation in a request. */
export const conversationInput = z.strictObject({
  id: z.string().min(1).max(255).describe("Id of the conversation at its source."),
  subject: z.string().max(512).optional().describe("Subject of the conversation."),
  parts: z
    .array(part)
    .describe(
      "Messages of the conversation. Each has the `type` message, a `role` (user, assistant or team-member) and a `body`, the text.",
    ),
  metadata: metadata
    .optional()
    .describe(
      "The `url` where people can read the conversation, `attributes` (text by name), and `createdAt`, the time of creation.",
    ),
});

/** The fields of a conversation in a response. */
export const conversationObject = z.looseObject({
  object: z.literal("conversation"),
  id: z.string(),
  subject: z.string().optional(),
  createdAt: z.string(),
  processedAt: z.string().optional(),
  source: z.string(),
  urls: urls("location", "source?"),
});

/** A conversation with its messages. */
export const wholeConversation = z.looseObject({
  conversation: conversationObject,
  parts: z.array(z.looseObject({ type: z.string(), role: z.string(), body: z.string() })),
  metadata: z.looseObject({
    url: z.string().optional(),
    attributes: z.record(z.string(), z.string()).optional(),
    createdAt: z.string().optional(),
  }),
});

/** An issue, with the conversation that shows it. */
export const issueWithConversation = z.looseObject({
  issue: z.looseObject({
    object: z.literal("conversation-issue"),
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    createdAt: promised(z.string()),
    ingestedAt: promised(z.string()),
    conversation: z.string(),
    cluster: z.string().optional(),
    urls: urls("location"),
  }),
  conversation: conversationObject,
});

/** The fields by which clusters can be sorted. */
export const clusterOrders = [
  "updatedAt",
  "issues",
  "conversations",
  "tasksTotal",
  "tasksBacklog",
  "tasksStarted",
] as const;

/** A cluster of issues about the same subject. */
export const issuesClusterObject = z.looseObject({
  object: z.literal("issues-cluster"),
  id: z.string(),
  label: z.string(),
  summary: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  icon: promised(z.string()),
  weeklyPulse: z.array(z.number()),
  sources: promised(z.record(z.string(), z.number())),
  stats: z.looseObject({
    issues: z.number(),
    conversations: z.number(),
    tasksTotal: promised(z.number()),
    tasksBacklog: promised(z.number()),
    tasksStarted: promised(z.number()),
    tasksCompleted: promised(z.number()),
    tasksCancelled: promised(z.number()),
  }),
  urls: urls("location", "app"),
});
