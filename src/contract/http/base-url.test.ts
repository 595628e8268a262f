import { describe, expect, test } from "vitest";
import { parseBaseUrl } from "./base-url.ts";

describe("a valid base URL", () => {
  test.each([
    ["https://api.gitbook.com", "https://api.gitbook.com", ""],
    ["https://api.gitbook.com/", "https://api.gitbook.com", ""],
    ["https://proxy.example/docs//", "https://proxy.example", "/docs"],
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000", ""],
    ["http://127.9.8.7", "http://127.9.8.7", ""],
    ["http://localhost:4000/", "http://localhost:4000", ""],
    ["http://[::1]:4000", "http://[::1]:4000", ""],
  ])("%s", (text, origin, prefix) => {
    expect(parseBaseUrl(text)).toEqual({ origin, prefix });
  });
});

describe("an invalid base URL has a remedy, and the error repeats no secrets", () => {
  test.each([
    ["api.gitbook.com", "is not a URL"],
    ["localhost:4000", "does not begin with https://"],
    ["ftp://api.gitbook.com", "does not begin with https://"],
    ["http://api.gitbook.com", "plain http"],
    ["http://localhost.example", "plain http"],
    ["http://127.0.0.1.example", "plain http"],
    ["https://canary:canary@api.gitbook.com", "a user name or a password"],
    ["https://canary@api.gitbook.com", "a user name or a password"],
    ["https://api.gitbook.com?key=canary", "a query or a fragment"],
    ["https://api.gitbook.com/?", "a query or a fragment"],
    ["https://api.gitbook.com/#canary", "a query or a fragment"],
    ["https://api.gitbook.com/v1", "ends in /v1"],
    ["https://api.gitbook.com/v1/", "ends in /v1"],
  ])("%s", (text, message) => {
    expect(() => parseBaseUrl(text)).toThrow(
      expect.objectContaining({
        code: "http/bad-base-url",
        message: expect.stringMatching(new RegExp(`^(?!.*canary).*${message}`)),
        remedy: expect.stringMatching(/^(?!.*canary)./),
      }),
    );
  });
});
