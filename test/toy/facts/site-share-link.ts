import * as z from "zod";
import { createdAt, type ListFacts, operationNames } from "../../../src/model/plain/facts.ts";

export const siteShareLink = {
  kind: "list",
  type: "site_share_link",
  label: { one: "share link", many: "share links" },
  description: "A secret link with which readers open a site.",
  within: "site",
  path: "/orgs/{organizationId}/sites/{siteId}/share-links",
  idParam: "shareLinkId",
  operations: operationNames("SiteShareLink"),
  object: "share-link",
  key: "name",
  keyIsUnique: false,
  fields: {
    name: { description: "Its name.", schema: z.string().max(50), samples: ["Reviewers", "Partners"] },
    active: {
      description: "Whether it opens the site.",
      schema: z.boolean(),
      atCreate: "no",
      default: true,
      opens: { as: "gate", of: { false: "none" } },
      samples: [true, false],
    },
  },
  computed: {
    createdAt,
    url: {
      description: "The link.",
      schema: z.string(),
      sensitive: true,
      follows: [],
      shownAt: ["urls", "published"],
      make: ({ id }) => `https://docs.example/share/${id}`,
    },
  },
  layout: { list: "shareLinks", item: "shareLink" },
} as const satisfies ListFacts;
