import { bodyOf, textIn } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
  type EmulatorResponse,
} from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import type { ContentPage, RevisionContent } from "../revisions/content.ts";
import { currentUserRecord, type RevisionPlace, revisionParams, revisionPlace } from "../revisions/places.ts";
import { addRevision, revisionOf, showRevision } from "../revisions/revisions.ts";
import type { Handlers, System } from "../system.ts";
import type { ApplicationEdit } from "./content.objects.ts";
import { application, changeRequestContent, content } from "./content.operations.ts";
import {
  fileOnWire,
  type PageView,
  pageById,
  pageOnWire,
  pagesOnWire,
  pageView,
  revisionOnWire,
} from "./content.wire.ts";
import { type ChangeOutcome, changedContent } from "./content-changes.ts";
import {
  type Link,
  linkOnWire,
  linkStatus,
  linksByTarget,
  linksIn,
  linksOf,
  pageReference,
} from "./content-links.ts";
import { findPages, foundOnWire } from "./search.ts";
import { withTemplate } from "./template.ts";

/** Handlers of reads that spaces and change requests share. */
const readHandlers = {
  get: viewHandler((view) => ({ status: 200, body: revisionOnWire(view) })),
  listPages: viewHandler((view) => ({ status: 200, body: { pages: pagesOnWire(view, null) } })),
  getPage: viewHandler((view, request) => ({
    status: 200,
    body: pageOnWire(view, requirePage(view.place.content, request)),
  })),
  listFiles: viewHandler((view) => ({
    status: 200,
    items: view.place.content.files.map((file) => fileOnWire(view, file)),
  })),
  getFile: viewHandler((view, request) => ({
    status: 200,
    body: fileOnWire(view, requireFile(view, request)),
  })),
  listFileBacklinks: viewHandler((view, request) => {
    const { id } = requireFile(view, request);
    return backlinks(view, ({ target }) => target.kind === "file" && target.file.id === id);
  }),
  listPageBacklinks: viewHandler((view, request) => {
    const { id } = requirePage(view.place.content, request);
    return backlinks(view, ({ target }) => target.kind === "page" && target.page.id === id);
  }),
  listPageLinks: viewHandler((view, request) => {
    const { content: pageContent } = view.place;
    return linkReport(view, linksOf(pageContent, requirePage(pageContent, request)), request);
  }),
};

const handlers: Handlers<typeof content> = {
  ...readHandlers,
  listLinks: viewHandler((view, request) => linkReport(view, linksIn(view.place.content), request)),

  search: viewHandler((view, request) => {
    const { service, place } = view;
    const pages = search(view, request, 0);
    if (service.apiVersion !== "classic-minimal" || pages.length === 0) return { status: 200, items: pages };
    return { status: 200, items: [foundSpace(service, place.space.id, textIn(place.space["title"]), pages)] };
  }),

  searchOrganization: (request, service) => {
    const items: JsonObject[] = [];
    let rank = 0;
    for (const space of service.list("space").filter((each) => each["deletedAt"] == null)) {
      const place = revisionPlace(service, { spaceId: space.id });
      const pages = search(pageView(service, place, request.query), request, rank);
      rank += pages.length;
      if (pages.length > 0) items.push(foundSpace(service, space.id, textIn(space["title"]), pages));
    }
    return { status: 200, items };
  },

  applyTemplate: ({ params, body }, service) => {
    const { changeRequestId } = body;
    const place = revisionPlace(service, {
      spaceId: params["spaceId"] ?? "",
      ...(typeof changeRequestId === "string" ? { changeRequestId } : {}),
    });
    addCurrentRevision(service, place, withTemplate(service, place.content, body));
    return { status: 201 };
  },
};

const changeRequestHandlers: Handlers<typeof changeRequestContent> = {
  ...readHandlers,
  update: ({ params, query, body }, service) => {
    const place = revisionPlace(service, params);
    const changes = body["changes"] as unknown as readonly ApplicationEdit[];
    const { outcomes } = changeContent(service, place, changes);
    const changeRequest = bodyOf(service.call("getChangeRequestById", revisionParams(place)));
    if (query["compat"] !== "false") return { status: 200, body: changeRequest };
    return { status: 200, body: updateOnWire(pageView(service, place, {}), changeRequest, outcomes) };
  },
};

const applicationHandlers: Handlers<typeof application> = {
  editContent: ({ params, body }, service) => {
    const changes = body["changes"] as unknown as readonly ApplicationEdit[];
    const { revision, outcomes } = changeContent(service, revisionPlace(service, params), changes);
    return { status: 200, body: { revision, outcomes: outcomes as unknown as Json } };
  },
};

/** The content of spaces: pages, files, their links, and search. */
export const contentSystem: System = {
  operations: content,
  handlers,
  needs: { applyTemplate: "edit" },
  application: { operations: application, handlers: applicationHandlers },
};

/** The content of change requests, which operations can also change. */
export const changeRequestContentSystem: System = {
  operations: changeRequestContent,
  handlers: changeRequestHandlers,
  needs: { update: "edit" },
};

function viewHandler(
  respond: (view: PageView, request: EmulatorRequest) => EmulatorResponse,
): EmulatorHandler {
  return (request, service) =>
    respond(pageView(service, revisionPlace(service, request.params), request.query), request);
}

function requirePage(pageContent: RevisionContent, { params }: EmulatorRequest): ContentPage {
  const page = pageById(pageContent, params["pageId"]);
  if (page === undefined) throw new EmulatorRefusal(404, `No such page: ${params["pageId"] ?? ""}`);
  return page;
}

function requireFile({ place }: PageView, { params }: EmulatorRequest): RevisionContent["files"][number] {
  const file = place.content.files.find(({ id }) => id === params["fileId"]);
  if (file === undefined) throw new EmulatorRefusal(404, `No such file: ${params["fileId"] ?? ""}`);
  return file;
}

/** The pages with a link that `isBacklink` accepts. */
function backlinks(view: PageView, isBacklink: (link: Link) => boolean): EmulatorResponse {
  const links = linksIn(view.place.content).filter(isBacklink);
  const pages = new Set(links.map(({ page }) => page));
  return { status: 200, items: [...pages].map((page) => pageReference(view, page)) };
}

/** The links with the requested status. The counts are those of all links. */
function linkReport(view: PageView, links: readonly Link[], { query }: EmulatorRequest): EmulatorResponse {
  const targets = linksByTarget(links).map((linksToTarget) => ({
    linksToTarget,
    status: linkStatus((linksToTarget[0] as Link).target),
  }));
  const broken = targets.filter(({ status }) => status === "broken").length;
  const requested = targets.filter(
    ({ status }) => query["status"] === undefined || status === query["status"],
  );
  return {
    status: 200,
    items: requested.map(({ linksToTarget }) => linkOnWire(view, linksToTarget)),
    envelope: { stats: { total: targets.length, broken: { total: broken } } },
  };
}

/** `ranksBefore`: the number of results that come before those of this space. */
function search(view: PageView, { query }: EmulatorRequest, ranksBefore: number): readonly JsonObject[] {
  const foundPages = findPages(view.place.content, query["query"] ?? "");
  return foundPages.map((each, index) => foundOnWire(view, each, ranksBefore + index + 1));
}

function foundSpace(
  { apiVersion }: EmulatedService,
  id: string,
  title: string,
  pages: readonly JsonObject[],
): JsonObject {
  const score = pages[0]?.["score"];
  return { ...(apiVersion === "current" && { type: "space", score: score ?? 0 }), id, title, pages };
}

/** Changes the content of a place. It makes all of the changes or none. */
function changeContent(
  service: EmulatedService,
  place: RevisionPlace,
  changes: readonly ApplicationEdit[],
): { readonly revision: string; readonly outcomes: readonly ChangeOutcome[] } {
  const base = textIn(place.changeRequest?.["revisionInitial"]) || place.revision;
  const { content: newContent, outcomes } = changedContent(
    service,
    { content: place.content, base },
    changes,
  );
  return { revision: addCurrentRevision(service, place, newContent), outcomes };
}

/** Adds a revision with this content, and makes it the current one of the place. */
function addCurrentRevision(
  service: EmulatedService,
  place: RevisionPlace,
  newContent: RevisionContent,
): string {
  const { space, changeRequest } = place;
  const parents = [revisionOf(changeRequest ?? space)];
  const { id } = addRevision(service, { space: space.id, parents, type: "edits", content: newContent });
  if (changeRequest === undefined) showRevision(service, space.id, id);
  else showInChangeRequest(service, changeRequest, id);
  return id;
}

function showInChangeRequest(
  service: EmulatedService,
  { id, status, contributors }: EmulatorRecord,
  revision: string,
): void {
  if (status !== "draft" && status !== "open")
    throw new EmulatorRefusal(400, `The change request is ${textIn(status)}.`);
  const user = textIn(currentUserRecord(service)["id"]);
  service.change("change_request", id, {
    revision,
    updatedAt: service.now(),
    contributors: [...new Set([...((contributors ?? []) as readonly string[]), user])],
  });
}

function updateOnWire(
  view: PageView,
  changeRequest: JsonObject,
  outcomes: readonly ChangeOutcome[],
): JsonObject {
  const changes = outcomes.flatMap((outcome): readonly JsonObject[] => {
    if (outcome.did === "inserted_file") return [];
    if (outcome.did === "deleted_page") return [{ object: outcome.did, page: outcome.page }];
    const { ref } = outcome;
    return [{ object: outcome.did, ...present({ ref }), page: changedPage(view, outcome.page) }];
  });
  const files = outcomes.flatMap((outcome) => (outcome.did === "inserted_file" ? [outcome.file] : []));
  return {
    changeRequest,
    changes,
    ...(files.length === 0 ? {} : { insertedFiles: files.map((file) => fileOnWire(view, file)) }),
  };
}

function changedPage({ place }: PageView, id: string): JsonObject {
  const { spaceId, changeRequestId } = revisionParams(place);
  const request = `/spaces/${spaceId}/change-requests/${changeRequestId}`;
  return {
    object: "page",
    id,
    urls: { location: `https://api.docs.example/v1${request}/content/page/${id}` },
  };
}
