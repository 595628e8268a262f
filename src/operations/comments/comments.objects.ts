import * as z from "zod";
import { documentTree, personObject, richTextInput } from "../revisions/revisions.objects.ts";

const reaction = z.object({
  emoji: z.string(),
  count: z.number(),
  users: z.array(z.object({ user: personObject, reactedAt: z.string() })),
});

const posted = {
  id: z.string(),
  postedBy: personObject,
  postedAt: z.string(),
  editedAt: z.string().optional(),
  reactions: z.array(reaction),
  body: z.looseObject({ markdown: z.string().optional(), document: documentTree.optional() }),
};

const tableCell = z.object({ record: z.string(), definition: z.string() });

/** The fields of a comment in an answer. */
export const commentObject = z.object({
  ...posted,
  status: z.string(),
  resolvedAt: z.string().optional(),
  resolvedBy: personObject.optional(),
  replies: z.number(),
  repliers: z.array(z.looseObject({ count: z.number(), updatedAt: z.string(), user: personObject })),
  target: z.looseObject({
    space: z.string(),
    revision: z.string(),
    changeRequest: z.string().optional(),
    page: z.object({ id: z.string() }).optional(),
    node: z.object({ id: z.string() }).optional(),
    tableCell: tableCell.optional(),
  }),
});

/** The fields of a reply in an answer. */
export const replyObject = z.object(posted);

/** Somebody who commented. */
export const commenterObject = z.looseObject({ id: z.string(), user: personObject });

const reactions = {
  addedReactions: z.array(z.string()).optional().describe("Emoji with which the token's user reacts."),
  removedReactions: z.array(z.string()).optional().describe("Emoji that the token's user takes back."),
};

export const newComment = z.object({
  body: richTextInput,
  page: z.string().optional().describe("The id of the page that it is about."),
  node: z.string().optional().describe("The id of the block that it is about."),
  tableCell: tableCell.optional(),
});

export const newReply = z.object({ body: richTextInput });

const resolved = z.boolean().optional();

export const changedComment = z.object({ resolved, body: richTextInput.optional(), ...reactions });
export const changedReply = z.object({ body: richTextInput.optional(), ...reactions });
