import { expect, test } from "vitest";
import { withArticle } from "./with-article.ts";

test.each([
  ["site", "a site"],
  ["OpenAPI specification", "an OpenAPI specification"],
  ["SAML provider", "a SAML provider"],
])("%s with its article", (label, expected) => {
  expect(withArticle(label)).toBe(expected);
});
