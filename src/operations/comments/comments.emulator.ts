import { bodyOf, removed, textIn, wasAbsent, withoutNulls } from "../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";
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
  list: (request, service) => {
    const place = revisionPlace(service, request.params);
    const found = commentsIn(service, place).filter((comment) => isRequested(comment, request));
    const ordered = request.query["order"] === "asc" ? found : found.toReversed();
    return {
      status: 200,
      items: ordered.map((comment) => commentOnWire({ service, place, request }, comment)),
    };
  },

  post: (request, service) => {
    const place = revisionPlace(service, request.params);
    const comment = service.add("comment", {
      ...newlyPosted(service, request),
      space: place.space.id,
      changeRequest: place.changeRequest?.id ?? null,
      target: targetOf(place, request.body),
      status: "open",
      resolvedAt: null,
      resolvedBy: null,
    });
    recount(service, place);
    return { status: 200, body: commentOnWire({ service, place, request }, comment) };
  },

  get: (request, service) => {
    const place = revisionPlace(service, request.params);
    return {
      status: 200,
      body: commentOnWire({ service, place, request }, requireComment(service, place, request)),
    };
  },

  update: (request, service) => {
    const place = revisionPlace(service, request.params);
    const before = requireComment(service, place, request);
    const fields = { ...editedFields(service, before, request.body), ...resolution(service, request.body) };
    const comment = service.change("comment", before.id, fields);
    recount(service, place);
    return { status: 200, body: commentOnWire({ service, place, request }, comment) };
  },

  delete: (request, service) => {
    const place = revisionPlace(service, request.params);
    const comment = commentNamed(service, place, request);
    if (comment === undefined) return wasAbsent;
    for (const reply of repliesTo(service, comment)) service.remove("comment_reply", reply.id);
    service.remove("comment", comment.id);
    recount(service, place);
    return removed;
  },

  listReplies: (request, service) => {
    const place = revisionPlace(service, request.params);
    const comment = requireComment(service, place, request);
    const items = repliesTo(service, comment).map((reply) => replyOnWire({ service, place, request }, reply));
    return { status: 200, items };
  },

  postReply: (request, service) => {
    const place = revisionPlace(service, request.params);
    const comment = requireComment(service, place, request);
    const reply = service.add("comment_reply", { ...newlyPosted(service, request), comment: comment.id });
    return { status: 200, body: replyOnWire({ service, place, request }, reply) };
  },

  getReply: (request, service) => {
    const place = revisionPlace(service, request.params);
    return {
      status: 200,
      body: replyOnWire({ service, place, request }, requireReply(service, place, request)),
    };
  },

  updateReply: (request, service) => {
    const place = revisionPlace(service, request.params);
    const before = requireReply(service, place, request);
    const reply = service.change("comment_reply", before.id, editedFields(service, before, request.body));
    return { status: 200, body: replyOnWire({ service, place, request }, reply) };
  },

  deleteReply: (request, service) => {
    const place = revisionPlace(service, request.params);
    const comment = commentNamed(service, place, request);
    const reply = comment && replyNamed(service, comment, request);
    if (reply === undefined) return wasAbsent;
    service.remove("comment_reply", reply.id);
    return removed;
  },

  listCommenters: (request, service) => {
    const all = commentsIn(service, revisionPlace(service, request.params));
    const posts = all.flatMap((comment) => [comment, ...repliesTo(service, comment)]);
    const people = new Set(posts.map((each) => textIn(each["postedBy"])));
    const members = [...people].filter((id) => service.get("organization_member", id) !== undefined);
    const items = members.map((userId) => bodyOf(service.call("getMemberInOrganizationById", { userId })));
    return { status: 200, items };
  },
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

/** The comments of a place, the oldest first. Comments on a space do not include those on its change requests. */
function commentsIn(
  service: EmulatedService,
  { space, changeRequest }: RevisionPlace,
): readonly EmulatorRecord[] {
  const changeRequestId = changeRequest?.id ?? null;
  return service
    .list("comment")
    .filter((each) => each["space"] === space.id && each["changeRequest"] === changeRequestId);
}

function isRequested(comment: EmulatorRecord, { query, queryLists }: EmulatorRequest): boolean {
  const { status = "all", targetPage } = query;
  const { authors } = queryLists;
  const target = comment["target"] as { readonly page?: { readonly id: string } };
  return (
    (status === "all" || comment["status"] === status) &&
    (targetPage === undefined || target.page?.id === targetPage) &&
    (authors === undefined || authors.includes(textIn(comment["postedBy"])))
  );
}

function commentNamed(
  service: EmulatedService,
  place: RevisionPlace,
  { params }: EmulatorRequest,
): EmulatorRecord | undefined {
  return commentsIn(service, place).find(({ id }) => id === params["commentId"]);
}

function requireComment(
  service: EmulatedService,
  place: RevisionPlace,
  request: EmulatorRequest,
): EmulatorRecord {
  const comment = commentNamed(service, place, request);
  if (comment === undefined) throw new EmulatorRefusal(404, "No such comment");
  return comment;
}

function repliesTo(service: EmulatedService, comment: EmulatorRecord): readonly EmulatorRecord[] {
  return service.list("comment_reply").filter((each) => each["comment"] === comment.id);
}

function replyNamed(
  service: EmulatedService,
  comment: EmulatorRecord,
  { params }: EmulatorRequest,
): EmulatorRecord | undefined {
  return repliesTo(service, comment).find(({ id }) => id === params["commentReplyId"]);
}

function requireReply(
  service: EmulatedService,
  place: RevisionPlace,
  request: EmulatorRequest,
): EmulatorRecord {
  const reply = replyNamed(service, requireComment(service, place, request), request);
  if (reply === undefined) throw new EmulatorRefusal(404, "No such reply");
  return reply;
}

function newlyPosted(service: EmulatedService, { body }: EmulatorRequest): EmulatorRecord {
  return {
    id: service.newId(""),
    postedBy: textIn(currentUserRecord(service)["id"]),
    postedAt: service.now(),
    editedAt: null,
    markdown: markdownOf(body["body"]),
    reactions: [],
  };
}

/** The target of a comment. Refuses a page that the content does not have. */
function targetOf({ content, revision, space, changeRequest }: RevisionPlace, body: JsonObject): JsonObject {
  const { page, node, tableCell } = body;
  if (page !== undefined && !content.pages.some(({ id }) => id === page))
    throw new EmulatorRefusal(404, `No such page: ${textIn(page)}`);
  const named = (id: Json | undefined) => (id === undefined ? undefined : { id });
  const known = { space: space.id, revision, changeRequest: changeRequest?.id };
  return withoutNulls({ ...known, page: named(page), node: named(node), tableCell });
}

function editedFields(service: EmulatedService, before: EmulatorRecord, body: JsonObject): JsonObject {
  const text = body["body"];
  return {
    ...(text === undefined ? {} : { markdown: markdownOf(text), editedAt: service.now() }),
    reactions: reactionsAfter(service, before, body),
  };
}

function resolution(service: EmulatedService, { resolved }: JsonObject): JsonObject {
  if (resolved === undefined) return {};
  if (resolved !== true) return { status: "open", resolvedAt: null, resolvedBy: null };
  const resolvedBy = textIn(currentUserRecord(service)["id"]);
  return { status: "resolved", resolvedAt: service.now(), resolvedBy };
}

/** Updates the count of open comments in the space's record. A change request has no such count: reads of it compute theirs. */
function recount(service: EmulatedService, place: RevisionPlace): void {
  if (place.changeRequest !== undefined) return;
  const open = commentsIn(service, place).filter((comment) => comment["status"] === "open");
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
  const people = new Set(replies.map((reply) => textIn(reply["postedBy"])));
  return [...people].map((id) => {
    const own = replies.filter((reply) => reply["postedBy"] === id);
    return {
      user: userOnWire(service, id),
      count: own.length,
      updatedAt: own.at(-1)?.["postedAt"] ?? "",
    };
  });
}
