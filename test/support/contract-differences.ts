import type { ApiVersion } from "../../src/model/endpoint.ts";

/** A deliberate difference between docsform or its emulator and the published documents. */
export interface ContractDifference {
  /** Where the difference is: in requests and responses, or in the rows of operations. */
  readonly of: "exchange" | "declaration";
  /** Names of operations in the documents. */
  readonly operations: readonly string[];
  /** Undefined: all API versions. */
  readonly apiVersions?: readonly ApiVersion[];
  /** The problem in the checker's words. */
  readonly what: string;
  readonly reason: string;
}

/** All deliberate differences. The contract test fails if one of them no longer excuses a problem. */
export const contractDifferences: readonly ContractDifference[] = [
  ...[
    "answer 200 items[].pages is not in the document",
    "answer 200 items[] must have required property 'path'",
    "answer 200 items[] must have required property 'urls'",
  ].map((what) => ({
    of: "exchange" as const,
    operations: ["searchSpaceContent"],
    apiVersions: ["classic-minimal"] as const,
    what,
    reason:
      "The interface shows spaces with their pages, as for an organization; the documents show the pages.",
  })),
  ...(["exchange", "declaration"] as const).map((of) => ({
    of,
    operations: ["listConversationsIssuesClusters"],
    apiVersions: ["classic-minimal"] as const,
    what: "query sort is not in the document",
    reason: "So the interface calls what the documents call `orderBy`.",
  })),
  ...(["exchange", "declaration"] as const).map((of) => ({
    of,
    operations: ["applyTemplateToSpace"],
    apiVersions: ["classic-minimal"] as const,
    what: "body changeRequestId is not in the document",
    reason: "The interface shows it, as the newer of the documents does.",
  })),
  {
    of: "declaration",
    operations: [
      "updateSiteSectionById",
      "updateSiteSectionGroupById",
      "updateSiteExternalLinkById",
      "addSpaceToSite",
      "updateSiteSpaceById",
      "updateChangeRequestById",
    ],
    apiVersions: ["current"],
    what: "may answer 204",
    reason: "Only a request with `Prefer: return=minimal` is answered so, and docsform never sends that.",
  },
];
