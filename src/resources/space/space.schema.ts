import * as z from "zod";
import { emojiPattern, emojiToCompare } from "../../contract/operations/spaces/emoji.ts";
import {
  mergeRules,
  spaceDefaultLevel,
  spaceEditMode,
  spaceLanguage,
  withSortedReviewers,
} from "../../contract/operations/spaces/spaces.objects.ts";
import { only } from "../../model/api-version-marks.ts";
import { publishedApiVersions } from "../../model/endpoint.ts";
import { theContainer } from "../../model/key-field.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { widerRole } from "../../model/role.ts";

export const spaceAttributes = {
  title: {
    description: "Name of the space.",
    schema: z.string().min(1).max(50),
    atCreate: "required",
    samples: ["Guides", "User guides"],
  },
  copyOf: {
    description:
      "Space to copy. The new space starts with the content and the values of that space, and then gets the declared attributes.",
    schema: z.string().min(1),
    atCreate: "accepted",
    onlyAtCreate: true,
    reference: { type: "space" },
    unreadable: () => true,
    samples: [],
  },
  emoji: {
    description:
      "Emoji of the space: the character, or its code points in hex, joined by `-`. A space has an emoji or an icon, not both.",
    schema: z.string().max(50).regex(emojiPattern, "must be an emoji, or its code points in hex"),
    atCreate: "accepted",
    nullable: true,
    normalize: (value) => (typeof value === "string" ? emojiToCompare(value) : value),
    clears: ["icon"],
    samples: ["1f4d8", "1f680"],
  },
  icon: {
    description: "URL of an image for the space. A space has an icon or an emoji, not both.",
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
    normalize: (value) => (typeof value === "string" ? value.toLowerCase() : value),
    samples: ["en", "fr"],
  },
  editMode: {
    description:
      "Whether content can be edited in place (`live`) or only through change requests (`locked`).",
    schema: spaceEditMode,
    atCreate: "accepted",
    derived: true,
    default: "locked",
    samples: ["live", "locked"],
  },
  defaultLevel: {
    description:
      "Access that every member of the organization has to the space: a role, `inherit` (the access that its collection gives), or null for no access.",
    schema: spaceDefaultLevel,
    atCreate: "no",
    nullable: true,
    derived: true,
    default: "inherit",
    opens: { as: "level", isWider: widerRole },
    terraform: { nullAs: "none" },
    samples: ["read", "comment"],
  },
  mergeRules: {
    description:
      "Rules that a change request must meet before it can be merged: `inherit`, `none`, or the space's own `rules`.",
    schema: mergeRules,
    atCreate: "no",
    derived: true,
    default: { type: "inherit" },
    normalize: withSortedReviewers,
    samples: [{ type: "none" }, { type: "rules", rules: [{ rule: "require_at_least_one_review" }] }],
  },
} satisfies Record<string, Attribute>;

export const spaceComputed = {
  visibility: {
    description: "Who can see the content.",
    schema: z.string(),
    follows: ["defaultLevel", theContainer],
  },
  revision: {
    description: "Id of the revision of the content that is shown.",
    schema: z.string(),
    follows: [],
  },
  comments: { description: "Number of open comments.", schema: z.number(), follows: [] },
  changeRequests: { description: "Number of change requests.", schema: z.number(), follows: [] },
  changeRequestsOpen: { description: "Number of open change requests.", schema: z.number(), follows: [] },
  changeRequestsDraft: { description: "Number of draft change requests.", schema: z.number(), follows: [] },
  gitSync: {
    description: "Git repository that the space is synchronized with, if there is one.",
    schema: z.object({
      repoName: z.string().describe("Name of the repository."),
      installationProvider: z.string().describe("Provider that hosts the repository."),
      integration: z.string().describe("Integration that synchronizes the space."),
      url: z.string().describe("URL of the repository."),
      updatedAt: z.string().describe("Time of the last synchronization, ISO 8601."),
    }),
    follows: [],
  },
  visitorAuth: {
    description: "How the service authenticates visitors, if it does.",
    schema: z.object({ backend: z.string().describe("Backend that authenticates the visitors.") }),
    follows: [],
  },
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  updatedAt: { description: "Time of the last change, ISO 8601.", schema: z.string(), follows: "any write" },
  urls: {
    description: "URLs of the space.",
    schema: z.object({
      app: z.string().describe("URL where you edit the space in the app."),
      published: z.string().describe("URL where the space itself is published."),
      public: z.string().describe("URL where everyone can read the space."),
    }),
    follows: {
      app: [],
      published: ["title", "defaultLevel", theContainer],
      public: ["title", "defaultLevel", theContainer],
    },
  },
} satisfies Record<string, ComputedAttribute>;
