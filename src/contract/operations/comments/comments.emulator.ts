import { bodyOf, removed, textIn, wasAbsent, withoutNulls } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
  type EmulatorResponse,
} from "../../../model/emulator-rules.ts";
import { groupBy } from "../../../util/groups.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { callerRole, permissionsOf } from "../people.ts";
import {
  currentUserRecord,
  locationOf,
  type RevisionPlace,
  revisionPlace,
  userOnWire,
} from "../revisions/places.ts";
import { markdownOf, textOnWire } from "../revisions/served-text.ts";
import type { Handlers, System } from "../system.ts";
import { changeRequestComments, comments } from "./comments.operations.ts";
import { reactionsAfter, reactionsOnWire } from "./reactions.ts";

/**
 * Records: `comment`: `{ id, space, changeRequest (null: the space itself), postedBy, postedAt, editedAt, markdown, target, status,
 * resolvedAt, resolvedBy, reactions }`, and `comment_reply`: `{ id, comment, postedBy, postedAt, editedAt, markdown, reactions }`.
 */
const handlers = {
  list: commentHandler((context) => {
    const { query } = context.request;
    const matching = commentsIn(context).filter((comment) => matchesQuery(comment, context.request));
    const ordered = query["order"] === "asc" ? matching : matching.toReversed();
    return { status: 200, items: ordered.map((comment) => commentOnWire(context, comment)) };
  }),

  post: commentHandler((context) => {
    const { service, place, request } = context;
    const comment = service.add("comment", {
      ...newPost(context),
      space: place.space.id,
      changeRequest: place.changeRequest?.id ?? null,
      target: targetOf(place, request.body),
      status: "open",
      resolvedAt: null,
      resolvedBy: null,
    });
    updateOpenComments(context);
    return { status: 200, body: commentOnWire(context, comment) };
  }),

  get: commentHandler((context) => ({
    status: 200,
    body: commentOnWire(context, requireComment(context)),
  })),

  update: commentHandler((context) => {
    const { service, request } = context;
    const before = requireComment(context);
    const fields = { ...editedFields(context, before), ...resolutionFields(service, request.body) };
    const comment = service.change("comment", before.id, fields);
    updateOpenComments(context);
    return { status: 200, body: commentOnWire(context, comment) };
  }),

  delete: commentHandler((context) => {
    const { service } = context;
    const comment = requestedComment(context);
    if (comment === undefined) return wasAbsent;
    for (const reply of repliesTo(service, comment)) service.remove("comment_reply", reply.id);
    service.remove("comment", comment.id);
    updateOpenComments(context);
    return removed;
  }),

  listReplies: commentHandler((context) => {
    const replies = repliesTo(context.service, requireComment(context));
    return { status: 200, items: replies.map((reply) => replyOnWire(context, reply)) };
  }),

  postReply: commentHandler((context) => {
    const comment = requireComment(context);
    const reply = context.service.add("comment_reply", { ...newPost(context), comment: comment.id });
    return { status: 200, body: replyOnWire(context, reply) };
  }),

  getReply: commentHandler((context) => ({
    status: 200,
    body: replyOnWire(context, requireReply(context)),
  })),

  updateReply: commentHandler((context) => {
    const before = requireReply(context);
    const reply = context.service.change("comment_reply", before.id, editedFields(context, before));
    return { status: 200, body: replyOnWire(context, reply) };
  }),

  deleteReply: commentHandler((context) => {
    const comment = requestedComment(context);
    const reply = comment && requestedReply(context, comment);
    if (reply === undefined) return wasAbsent;
    context.service.remove("comment_reply", reply.id);
    return removed;
  }),

  listCommenters: commentHandler((context) => {
    const { service } = context;
    const posts = commentsIn(context).flatMap((comment) => [comment, ...repliesTo(service, comment)]);
    const userIds = new Set(posts.map((post) => textIn(post["postedBy"])));
    const memberIds = [...userIds].filter((id) => service.get("organization_member", id) !== undefined);
    const items = memberIds.map((userId) => bodyOf(service.call("getMemberInOrganizationById", { userId })));
    return { status: 200, items };
  }),
} satisfies Record<string, EmulatorHandler>;

const needs = {
  post: "comment",
  update: "comment",
  delete: "comment",
  postReply: "comment",
  updateReply: "comment",
  deleteReply: "comment",
} as const;

/** Comments on spaces. */
export const commentsSystem: System = {
  operations: comments,
  handlers: handlers satisfies Handlers<typeof comments>,
  needs,
};

/** Comments on change requests. */
export const changeRequestCommentsSystem: System = {
  operations: changeRequestComments,
  handlers: handlers satisfies Handlers<typeof changeRequestComments>,
  needs,
};

interface CommentContext {
  readonly service: EmulatedService;
  readonly place: RevisionPlace;
  readonly request: EmulatorRequest;
}

function commentHandler(respond: (context: CommentContext) => EmulatorResponse): EmulatorHandler {
  return (request, service) => respond({ service, place: revisionPlace(service, request.params), request });
}

/** The comments of a place, the oldest first. Comments on a space do not include those on its change requests. */
function commentsIn({ service, place }: CommentContext): readonly EmulatorRecord[] {
  const spaceId = place.space.id;
  const changeRequestId = place.changeRequest?.id ?? null;
  return service
    .list("comment")
    .filter((each) => each["space"] === spaceId && each["changeRequest"] === changeRequestId);
}

function matchesQuery(comment: EmulatorRecord, { query, queryLists }: EmulatorRequest): boolean {
  const { status = "all", targetPage } = query;
  const { authors } = queryLists;
  const target = comment["target"] as { readonly page?: { readonly id: string } };
  return (
    (status === "all" || comment["status"] === status) &&
    (targetPage === undefined || target.page?.id === targetPage) &&
    (authors === undefined || authors.includes(textIn(comment["postedBy"])))
  );
}

function requestedComment(context: CommentContext): EmulatorRecord | undefined {
  return commentsIn(context).find(({ id }) => id === context.request.params["commentId"]);
}

function requireComment(context: CommentContext): EmulatorRecord {
  const comment = requestedComment(context);
  if (comment === undefined) throw new EmulatorRefusal(404, "No such comment");
  return comment;
}

function repliesTo(service: EmulatedService, comment: EmulatorRecord): readonly EmulatorRecord[] {
  return service.list("comment_reply").filter((each) => each["comment"] === comment.id);
}

function requestedReply(
  { service, request }: CommentContext,
  comment: EmulatorRecord,
): EmulatorRecord | undefined {
  return repliesTo(service, comment).find(({ id }) => id === request.params["commentReplyId"]);
}

function requireReply(context: CommentContext): EmulatorRecord {
  const reply = requestedReply(context, requireComment(context));
  if (reply === undefined) throw new EmulatorRefusal(404, "No such reply");
  return reply;
}

/** The fields that comments and replies share. */
function newPost({ service, request }: CommentContext): EmulatorRecord {
  return {
    id: service.newId(""),
    postedBy: textIn(currentUserRecord(service)["id"]),
    postedAt: service.now(),
    editedAt: null,
    markdown: markdownOf(request.body["body"]),
    reactions: [],
  };
}

/** The target of a comment. Refuses a page that the content does not have. */
function targetOf({ content, revision, space, changeRequest }: RevisionPlace, body: JsonObject): JsonObject {
  const { page, node, tableCell } = body;
  if (page !== undefined && !content.pages.some(({ id }) => id === page))
    throw new EmulatorRefusal(404, `No such page: ${textIn(page)}`);
  const reference = (id: Json | undefined) => (id === undefined ? undefined : { id });
  return withoutNulls({
    space: space.id,
    revision,
    changeRequest: changeRequest?.id,
    page: reference(page),
    node: reference(node),
    tableCell,
  });
}

function editedFields({ service, request }: CommentContext, before: EmulatorRecord): JsonObject {
  const { body: text } = request.body;
  return {
    ...(text === undefined ? {} : { markdown: markdownOf(text), editedAt: service.now() }),
    reactions: reactionsAfter(service, before, request.body),
  };
}

function resolutionFields(service: EmulatedService, { resolved }: JsonObject): JsonObject {
  if (resolved === undefined) return {};
  if (resolved !== true) return { status: "open", resolvedAt: null, resolvedBy: null };
  const resolvedBy = textIn(currentUserRecord(service)["id"]);
  return { status: "resolved", resolvedAt: service.now(), resolvedBy };
}

/**
 * Updates the count of open comments in the space's record. A change request's record has no count: each read of the change request counts
 * them.
 */
function updateOpenComments(context: CommentContext): void {
  const { service, place } = context;
  if (place.changeRequest !== undefined) return;
  const open = commentsIn(context).filter((comment) => comment["status"] === "open");
  service.change("space", place.space.id, { comments: open.length });
}

function commentOnWire(context: CommentContext, comment: EmulatorRecord): JsonObject {
  const { service, place } = context;
  const { status, resolvedAt, resolvedBy } = comment;
  const replies = repliesTo(service, comment);
  return {
    ...postOnWire(context, comment),
    ...(status === "resolved"
      ? { status, resolvedAt: textIn(resolvedAt), resolvedBy: userOnWire(service, textIn(resolvedBy)) }
      : { status: "open" }),
    object: "comment",
    target: comment["target"] ?? {},
    replies: replies.length,
    repliers: repliersOf(service, replies),
    urls: { location: `https://api.docs.example/v1${locationOf(place)}/comments/${comment.id}` },
  };
}

function replyOnWire(context: CommentContext, reply: EmulatorRecord): JsonObject {
  const comment = `${locationOf(context.place)}/comments/${textIn(reply["comment"])}`;
  return {
    ...postOnWire(context, reply),
    object: "comment-reply",
    urls: { location: `https://api.docs.example/v1${comment}/replies/${reply.id}` },
  };
}

function postOnWire({ service, request }: CommentContext, post: EmulatorRecord): JsonObject {
  return {
    ...withoutNulls({ editedAt: post["editedAt"] }),
    id: post.id,
    postedBy: userOnWire(service, textIn(post["postedBy"])),
    postedAt: post["postedAt"] ?? "",
    reactions: reactionsOnWire(service, post),
    body: textOnWire(textIn(post["markdown"]), request.query["format"]),
    permissions: permissionsOf(callerRole(service), {
      view: "read",
      edit: "comment",
      reply: "comment",
      delete: "comment",
    }),
  };
}

function repliersOf(service: EmulatedService, replies: readonly EmulatorRecord[]): readonly JsonObject[] {
  const repliesByUser = groupBy(replies, (reply) => textIn(reply["postedBy"]));
  return [...repliesByUser].map(([userId, repliesOfUser]) => ({
    user: userOnWire(service, userId),
    count: repliesOfUser.length,
    updatedAt: repliesOfUser.at(-1)?.["postedAt"] ?? "",
  }));
}
