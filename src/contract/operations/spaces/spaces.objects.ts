import * as z from "zod";
import { only } from "../../../model/api-version-marks.ts";
import { roles } from "../../../model/role.ts";
import { isJsonObject, type Json } from "../../../util/json.ts";
import { language } from "../../facts/languages.ts";
import { inside, promised } from "../promised.ts";
import { kind, permissionsObject, urls } from "../response-parts.ts";
import { emojiPattern } from "./emoji.ts";

const reviewerRules = [
  "require_specific_reviewers",
  "require_one_of_specific_reviewers",
  "allow_bypass",
] as const;

const plainRules = [
  "require_at_least_one_review",
  "require_all_reviews_approved",
  "require_agent_review",
  "require_up_to_date_change_request",
  "require_change_request_subject",
  "require_change_request_description",
  "require_at_least_one_approved_review",
  "require_author_to_merge",
] as const;

const mergeRule = z.union([
  z.strictObject({
    rule: z.enum(reviewerRules).describe("Rule that the change request must meet."),
    users: z.array(z.string()).describe("Ids of the reviewers."),
  }),
  z.strictObject({
    rule: only(
      "current",
      z.enum(plainRules),
      "require_at_least_one_approved_review",
      "require_author_to_merge",
    ),
  }),
  z.strictObject({
    rule: z.literal("custom"),
    expression: z.string().max(1024).describe("Expression of a custom rule. It must be true before a merge."),
    message: only("current", z.string().describe("Message of a custom rule, for people.")).optional(),
  }),
]);

const noRules = z.strictObject({ type: z.literal("none").describe("Whether there are rules.") });
const rulesOfItsOwn = z.strictObject({
  type: z.literal("rules"),
  rules: z.array(mergeRule).describe("The rules, if `type` is `rules`."),
});

/** The approvals that a change request needs before it is merged. */
export const mergeRules = z.union([
  z.strictObject({
    type: z.literal("inherit").describe("Source of the rules: inherited, none, or the space's own."),
  }),
  noRules,
  rulesOfItsOwn,
]);

/** The same for an object without a parent to inherit from. */
export const ownMergeRules = z.union([noRules, rulesOfItsOwn]);

/** Sorts the reviewers: their order has no meaning. */
export function withSortedReviewers(value: Json): Json {
  if (!isJsonObject(value) || !Array.isArray(value["rules"])) return value;
  const rules = value["rules"].map((rule: Json) =>
    isJsonObject(rule) && Array.isArray(rule["users"])
      ? { ...rule, users: [...rule["users"]].map(String).sort(compareText) }
      : rule,
  );
  return { ...value, rules };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const spaceTitle = z.string().max(50);
export const spaceEmoji = z
  .string()
  .max(50)
  .regex(emojiPattern, "must be an emoji, or its code points in hex");
export const spaceLanguage = language;
export const spaceEditMode = z.enum(["live", "locked"]);
export const spaceDefaultLevel = z.enum([...roles, "inherit"]);

const neighbor = z.union([
  z.object({ type: z.literal("space"), space: z.string() }),
  z.object({ type: z.literal("collection"), collection: z.string() }),
]);

/** The place that a space or a collection moves to. */
export const placeAmongSiblings = z
  .object({ before: neighbor.optional(), after: neighbor.optional() })
  .optional()
  .describe(
    'Place among the siblings: `before` or `after` `{"type": "space", "space": ID}` or `{"type": "collection", "collection": ID}`. Absent: the last place.',
  );

/** Merge rules in a response. They include rules that no request can set. */
export const mergeRulesObject = z.looseObject({
  type: promised(z.string()),
  rules: z
    .array(z.looseObject({ rule: promised(z.string()), users: z.array(z.string()).nullish() }))
    .nullish(),
});

/** A repository in a response. */
export const gitSyncObject = z.looseObject({
  repoName: z.string().optional(),
  installationProvider: z.string().optional(),
  integration: z.string().optional(),
  url: z.string().optional(),
  updatedAt: z.string().optional(),
});

/** The fields of a space in a response. */
export const spaceObject = z.object({
  object: kind("space"),
  id: z.string(),
  title: z.string(),
  organization: promised(z.string()),
  emoji: promised(z.string()),
  visibility: promised(z.string()),
  createdAt: promised(z.string()),
  updatedAt: promised(z.string()),
  deletedAt: z.string().nullish(),
  editMode: z.string().nullish(),
  mergeRules: promised(mergeRulesObject),
  urls: urls("location", "app", "published?", "public?", "icon?"),
  parent: z.string().nullish(),
  language: z.string().nullish(),
  revision: promised(z.string()),
  comments: promised(z.number()),
  changeRequests: promised(z.number()),
  changeRequestsOpen: promised(z.number()),
  changeRequestsDraft: promised(z.number()),
  gitSync: gitSyncObject.nullish(),
  visitorAuth: z.looseObject({ backend: promised(z.string()) }).nullish(),
  defaultLevel: z.string().nullable(),
  permissions: permissionsObject(
    "view",
    "access",
    "admin",
    "viewInviteLinks",
    "edit",
    "triggerGitSync",
    "comment",
    "merge",
    "review",
    "installIntegration",
  ),
});

/** A space inside another object. Readers of that object need only the id of the space. */
export const spaceInside = inside(spaceObject);

export type SpaceObject = z.infer<typeof spaceObject>;
