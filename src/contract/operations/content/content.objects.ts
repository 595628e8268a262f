import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { changeRequestObject } from "../change-requests/change-requests.objects.ts";
import { organizationObject } from "../organizations/organizations.objects.ts";
import { promised } from "../promised.ts";
import { kind, urls } from "../response-parts.ts";
import { gitBlob } from "../revisions/revisions.objects.ts";
import { richTextInput } from "../rich-text.objects.ts";
import { spaceObject } from "../spaces/spaces.objects.ts";
import { contentRef } from "./template.objects.ts";

/** The parts of a page's layout that are visible around its text. */
const layout = z.looseObject({
  width: promised(z.string()),
  cover: promised(z.boolean()),
  coverSize: promised(z.string()),
  title: promised(z.boolean()),
  description: promised(z.boolean()),
  tableOfContents: promised(z.boolean()),
  outline: promised(z.boolean()),
  pagination: promised(z.boolean()),
  metadata: promised(z.boolean()),
});

const image = z.looseObject({ kind: z.string(), file: z.string().optional() });

/** The cover image of a page. */
const cover = z.looseObject({
  ref: image.nullish(),
  refDark: image.nullish(),
  yPos: promised(z.number()),
  height: z.number().optional(),
});

/** The source of a page whose content is computed. */
const computed = z.looseObject({
  type: z.string(),
  dependencies: z
    .record(
      z.string(),
      z.looseObject({ ref: promised(z.looseObject({ kind: z.string(), spec: z.string().optional() })) }),
    )
    .optional(),
  props: promised(z.record(z.string(), z.json())),
});

/** The fields of a page in a response. Its `pages` are pages too. */
export const pageObject = z.looseObject({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  markdown: z.string().optional(),
  slug: z.string().optional(),
  path: z.string().optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  git: gitBlob.optional(),
  layout: layout.optional(),
  cover: cover.optional(),
  variables: z.record(z.string(), z.json()).optional(),
  computed: computed.optional(),
  computedSeed: z.string().optional(),
  urls: urls("app").unwrap().optional(),
  get pages() {
    return z.array(pageObject).optional();
  },
});

/** The fields of a file in a response. */
export const fileObject = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.string(),
  size: z.number(),
  dimensions: z.object({ width: z.number(), height: z.number() }).optional(),
  git: gitBlob.optional(),
});

/** The fields of a revision in a response. */
export const revisionObject = z.object({
  object: kind("revision"),
  id: z.string(),
  parents: z.array(z.string()),
  type: z.string(),
  pages: z.array(pageObject),
  files: z.array(fileObject),
  reusableContents: z.array(z.looseObject({ id: z.string(), title: z.string(), git: gitBlob.optional() })),
  variables: z.record(z.string(), z.json()),
  createdAt: z.string(),
  git: z
    .looseObject({
      oid: z.string(),
      message: z.string(),
      createdByGitBook: promised(z.boolean()),
      url: z.string().optional(),
      ref: z.string().optional(),
    })
    .optional(),
  urls: urls("app", "published?", "public?"),
});

/** A reference to a page, a file, a space or an external URL. */
export const referenceObject = z.looseObject({
  kind: z.string(),
  organization: organizationObject.optional(),
  space: spaceObject.optional(),
  versionContext: z
    .looseObject({
      type: z.string(),
      revision: revisionObject.optional(),
      changeRequest: changeRequestObject.optional(),
    })
    .optional(),
  page: pageObject.optional(),
  file: fileObject.optional(),
  url: z.string().optional(),
});

export const linkStatusSchema = z.enum(["ok", "broken", "in-app"]);

/** A link, and the places in the content that have it. */
export const linkObject = z.object({
  status: z.string(),
  relation: z.string(),
  targetReference: referenceObject.optional(),
  locationReferences: z.array(referenceObject),
});

/** Counts of links, independent of the query. */
export const linkStats = z.object({
  stats: z.object({
    total: z.number(),
    broken: z.object({ total: z.number(), changeRequest: z.number().optional() }),
  }),
});

const foundSection = z.looseObject({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  body: z.string(),
  urls: urls("app"),
});

/** A page that a search has found. */
export const foundPage = z.looseObject({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  sections: z.array(foundSection).optional(),
  urls: urls("app"),
});

/** A space with the pages that a search has found. */
export const foundSpace = z.looseObject({
  id: z.string(),
  title: z.string(),
  pages: z.array(foundPage),
});

/** A result of a search in one space: a page. In classic-minimal, a space with its pages. */
export const foundInSpace = foundPage.extend({
  path: promised(z.string()),
  pages: only("classic-minimal", z.array(foundPage)).optional(),
});

export const searchQuery = z.string().max(512).describe("Words to search for.");

const pageFields = {
  title: z.string().min(1).optional(),
  slug: z.string().max(100).optional(),
  emoji: z.string().max(50).optional(),
  icon: z.string().max(50).optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  condition: z.string().optional(),
};

const fileFields = {
  ref: z.string().optional(),
  name: z.string().min(1).max(256),
  contentType: z.string().optional(),
};

const updatePage = z.object({
  operation: z.literal("update_page"),
  page: z.string(),
  document: richTextInput.optional(),
  into: z.string().nullable().optional().describe("Id of the parent page; null: the top level."),
  at: z.number().int().min(0).optional(),
  ...pageFields,
});

const insertPage = z.object({
  operation: z.literal("insert_page"),
  document: richTextInput,
  into: z.string().optional().describe("Id of the parent page. Absent: the top level."),
  at: z.number().int().min(0).optional(),
  ref: z.string().optional().describe("Name by which later changes in the same request refer to the page."),
  ...pageFields,
});

const deletePage = z.object({ operation: z.literal("delete_page"), page: z.string() });

const revertPage = z.object({
  operation: z.literal("revert_page"),
  page: z.string(),
  revision: z.string().optional(),
  block: z.array(z.string()).optional(),
});

const insertFiles = z.object({
  operation: z.literal("insert_files"),
  files: z
    .array(
      z.union([
        z.object({ url: z.url().max(2048), ...fileFields }),
        z.object({ base64: z.base64(), ...fileFields }),
      ]),
    )
    .min(1)
    .max(20),
});

/** A change to the content of a change request. */
export const contentChange = z.discriminatedUnion("operation", [
  updatePage,
  insertPage,
  deletePage,
  revertPage,
  insertFiles,
]);

/**
 * A change that people make in the app: besides the operation's changes, it covers links, groups, reusable contents and variables.
 */
export const applicationEdit = z.discriminatedUnion("operation", [
  updatePage,
  insertPage.extend({
    document: richTextInput.default({}),
    type: z.enum(["document", "group", "link"]).optional(),
    target: contentRef.optional(),
  }),
  deletePage,
  revertPage,
  insertFiles,
  z.object({ operation: z.literal("insert_reusable_content"), title: z.string(), document: richTextInput }),
  z.object({
    operation: z.literal("set_variables"),
    variables: z.record(z.string(), z.union([z.string().max(256), z.number(), z.boolean()])),
  }),
]);

export type ApplicationEdit = z.infer<typeof applicationEdit>;
