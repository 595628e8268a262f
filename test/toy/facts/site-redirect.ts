import * as z from "zod";
import { createdAt, type ListFacts, operationNames } from "../../../src/model/plain/facts.ts";

export const siteRedirect = {
  kind: "list",
  type: "site_redirect",
  label: { one: "site redirect", many: "site redirects" },
  description: "Leads readers who ask for a path to another place.",
  apiVersions: ["current"],
  within: "site",
  path: "/orgs/{organizationId}/sites/{siteId}/redirects",
  idParam: "siteRedirectId",
  operations: operationNames("SiteRedirect"),
  object: "site-redirect",
  key: "source",
  keyIsUnique: true,
  fields: {
    source: {
      description: "The path below that of the site.",
      schema: z
        .string()
        .max(512)
        .regex(/^(\/[\w.~-]+)+$/, "must be a path such as /old/guide"),
      samples: ["/old/guide", "/old/reference"],
    },
    section: {
      description: "The section to which it leads.",
      schema: z.string().min(1),
      oneOf: "destination",
      reference: { type: "site_section" },
      at: ["destination", "siteSectionId"],
      beside: { kind: "site-section" },
      samples: [],
    },
    url: {
      description: "The URL to which it leads.",
      schema: z.url().max(2048),
      oneOf: "destination",
      at: ["destination", "url"],
      beside: { kind: "external" },
      samples: ["https://acme.example/guide", "https://acme.example/reference"],
    },
    permanent: {
      description: "Whether it is for good.",
      schema: z.boolean(),
      default: false,
      samples: [true, false],
    },
  },
  computed: {
    draft: { description: "Whether it is a draft.", schema: z.boolean(), follows: [], make: () => false },
    captureWildcard: {
      description: "Whether it keeps the rest of the path.",
      schema: z.boolean(),
      follows: [],
      make: () => false,
    },
    createdAt,
  },
  bulk: {
    operation: "bulkUpsertSiteRedirects",
    items: "redirects",
    results: "results",
    mostItems: 500,
    nullDeletes: "destination",
    shown: ["draft"],
  },
  layout: { list: "redirects", item: "redirect" },
} as const satisfies ListFacts;
