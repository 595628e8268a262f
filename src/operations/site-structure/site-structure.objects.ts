import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { urls } from "../answer-parts.ts";
import { language } from "../languages.ts";
import { spaceInside } from "../spaces/spaces.objects.ts";

export const sectionTitle = z.string().min(2).max(128);
export const sectionPath = z.string().min(1).max(100);
export const sectionIcon = z.string().max(50);
export const sectionDescription = z.string().max(256);
export const sectionCondition = z.string().max(1024);
export const groupTitle = z.string().min(1).max(100);
export const groupIcon = z.string().max(50);
export const siteSpaceTitle = only("current", z.string().min(2).max(128));
export const siteSpacePath = z.string().min(1).max(100);
export const siteSpaceCondition = z.string().max(1024);
export const siteSpaceHidden = only("current", z.boolean());
export const siteSpacePage = only("current", z.string().min(1));
export const itemDraft = only("current", z.boolean());

/** A text in other languages than the site's own. */
export const localized128 = only("current", z.partialRecord(language, z.string().max(128)));
export const localized256 = only("current", z.partialRecord(language, z.string().max(256)));

const localizedText = z.record(z.string(), z.string()).nullish();

/** The fields of a site space in an answer. */
export const siteSpaceObject = z.looseObject({
  object: z.literal("site-space"),
  id: z.string(),
  path: z.string(),
  title: z.string().optional(),
  section: z.string().nullish(),
  space: spaceInside,
  default: z.boolean().optional(),
  draft: z.boolean().optional(),
  hidden: z.boolean().optional(),
  pageId: z.string().nullish(),
  condition: z.string().nullish(),
  hasAdvancedCustomizationFeature: z.boolean().optional(),
  urls: urls("published"),
});

/** The fields of a section in an answer. */
export const siteSectionObject = z.looseObject({
  object: z.literal("site-section"),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  sectionGroup: z.string().nullish(),
  default: z.boolean().optional(),
  draft: z.boolean().optional(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  condition: z.string().nullish(),
  localizedTitle: localizedText,
  localizedDescription: localizedText,
  siteSpaces: z.array(siteSpaceObject),
  urls: urls("published"),
});

const groupAlone = z.looseObject({
  object: z.literal("site-section-group"),
  id: z.string(),
  title: z.string(),
  icon: z.string().nullish(),
  sectionGroup: z.string().nullish(),
  draft: z.boolean().optional(),
  localizedTitle: localizedText,
});

// Links to other websites stand among the sections of the current API version. They are only counted; a section or a group
// that lacks what docsform needs must not pass for one, or it would count as absent.
const itemKinds = ["site-space", "site-section", "site-section-group"];
const otherItem = z.looseObject({
  // Without `abort` a union shows this problem alone, and not what is wrong with the item that was meant.
  object: z.string().refine((kind) => !itemKinds.includes(kind), { abort: true }),
});

const groupWithItems = z.looseObject({
  ...groupAlone.shape,
  get children(): z.ZodArray<z.ZodType<StructureItem>> {
    return z.array(structureItem);
  },
});

/** The fields of a group in an answer of its own, which may leave out what is in the group. */
export const siteSectionGroupObject = z.looseObject({
  ...groupAlone.shape,
  get children(): z.ZodOptional<z.ZodArray<z.ZodType<StructureItem>>> {
    return z.array(structureItem).optional();
  },
});

/** What stands in a group or in a structure; `object` says what it is. */
export type StructureItem =
  | z.infer<typeof siteSpaceObject>
  | z.infer<typeof siteSectionObject>
  | SectionGroup
  | z.infer<typeof otherItem>;

interface SectionGroup extends z.infer<typeof groupAlone> {
  children: StructureItem[];
}

const structureItem: z.ZodType<StructureItem> = z.union([
  siteSpaceObject,
  siteSectionObject,
  groupWithItems,
  otherItem,
]);

/** The whole structure of a site: sections and groups, or the site spaces of a site without sections. */
export const siteStructureObject = z.looseObject({
  type: z.enum(["sections", "siteSpaces"]),
  structure: z.array(structureItem),
});

/** An item of a structure, or one beside which another is put. */
export const itemPointer = z.strictObject({
  type: z.enum(["site-space", "site-section", "site-section-group"]),
  id: z.string(),
});
