import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { theContainer } from "../../model/key-field.ts";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";
import { widerRole } from "../../model/role.ts";
import { emojiPattern, emojiToCompare } from "../../operations/spaces/emoji.ts";
import {
  mergeRules,
  spaceDefaultLevel,
  spaceEditMode,
  spaceLanguage,
  withSortedReviewers,
} from "../../operations/spaces/spaces.objects.ts";

/** What can be set on a space. */
export const spaceAttributes = {
  title: {
    description: "Name of the space.",
    schema: z.string().min(1).max(50),
    atCreate: "required",
    samples: ["Guides", "User guides"],
  },
  copyOf: {
    description:
      "The space of which a new one is made as a copy, with its content. It begins as that one is, and is then given what is declared.",
    schema: z.string().min(1),
    atCreate: "accepted",
    onlyMakes: true,
    reference: { type: "space" },
    unreadable: () => true,
    samples: [],
  },
  emoji: {
    description:
      "Emoji of the space: the character, or its code points in hex, joined by `-`. Not together with an icon.",
    schema: z.string().max(50).regex(emojiPattern, "must be an emoji, or its code points in hex"),
    atCreate: "accepted",
    nullable: true,
    normalise: (value) => (typeof value === "string" ? emojiToCompare(value) : value),
    clears: ["icon"],
    samples: ["1f4d8", "1f680"],
  },
  icon: {
    description: "URL of an image for the space. Not together with an emoji.",
    schema: only(publishedApiVersions, z.url().max(2048)),
    atCreate: "no",
    nullable: true,
    clears: ["emoji"],
    samples: ["https://acme.example/guides.png", "https://acme.example/guides-2.png"],
  },
  language: {
    description: "Language of the content, as a code such as `en` or `pt-br`.",
    schema: spaceLanguage,
    atCreate: "accepted",
    normalise: (value) => (typeof value === "string" ? value.toLowerCase() : value),
    samples: ["en", "fr"],
  },
  editMode: {
    description: "Whether content can be edited in place (`live`) or only by change requests (`locked`).",
    schema: spaceEditMode,
    atCreate: "accepted",
    derived: true,
    default: "locked",
    samples: ["live", "locked"],
  },
  defaultLevel: {
    description:
      "What every member of the organization may do in the space: a role, `inherit` (as its collection says), or null for no access.",
    schema: spaceDefaultLevel,
    atCreate: "no",
    nullable: true,
    derived: true,
    givesAccess: true,
    widens: widerRole,
    terraform: { nullAs: "none" },
    samples: ["read", "comment"],
  },
  mergeRules: {
    description:
      "Who must agree before a change request is merged: `inherit`, `none`, or `rules` of the space's own.",
    schema: mergeRules,
    atCreate: "no",
    derived: true,
    default: { type: "inherit" },
    normalise: withSortedReviewers,
    samples: [{ type: "none" }, { type: "rules", rules: [{ rule: "require_at_least_one_review" }] }],
  },
} satisfies Record<string, Attribute>;

/** What the service tells about a space. */
export const spaceComputed = {
  visibility: {
    description: "Who may see the content.",
    schema: z.string(),
    follows: ["defaultLevel", theContainer],
  },
  revision: { description: "The revision of the content that is shown.", schema: z.string(), follows: [] },
  comments: { description: "How many comments are open.", schema: z.number(), follows: [] },
  changeRequests: { description: "How many change requests there are.", schema: z.number(), follows: [] },
  changeRequestsOpen: { description: "How many of them are open.", schema: z.number(), follows: [] },
  changeRequestsDraft: { description: "How many of them are drafts.", schema: z.number(), follows: [] },
  gitSync: {
    description: "The repository that it is synchronised with, where it is.",
    schema: z.object({
      repoName: z.string().describe("Name of the repository."),
      installationProvider: z.string().describe("Who hosts it."),
      integration: z.string().describe("The integration that synchronises it."),
      url: z.string().describe("Where the repository is."),
      updatedAt: z.string().describe("When it was last synchronised, ISO 8601."),
    }),
    follows: [],
  },
  visitorAuth: {
    description: "How visitors are authenticated, where they are.",
    schema: z.object({ backend: z.string().describe("Who does it.") }),
    follows: [],
  },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "When it was last changed, ISO 8601.", schema: z.string(), follows: "any write" },
  urls: {
    description: "Where it is in the app, and where it is published.",
    schema: z.object({
      app: z.string().describe("Where it is edited."),
      published: z.string().describe("Where it is published by itself."),
      public: z.string().describe("Where everybody can read it."),
    }),
    follows: {
      app: [],
      published: ["title", "defaultLevel", theContainer],
      public: ["title", "defaultLevel", theContainer],
    },
  },
} satisfies Record<string, ComputedAttribute>;
