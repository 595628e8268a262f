import type { ExplainedCode } from "../../model/codes/code-entry.ts";

/** Codes of the rules of sites. */
export const siteCodes = {
  "site/publish-needs-upgrade": {
    message:
      "The service did not publish the site and asked for a checkout, because the site's plan does not include this publication.",
    cause: "The site's plan does not include the publication.",
    example: "sites:\n  docs: { title: Docs, visibility: visitor-auth, published: true }",
    remedy: "Upgrade the site's plan in the app, or choose a `visibility` that the plan allows.",
  },
} as const satisfies Readonly<Record<string, ExplainedCode>>;
