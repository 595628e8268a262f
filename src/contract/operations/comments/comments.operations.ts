import * as z from "zod";
import { get, post, put, type Row, remove } from "../operation.ts";
import { changeRequestParams as params } from "../revisions/revisions.objects.ts";
import { textFormat } from "../rich-text.objects.ts";
import {
  changedComment,
  changedReply,
  changedReplyInChangeRequest,
  commenterObject,
  commentObject,
  newComment,
  newReply,
  replyObject,
} from "./comments.objects.ts";

const formatted = z.object({
  format: textFormat.optional().describe("Format of the texts in the response."),
});

const filters = formatted.extend({
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Order by the time of posting. Default: desc, the newest first."),
  status: z
    .enum(["all", "open", "resolved"])
    .optional()
    .describe("Status of the listed comments. Default: all."),
  targetPage: z.string().optional().describe("Id of the page that the comments are about."),
  authors: z.array(z.string()).optional().describe("Ids of the users who posted the comments."),
});

/** The operations on comments. Their published names differ only in their endings. */
function commentsIn<
  const Prefix extends string,
  const In extends "InSpace" | "InChangeRequest",
  Params extends NonNullable<Row["params"]>,
>(prefix: Prefix, where: In, params: Params) {
  const one = `${prefix}/comments/{commentId}` as const;
  const reply = `${one}/replies/{commentReplyId}` as const;
  return {
    list: get(`${prefix}/comments`, {
      id: `listComments${where}`,
      params,
      summary: "Lists the comments, the newest first.",
      query: filters,
      items: commentObject,
    }),
    post: post(`${prefix}/comments`, {
      id: `postComment${where}`,
      params,
      summary: "Posts a comment on a page, or on the whole content.",
      body: newComment,
      response: commentObject,
      success: [200],
    }),
    get: get(one, {
      id: `getComment${where}`,
      params,
      summary: "Reads a comment.",
      query: formatted,
      response: commentObject,
    }),
    update: put(one, {
      id: `updateComment${where}`,
      params,
      summary: "Edits a comment, resolves or reopens it, or adds or removes reactions.",
      body: changedComment,
      response: commentObject,
    }),
    delete: remove(one, {
      id: `deleteComment${where}`,
      params,
      summary: "Deletes a comment with its replies.",
    }),
    listReplies: get(`${one}/replies`, {
      id: `listCommentReplies${where}`,
      params,
      summary: "Lists the replies to a comment, the oldest first.",
      query: formatted,
      items: replyObject,
    }),
    getReply: get(reply, {
      id: `getCommentReply${where}`,
      params,
      summary: "Reads a reply.",
      query: formatted,
      response: replyObject,
    }),
    deleteReply: remove(reply, { id: `deleteCommentReply${where}`, params, summary: "Deletes a reply." }),
    listCommenters: get(`${prefix}/commenters`, {
      id: `listCommenters${where}`,
      params,
      summary: "Lists the members who commented or replied.",
      items: commenterObject,
    }),
  };
}

const replies = "/comments/{commentId}/replies";

const postReply = {
  summary: "Replies to a comment.",
  body: newReply,
  response: replyObject,
  success: [200],
} as const;

const updateReply = {
  summary: "Edits a reply, or adds or removes reactions.",
  response: replyObject,
} as const;

const inSpace = "/spaces/{spaceId}";
const inChangeRequest = "/spaces/{spaceId}/change-requests/{changeRequestId}";

export const comments = {
  ...commentsIn(inSpace, "InSpace", {}),
  postReply: post(`${inSpace}${replies}`, { id: "postCommentReplyInSpace", ...postReply }),
  updateReply: put(`${inSpace}${replies}/{commentReplyId}`, {
    id: "updateCommentReplyInSpace",
    body: changedReply,
    ...updateReply,
  }),
};

export const changeRequestComments = {
  ...commentsIn(inChangeRequest, "InChangeRequest", params),
  postReply: post(`${inChangeRequest}${replies}`, {
    id: "postCommentReplyInChangeRequest",
    params,
    query: formatted,
    ...postReply,
  }),
  updateReply: put(`${inChangeRequest}${replies}/{commentReplyId}`, {
    id: "updateCommentReplyInChangeRequest",
    params,
    body: changedReplyInChangeRequest,
    ...updateReply,
  }),
};
