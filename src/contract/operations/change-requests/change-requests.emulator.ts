import { fieldsNamed, textIn, withoutNulls } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { withMinimalResponse } from "../minimal-response.ts";
import { type Merge, mergeContents } from "../revisions/merge.ts";
import {
  appUrl,
  currentUserRecord,
  locationOf,
  type RevisionPlace,
  requireChangeRequest,
  revisionPlace,
  userOnWire,
} from "../revisions/places.ts";
import { addRevision, contentOf, revisionOf, showRevision } from "../revisions/revisions.ts";
import type { Handlers, System } from "../system.ts";
import { requireSpace } from "../trash.ts";
import { changeRequests } from "./change-requests.operations.ts";

/**
 * A record of type `change_request`: `{ id, space, number, status, subject, description, createdBy, contributors, createdAt,
 * updatedAt, revision, revisionInitial, revisionMergedAncestor, revisionMerged, mergedBy, mergedAt, requestedReviewers,
 * conversationsIssuesCluster, topic }`. No operation sets the last three; only a seed does.
 */
const handlers: Handlers<typeof changeRequests> = {
  list: (request, service) => {
    const space = requireSpace(service, request.params["spaceId"]);
    const inSpace = service.list("change_request").filter((each) => each["space"] === space.id);
    return { status: 200, items: listOnWire(service, inSpace, request) };
  },

  listInOrganization: (request, service) => {
    const { space, site } = request.query;
    const existingSpaces = new Set(
      service.list("space").flatMap((each) => (each["deletedAt"] == null ? [each.id] : [])),
    );
    const inSpaces = service
      .list("change_request")
      .filter((each) => existingSpaces.has(textIn(each["space"])))
      .filter((each) => space === undefined || each["space"] === space)
      .filter((each) => site === undefined || isOnSite(service, site, each["space"]));
    return { status: 200, items: listOnWire(service, inSpaces, request) };
  },

  get: (request, service) => ({
    status: 200,
    body: changeRequestOnWire(service, requestedChangeRequest(service, request)),
  }),

  create: ({ params, body }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const record = addChangeRequest(service, space, textIn(body["subject"]));
    countChangeRequests(service, space.id);
    const location = `/spaces/${space.id}/change-requests/${record.id}`;
    return { status: 201, body: changeRequestOnWire(service, record), location };
  },

  update: withMinimalResponse((request, service) => {
    const before = requestedChangeRequest(service, request);
    const fields = fieldsNamed(request.body, ["subject", "description", "status"]);
    if (before["status"] === "merged" && fields["status"] !== undefined)
      throw new EmulatorRefusal(400, "The change request is merged.");
    const record = service.change("change_request", before.id, { ...fields, updatedAt: service.now() });
    countChangeRequests(service, textIn(before["space"]));
    return { status: 200, body: changeRequestOnWire(service, record) };
  }),

  merge: (request, service) => {
    const place = openPlace(service, request);
    const { space, changeRequest } = place;
    const main = revisionOf(space);
    const { content } = mergeRevisions(service, place, { ours: main, theirs: place.revision });
    if (content === undefined) return { status: 200, body: { revision: main, result: "conflicts" } };
    const parents = [main, place.revision];
    const mergedFrom = changeRequest.id;
    const { id } = addRevision(service, { space: space.id, parents, type: "merge", content, mergedFrom });
    showRevision(service, space.id, id);
    service.change("change_request", changeRequest.id, {
      status: "merged",
      revisionMerged: id,
      updatedAt: service.now(),
      mergedAt: service.now(),
      mergedBy: textIn(currentUserRecord(service)["id"]),
    });
    countChangeRequests(service, space.id);
    return { status: 200, body: { revision: id, result: "merge" } };
  },

  updateFromSpace: (request, service) => {
    const place = openPlace(service, request);
    const { space, changeRequest, revision } = place;
    const main = revisionOf(space);
    if (!isOutdated(changeRequest, space)) return { status: 200, body: { revision, result: "update" } };
    const { content } = mergeRevisions(service, place, { ours: revision, theirs: main });
    if (content === undefined) return { status: 200, body: { revision, result: "conflicts" } };
    const parents = [revision, main];
    const { id } = addRevision(service, { space: space.id, parents, type: "update", content });
    service.change("change_request", changeRequest.id, {
      revision: id,
      revisionMergedAncestor: main,
      updatedAt: service.now(),
    });
    return { status: 200, body: { revision: id, result: "update" } };
  },

  getPdf: (request, service) => {
    const place = revisionPlace(service, request.params);
    const { page, only } = request.query;
    if (page !== undefined && !place.content.pages.some(({ id }) => id === page))
      throw new EmulatorRefusal(404, `No such page: ${page}`);
    const search = new URLSearchParams(withoutNulls({ page, only }) as Record<string, string>).toString();
    const url = `${appUrl(service, place)}/~/pdf`;
    return { status: 200, body: { url: search === "" ? url : `${url}?${search}` } };
  },
};

/** Change requests of spaces, with their updates and merges. */
export const changeRequestsSystem: System = {
  operations: changeRequests,
  handlers,
  needs: { create: "edit", update: "edit", updateFromSpace: "edit", merge: "edit" },
};

function requestedChangeRequest(service: EmulatedService, { params }: EmulatorRequest): EmulatorRecord {
  const space = requireSpace(service, params["spaceId"]);
  return requireChangeRequest(service, space.id, params["changeRequestId"] ?? "");
}

type OpenPlace = RevisionPlace & { readonly changeRequest: EmulatorRecord };

/** The place of a change request. Refuses one that is merged or archived. */
function openPlace(service: EmulatedService, { params }: EmulatorRequest): OpenPlace {
  const place = revisionPlace(service, params) as OpenPlace;
  const status = textIn(place.changeRequest["status"]);
  if (status === "draft" || status === "open") return place;
  throw new EmulatorRefusal(400, `The change request is ${status}.`);
}

function addChangeRequest(service: EmulatedService, space: EmulatorRecord, subject: string): EmulatorRecord {
  const earlier = service.list("change_request").filter((each) => each["space"] === space.id);
  const user = textIn(currentUserRecord(service)["id"]);
  const now = service.now();
  const revision = revisionOf(space);
  return service.add("change_request", {
    id: service.newId(""),
    space: space.id,
    number: Math.max(0, ...earlier.map((each) => Number(each["number"]))) + 1,
    status: "draft",
    subject,
    description: null,
    createdBy: user,
    contributors: [user],
    createdAt: now,
    updatedAt: now,
    revision,
    revisionInitial: revision,
    revisionMergedAncestor: null,
    revisionMerged: null,
  });
}

/** The space's revision with which the change request was last in sync. */
function ancestorOf(changeRequest: EmulatorRecord): string {
  return textIn(changeRequest["revisionMergedAncestor"]) || textIn(changeRequest["revisionInitial"]);
}

function isOutdated(changeRequest: EmulatorRecord, space: EmulatorRecord): boolean {
  return changeRequest["status"] !== "merged" && ancestorOf(changeRequest) !== revisionOf(space);
}

function mergeRevisions(
  service: EmulatedService,
  { changeRequest }: OpenPlace,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): Merge {
  return mergeContents({
    base: contentOf(service, ancestorOf(changeRequest)),
    ours: contentOf(service, ours),
    theirs: contentOf(service, theirs),
  });
}

/** The change requests that match a list's query, the newest by `orderBy` first. */
function listOnWire(
  service: EmulatedService,
  changeRequestRecords: readonly EmulatorRecord[],
  { query, queryLists }: EmulatorRequest,
): readonly JsonObject[] {
  const { creator, contributor, requestedReviewer, conversationsIssuesCluster, topic } = query;
  const { orderBy = "updatedAt" } = query;
  const statuses = queryLists["status"] ?? ["open"];
  const includesId = (list: EmulatorRecord[string] | undefined, id: string) =>
    Array.isArray(list) && list.includes(id);
  const matching = changeRequestRecords
    .filter((each) => statuses.includes(textIn(each["status"])))
    .filter((each) => creator === undefined || each["createdBy"] === creator)
    .filter((each) => contributor === undefined || includesId(each["contributors"], contributor))
    .filter(
      (each) => requestedReviewer === undefined || includesId(each["requestedReviewers"], requestedReviewer),
    )
    .filter(
      (each) =>
        conversationsIssuesCluster === undefined ||
        each["conversationsIssuesCluster"] === conversationsIssuesCluster,
    )
    .filter((each) => topic === undefined || each["topic"] === topic);
  const newestFirst = matching
    .toReversed()
    .toSorted((a, b) => compareText(textIn(b[orderBy]), textIn(a[orderBy])));
  return newestFirst.map((record) => changeRequestOnWire(service, record));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isOnSite(
  service: EmulatedService,
  site: string,
  space: EmulatorRecord[string] | undefined,
): boolean {
  return service.list("site_space").some((each) => each["site"] === site && each["space"] === space);
}

/** Updates the counts of change requests in the space's record. */
function countChangeRequests(service: EmulatedService, space: string): void {
  const statuses = service
    .list("change_request")
    .flatMap((each) => (each["space"] === space ? [each["status"]] : []));
  service.change("space", space, {
    changeRequests: statuses.length,
    changeRequestsOpen: statuses.filter((status) => status === "open").length,
    changeRequestsDraft: statuses.filter((status) => status === "draft").length,
  });
}

function changeRequestOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const space = requireSpace(service, record["space"]);
  const place = { ...revisionPlace(service, { spaceId: space.id }), changeRequest: record };
  const { description, revisionMergedAncestor, revisionMerged } = record;
  return {
    ...withoutNulls({ description, revisionMergedAncestor, revisionMerged }),
    ...fieldsOfApiVersion(service, record),
    object: "change-request",
    id: record.id,
    number: record["number"] ?? 0,
    status: record["status"] ?? "draft",
    subject: record["subject"] ?? "",
    createdBy: userOnWire(service, textIn(record["createdBy"])),
    createdAt: record["createdAt"] ?? "",
    updatedAt: record["updatedAt"] ?? "",
    space: space.id,
    revision: revisionOf(record),
    revisionInitial: textIn(record["revisionInitial"]),
    comments: countOpenComments(service, record.id),
    outdated: isOutdated(record, space),
    urls: {
      app: appUrl(service, place),
      location: `https://api.docs.example/v1${locationOf(place)}`,
    },
  };
}

function fieldsOfApiVersion(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const { conversationsIssuesCluster, mergedAt, mergedBy } = record;
  if (service.apiVersion !== "current") return withoutNulls({ conversationsIssuesCluster });
  if (typeof mergedBy !== "string") return {};
  return withoutNulls({ mergedAt, mergedBy: userOnWire(service, mergedBy) });
}

function countOpenComments(service: EmulatedService, changeRequest: string): number {
  return service
    .list("comment")
    .filter((each) => each["changeRequest"] === changeRequest && each["status"] === "open").length;
}
