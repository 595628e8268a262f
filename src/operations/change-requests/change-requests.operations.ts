import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { get, patch, post } from "../operation.ts";
import { changeRequestParams as params } from "../revisions/revisions.objects.ts";
import { richText } from "../rich-text.objects.ts";
import {
  changeRequestObject,
  changeRequestStatus,
  changeRequestSubject,
  mergeOutcome,
  updateOutcome,
} from "./change-requests.objects.ts";

const inSpace = "/spaces/{spaceId}/change-requests";
const one = `${inSpace}/{changeRequestId}`;

const filters = {
  creator: z.string().optional().describe("The id of who made it."),
  contributor: z.string().optional().describe("The id of somebody who edited in it."),
  requestedReviewer: z.string().optional().describe("The id of somebody who is asked for a review."),
  conversationsIssuesCluster: only(["classic", "classic-minimal"], z.string()).optional(),
  topic: only("current", z.string()).optional(),
  orderBy: only("current", z.enum(["updatedAt", "createdAt"])).optional(),
};

const notFound = { 404: "There is no such change request in the space." };

export const changeRequests = {
  list: get(inSpace, {
    id: "listChangeRequestsForSpace",
    summary: "Lists the change requests of a space, the open ones unless another status is asked for.",
    query: z.object({ status: changeRequestStatus.optional(), ...filters }),
    items: changeRequestObject,
  }),
  listInOrganization: get("/orgs/{organizationId}/change-requests", {
    id: "listChangeRequestsForOrganization",
    summary: "Lists the change requests of all spaces, the open ones unless other statuses are asked for.",
    query: z.object({
      status: z.array(changeRequestStatus).optional(),
      site: only("current", z.string()).optional(),
      space: only("current", z.string()).optional(),
      ...filters,
    }),
    items: changeRequestObject,
  }),
  get: get(one, {
    id: "getChangeRequestById",
    params,
    summary: "Reads a change request, by its id or by its number in the space.",
    answer: changeRequestObject,
    errors: notFound,
  }),
  create: post(inSpace, {
    id: "createChangeRequest",
    summary: "Makes a draft of a change request, which holds what the space holds now.",
    body: z.looseObject({ subject: changeRequestSubject.optional() }),
    answer: changeRequestObject,
  }),
  update: patch(one, {
    id: "updateChangeRequestById",
    params,
    summary: "Changes the subject, the description or the status of a change request.",
    body: z.object({
      subject: changeRequestSubject.optional(),
      description: richText.optional(),
      status: z.enum(["draft", "open", "archived"]).optional(),
    }),
    answer: changeRequestObject,
    errors: notFound,
  }),
  merge: post(`${one}/merge`, {
    id: "mergeChangeRequest",
    params,
    summary:
      "Merges a change request into its space. Answers `conflicts`, and moves nothing, where both changed a page.",
    answer: mergeOutcome,
    success: [200],
    errors: { 400: "It is merged or archived already.", ...notFound },
  }),
  updateFromSpace: post(`${one}/update`, {
    id: "updateChangeRequest",
    params,
    summary:
      "Brings into a change request what was changed in its space since. Answers `conflicts`, and moves nothing, where both changed a page.",
    answer: updateOutcome,
    success: [200],
    // A second one finds nothing new.
    repeatable: true,
    errors: { 400: "It is merged or archived already.", ...notFound },
  }),
  getPdf: get(`${one}/pdf`, {
    id: "getChangeRequestPDF",
    params,
    summary: "Reads where the content of a change request, or one page of it, can be fetched as a PDF.",
    query: z.object({ page: z.string().optional(), only: z.boolean().optional() }),
    answer: z.object({ url: z.string() }),
    errors: notFound,
  }),
};
