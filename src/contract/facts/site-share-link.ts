import * as z from "zod";
import { createdAt, type ListFacts, operationNames } from "../../model/plain/facts.ts";

/** Share links of sites. */
export const siteShareLinks = {
  kind: "list",
  type: "site_share_link",
  label: { one: "share link", many: "share links" },
  description: "A secret link with which readers open a site whose visibility is `share-link`.",
  within: "site",
  path: "/orgs/{organizationId}/sites/{siteId}/share-links",
  idParam: "shareLinkId",
  operations: operationNames("SiteShareLink"),
  object: "share-link",
  key: "name",
  keyIsUnique: false,
  fields: {
    name: {
      description: "Name of the link.",
      schema: z.string().min(1).max(50),
      mayBeAbsent: true,
      samples: ["Reviewers", "Partners"],
    },
    active: {
      description: "Whether the link opens the site.",
      schema: z.boolean(),
      atCreate: "no",
      default: true,
      mayBeAbsent: true,
      opens: { as: "gate", of: { false: "none" } },
      samples: [true, false],
    },
  },
  computed: {
    createdAt,
    url: {
      description: "The link. Whoever has it can open the site.",
      schema: z.string(),
      sensitive: true,
      follows: [],
      shownAt: ["urls", "published"],
      mayBeAbsent: true,
      make: ({ id }) => `https://docs.example/share/${id.split("").toReversed().join("")}`,
    },
  },
  layout: { list: "shareLinks", item: "name" },
} as const satisfies ListFacts;
