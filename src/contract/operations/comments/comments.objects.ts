import * as z from "zod";
import { memberObject } from "../members/members.objects.ts";
import { kind, permissionsObject, urls } from "../response-parts.ts";
import { richText, richTextInput } from "../rich-text.objects.ts";
import { userObject } from "../users/users.objects.ts";

const reaction = z.object({
  emoji: z.string(),
  count: z.number(),
  users: z.array(z.object({ user: userObject, reactedAt: z.string() })),
});

const posted = {
  id: z.string(),
  postedBy: userObject,
  postedAt: z.string(),
  editedAt: z.string().optional(),
  reactions: z.array(reaction),
  body: z.looseObject({ markdown: z.string().optional(), document: richText.optional() }),
  urls: urls("location"),
  permissions: permissionsObject("view", "edit", "reply?", "delete"),
};

const tableCell = z.object({ record: z.string(), definition: z.string() });

/** The fields of a comment in a response. */
export const commentObject = z.object({
  object: kind("comment"),
  ...posted,
  status: z.string(),
  resolvedAt: z.string().optional(),
  resolvedBy: userObject.optional(),
  replies: z.number(),
  repliers: z.array(z.looseObject({ count: z.number(), updatedAt: z.string(), user: userObject })),
  target: z.looseObject({
    space: z.string(),
    revision: z.string(),
    changeRequest: z.string().optional(),
    review: z.string().optional(),
    page: z.object({ id: z.string() }).optional(),
    node: z.object({ id: z.string() }).optional(),
    tableCell: tableCell.optional(),
  }),
});

/** The fields of a reply in a response. */
export const replyObject = z.object({ object: kind("comment-reply"), ...posted });

/** The author of a comment. */
export const commenterObject = memberObject;

const reactions = {
  addedReactions: z.array(z.string()).optional().describe("Emoji that the token's user adds as reactions."),
  removedReactions: z
    .array(z.string())
    .optional()
    .describe("Emoji of reactions that the token's user removes."),
};

const textOf = (what: string) =>
  richTextInput.describe(`Text of the ${what}: \`markdown\`, or \`document\`, a tree of rich text.`);

export const newComment = z.object({
  body: textOf("comment"),
  page: z.string().optional().describe("Id of the page that the comment is about."),
  node: z.string().optional().describe("Id of the block that the comment is about."),
  tableCell: tableCell
    .optional()
    .describe("Cell of a table that the comment is about: the ids of its record and of its definition."),
});

export const newReply = z.object({ body: textOf("reply") });

const resolved = z.boolean().optional();

export const changedComment = z.object({
  resolved: resolved.describe("Whether the comment is resolved; false reopens it."),
  body: textOf("comment").optional(),
  ...reactions,
});
export const changedReply = z.object({ body: textOf("reply").optional(), ...reactions });

/** The service accepts `resolved` for a reply in a change request. */
export const changedReplyInChangeRequest = changedReply.extend({
  resolved: resolved.describe("The service ignores it, because a reply has no status."),
});
