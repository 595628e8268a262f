import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { get, post, type Row } from "../operation.ts";
import { changeRequestParams as params } from "../revisions/revisions.objects.ts";
import { textFormat } from "../rich-text.objects.ts";
import {
  applicationEdit,
  contentChange,
  fileObject,
  foundInSpace,
  foundSpace,
  linkObject,
  linkStats,
  linkStatusSchema,
  pageObject,
  referenceObject,
  revisionObject,
  searchQuery,
} from "./content.objects.ts";
import { templateInput } from "./template.objects.ts";

/** The published names of the reads of content. Those of spaces and of change requests differ. */
interface ReadIds {
  readonly get: string;
  readonly listPages: string;
  readonly getPage: string;
  readonly listFiles: string;
  readonly getFile: string;
  readonly listFileBacklinks: string;
  readonly listPageBacklinks: string;
}

const flag = z.boolean().optional();
const flags = z.object({
  metadata: flag.describe("Whether to include the place of each item in its Git repository. Default: true."),
  computed: flag.describe("Whether to compute content that is derived from other content. Default: true."),
});

/** The reads of content that spaces and change requests share. */
function contentIn<
  const Prefix extends string,
  const Given extends ReadIds,
  Params extends NonNullable<Row["params"]>,
>(prefix: Prefix, names: Given, params: Params) {
  const named = <Name extends keyof ReadIds>(name: Name): Given[Name] => names[name];
  return {
    get: get(`${prefix}/content`, {
      id: named("get"),
      params,
      summary: "Reads the whole current content: pages, files, reusable contents and variables.",
      query: flags,
      response: revisionObject,
    }),
    listPages: get(`${prefix}/content/pages`, {
      id: named("listPages"),
      params,
      summary: "Reads the tree of pages, in the order of display.",
      query: flags,
      response: z.object({ pages: z.array(pageObject) }),
    }),
    getPage: get(`${prefix}/content/page/{pageId}`, {
      id: named("getPage"),
      params,
      summary: "Reads a page with its text. The default format is Markdown.",
      query: flags.extend({
        format: textFormat.optional().describe("Format of the page's text in the response."),
        evaluated: z
          .union([z.boolean(), z.literal("deterministic-only")])
          .optional()
          .describe(
            "Whether to evaluate the expressions in the text. With deterministic-only, the service evaluates only those with deterministic inputs. Default: false.",
          ),
      }),
      response: pageObject,
    }),
    listFiles: get(`${prefix}/content/files`, {
      id: named("listFiles"),
      params,
      summary: "Lists the uploaded files.",
      query: flags,
      items: fileObject,
    }),
    getFile: get(`${prefix}/content/files/{fileId}`, {
      id: named("getFile"),
      params,
      summary: "Reads the details of a file and the URL of its download.",
      query: flags,
      response: fileObject,
    }),
    listFileBacklinks: get(`${prefix}/content/files/{fileId}/backlinks`, {
      id: named("listFileBacklinks"),
      params,
      summary: "Lists the pages that show a file or link to it.",
      items: referenceObject,
      apiVersions: ["classic", "classic-minimal"],
    }),
    listPageBacklinks: get(`${prefix}/content/page/{pageId}/backlinks`, {
      id: named("listPageBacklinks"),
      params,
      summary: "Lists the pages that link to a page.",
      items: referenceObject,
      apiVersions: ["classic", "classic-minimal"],
    }),
  };
}

const inSpace = "/spaces/{spaceId}";
const inChangeRequest = "/spaces/{spaceId}/change-requests/{changeRequestId}";
const ofStatus = z.object({ status: linkStatusSchema.optional().describe("Status of the listed links.") });

export const content = {
  ...contentIn(
    inSpace,
    {
      get: "getCurrentRevision",
      listPages: "listPages",
      getPage: "getPageById",
      listFiles: "listFiles",
      getFile: "getFileById",
      listFileBacklinks: "listSpaceFileBacklinks",
      listPageBacklinks: "listSpacePageBacklinks",
    },
    {},
  ),
  listPageLinks: get(`${inSpace}/content/page/{pageId}/links`, {
    id: "listPageLinksInSpace",
    summary: "Lists the links of a page, and whether each link works.",
    query: ofStatus,
    items: linkObject,
    envelope: linkStats,
    apiVersions: ["classic", "classic-minimal"],
  }),
  listLinks: get(`${inSpace}/links`, {
    id: "listSpaceLinks",
    summary: "Lists the links of a space, and whether each link works.",
    errors: { 404: "There is no such space." },
    query: ofStatus,
    items: linkObject,
    envelope: linkStats,
    apiVersions: ["classic", "classic-minimal"],
  }),
  search: get(`${inSpace}/search`, {
    id: "searchSpaceContent",
    summary: "Finds pages of a space by words in their titles and texts.",
    query: z.object({ query: searchQuery }),
    items: foundInSpace,
  }),
  searchOrganization: get("/orgs/{organizationId}/search", {
    id: "searchOrganizationContent",
    summary: "Finds pages in all spaces of an organization by words in their titles and texts.",
    query: z.object({ query: searchQuery }),
    items: foundSpace,
  }),
  applyTemplate: post(`${inSpace}/content/template`, {
    id: "applyTemplateToSpace",
    summary: "Adds the pages of a template to a space, or to one of its change requests.",
    body: templateInput.extend({
      changeRequestId: only(["current", "classic-minimal"], z.string())
        .optional()
        .describe("Id of the change request that gets the pages. Absent: the space gets them."),
    }),
  }),
};

export const changeRequestContent = {
  ...contentIn(
    inChangeRequest,
    {
      get: "getRevisionOfChangeRequestById",
      listPages: "listPagesInChangeRequest",
      getPage: "getPageInChangeRequestById",
      listFiles: "listFilesInChangeRequestById",
      getFile: "getFileInChangeRequestById",
      listFileBacklinks: "listChangeRequestFileBacklinks",
      listPageBacklinks: "listChangeRequestPageBacklinks",
    },
    params,
  ),
  listPageLinks: get(`${inChangeRequest}/content/page/{pageId}/links`, {
    id: "listPageLinksInChangeRequest",
    params,
    summary: "Lists the links of a page, and whether each link works.",
    items: linkObject,
    envelope: linkStats,
    apiVersions: ["classic", "classic-minimal"],
  }),
  update: post(`${inChangeRequest}/content`, {
    id: "updateChangeRequestContent",
    params,
    summary: "Changes the pages and files of a change request. The service makes all of the changes or none.",
    query: z.object({
      compat: z
        .boolean()
        .optional()
        .describe(
          "Whether the response is only the change request. With false, it also lists the changed pages. Default: true.",
        ),
    }),
    body: z.object({
      changes: z
        .array(contentChange)
        .min(1)
        .max(50)
        .describe(
          "Changes, which the service makes in this order. The `operation` of each is update_page, insert_page, delete_page, revert_page or insert_files.",
        ),
    }),
    response: z.looseObject({}),
    success: [200],
    apiVersions: ["current"],
  }),
};

/** Changes that people make in the app, on every API version: in a space, or in one of its change requests if its id is given. */
export const application = {
  editContent: post(`${inSpace}/content`, {
    id: "editContent",
    summary:
      "Changes pages, files, reusable contents and variables. The service makes all of the changes or none.",
    body: z.object({ changes: z.array(applicationEdit).min(1) }),
    success: [200],
  }),
};
