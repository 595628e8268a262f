import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
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
  creator: z.string().optional().describe("Id of the user who created the change request."),
  contributor: z.string().optional().describe("Id of a user who edited the change request."),
  requestedReviewer: z.string().optional().describe("Id of a user whose review is requested."),
  conversationsIssuesCluster: only(["classic", "classic-minimal"], z.string())
    .optional()
    .describe("Id of the cluster of conversation issues that the change request is about."),
  topic: only("current", z.string())
    .optional()
    .describe("Topic of conversations that the change request is about."),
  orderBy: only("current", z.enum(["updatedAt", "createdAt"]))
    .optional()
    .describe("Time to sort by. Default: updatedAt."),
};

const notFound = { 404: "There is no such change request in the space." };

export const changeRequests = {
  list: get(inSpace, {
    id: "listChangeRequestsForSpace",
    summary: "Lists the change requests of a space. Without a status, it lists the open ones.",
    query: z.object({
      status: changeRequestStatus.optional().describe("Status of the listed change requests. Default: open."),
      ...filters,
    }),
    items: changeRequestObject,
  }),
  listInOrganization: get("/orgs/{organizationId}/change-requests", {
    id: "listChangeRequestsForOrganization",
    summary: "Lists the change requests of all spaces. Without a status, it lists the open ones.",
    query: z.object({
      status: z
        .array(changeRequestStatus)
        .optional()
        .describe("Status of the listed change requests. Default: open."),
      site: only("current", z.string()).optional().describe("Id of a site that shows the space."),
      space: only("current", z.string()).optional().describe("Id of the space."),
      ...filters,
    }),
    items: changeRequestObject,
  }),
  get: get(one, {
    id: "getChangeRequestById",
    params,
    summary: "Reads a change request, by its id or by its number in the space.",
    response: changeRequestObject,
    errors: notFound,
  }),
  create: post(inSpace, {
    id: "createChangeRequest",
    summary: "Creates a draft change request with the current content of the space.",
    body: z.looseObject({
      subject: changeRequestSubject.optional().describe("Title of the change request."),
    }),
    response: changeRequestObject,
  }),
  update: patch(one, {
    id: "updateChangeRequestById",
    params,
    summary: "Changes the subject, the description or the status of a change request.",
    body: z.object({
      subject: changeRequestSubject.optional().describe("Title of the change request."),
      description: richText.optional().describe("Description of the change request, as a tree of rich text."),
      status: z
        .enum(["draft", "open", "archived"])
        .optional()
        .describe("Status of the change request. Only a merge sets `merged`."),
    }),
    response: changeRequestObject,
    errors: notFound,
  }),
  merge: post(`${one}/merge`, {
    id: "mergeChangeRequest",
    params,
    summary:
      "Merges a change request into its space. If both changed the same page, the result is `conflicts` and nothing changes.",
    response: mergeOutcome,
    success: [200],
    errors: { 400: "The change request is already merged or archived.", ...notFound },
  }),
  updateFromSpace: post(`${one}/update`, {
    id: "updateChangeRequest",
    params,
    summary:
      "Updates a change request with the later changes of its space. If both changed the same page, the result is `conflicts` and nothing changes.",
    response: updateOutcome,
    success: [200],
    // A second update finds nothing new.
    repeatable: true,
    errors: { 400: "The change request is already merged or archived.", ...notFound },
  }),
  getPdf: get(`${one}/pdf`, {
    id: "getChangeRequestPDF",
    params,
    summary: "Reads the URL of a PDF with the content of a change request, or with one page of it.",
    query: z.object({
      page: z.string().optional().describe("Id of the page to print. Absent: all pages."),
      only: z.boolean().optional().describe("Whether to print only the page that `page` names."),
    }),
    response: z.object({ url: z.string() }),
    errors: notFound,
  }),
};
