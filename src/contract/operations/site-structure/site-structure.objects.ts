import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { language } from "../../facts/languages.ts";
import type { Promised } from "../operation.ts";
import { promised } from "../promised.ts";
import { urls } from "../response-parts.ts";
import { spaceInside } from "../spaces/spaces.objects.ts";

/** The types of the items of a structure, each with its name in bodies and responses. */
export const itemKinds = {
  site_section: "site-section",
  site_section_group: "site-section-group",
  site_link: "site-external-link",
  site_space: "site-space",
} as const;

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

/** Translations of a text, by language. */
export const localized128 = only("current", z.partialRecord(language, z.string().max(128)));
export const localized256 = only("current", z.partialRecord(language, z.string().max(256)));

export const linkTitle = z.string().min(2).max(128);
// The published schema accepts any text. Its description names these URLs alone.
export const linkUrl = z
  .url()
  .max(2048)
  .refine((url) => /^https?:/iu.test(url), "must be a URL that begins with http:// or https://");
export const linkIcon = z.string().max(50);
export const linkDescription = z.string().max(256);
export const linkCondition = z.string().max(1024);

const localizedText = z.record(z.string(), z.string()).nullish();

/** The fields of a site space in a response. */
export const siteSpaceObject = z.looseObject({
  object: z.literal("site-space"),
  id: z.string(),
  path: z.string(),
  title: promised(z.string()),
  section: z.string().nullish(),
  space: spaceInside,
  default: z.boolean().optional(),
  draft: z.boolean().optional(),
  hidden: z.boolean().optional(),
  pageId: z.string().nullish(),
  condition: z.string().nullish(),
  hasAdvancedCustomizationFeature: z.boolean().optional(),
  urls: urls("published?"),
});

/** The fields of a section in a response. */
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
  urls: urls("published?"),
});

/** The fields of a link in a response. */
export const siteLinkObject = z.looseObject({
  object: z.literal("site-external-link"),
  id: z.string(),
  title: z.string(),
  url: z.string(),
  sectionGroup: z.string().nullish(),
  draft: z.boolean(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  condition: z.string().nullish(),
  localizedTitle: localizedText,
  localizedDescription: localizedText,
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

// The service may add further kinds of items, which docsform only counts. An item of a known kind with missing fields must not pass for such
// an item, or docsform would treat it as absent.
const knownKinds: readonly string[] = Object.values(itemKinds);
const otherItem = z.looseObject({
  // Without `abort`, the union would report only this problem, and not the one of the intended item.
  object: z.string().refine((kind) => !knownKinds.includes(kind), { abort: true }),
});

const groupWithItems = z.looseObject({
  ...groupAlone.shape,
  get children(): z.ZodArray<ItemSchema> {
    return z.array(structureItem);
  },
});

/** The fields of a group in a response of its own, which may omit the contents of the group. */
export const siteSectionGroupObject = z.looseObject({
  ...groupAlone.shape,
  get children(): Promised<z.ZodArray<ItemSchema>> {
    return promised(z.array(structureItem));
  },
});

/** A group and its items contain each other, so the compiler needs names for their schemas. */
interface GroupSchema
  extends z.ZodObject<typeof groupAlone.shape & { children: z.ZodArray<ItemSchema> }, z.core.$loose> {}
export interface ItemSchema
  extends z.ZodUnion<
    readonly [
      typeof siteSpaceObject,
      typeof siteSectionObject,
      GroupSchema,
      typeof siteLinkObject,
      typeof otherItem,
    ]
  > {}

/** An item in a group or in a structure. `object` names its kind. */
const structureItem: ItemSchema = z.union([
  siteSpaceObject,
  siteSectionObject,
  groupWithItems,
  siteLinkObject,
  otherItem,
]);

/** The whole structure of a site: sections and groups, or the site spaces of a site without sections. */
export const siteStructureObject = z.looseObject({
  type: z.enum(["sections", "siteSpaces"]),
  structure: z.array(structureItem),
});

/** A reference to an item of a structure. */
export const itemPointer = z.strictObject({
  type: only("current", z.enum(Object.values(itemKinds)), itemKinds.site_link),
  id: z.string(),
});
