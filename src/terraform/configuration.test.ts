import { describe, expect, test } from "vitest";
import { readConfiguration, validateConfiguration } from "./configuration.ts";
import { unknown } from "./plugin/values/cty-value.ts";

const environment = {
  DOCSFORM_TOKEN: "from-environment",
  DOCSFORM_BASE_URL: "https://environment.example",
  DOCSFORM_ORGANIZATION: "environment",
};

describe("the provider block", () => {
  test.each([
    { config: { base_url: "ftp://x" }, at: "base_url" },
    { config: { base_url: "api.example.com" }, at: "base_url" },
    { config: { organization: "" }, at: "organization" },
    { config: { max_concurrency: 0 }, at: "max_concurrency" },
    { config: { max_concurrency: 1.5 }, at: "max_concurrency" },
    { config: { requests_per_second: -1 }, at: "requests_per_second" },
    { config: { timeout: "soon" }, at: "timeout" },
    { config: { timeout: "0s" }, at: "timeout" },
    { config: { max_deletes: -1 }, at: "max_deletes" },
  ])("$config is refused at its place", ({ config, at }) => {
    const [failure, ...more] = validateConfiguration(config);
    expect(failure?.attribute?.steps?.[0]?.attributeName).toBe(at);
    expect(more).toEqual([]);
  });

  test("accepts unknown values", () => {
    expect(validateConfiguration({ base_url: unknown, max_deletes: unknown, timeout: unknown })).toEqual([]);
  });

  test("refuses a consistency window in the environment that is not a number of milliseconds", () => {
    const read = readConfiguration({}, { ...environment, DOCSFORM_CONSISTENCY_WINDOW_MS: "5s" });
    expect(read).toMatchObject({
      kind: "wrong",
      diagnostics: [{ summary: "DOCSFORM_CONSISTENCY_WINDOW_MS is not valid", severity: "error" }],
    });
  });

  test("the block takes precedence over the environment", () => {
    const read = readConfiguration({ base_url: "https://block.example", organization: "block" }, environment);
    expect(read).toMatchObject({
      kind: "known",
      settings: {
        baseUrl: "https://block.example",
        organization: "block",
        maxConcurrency: 50,
        timeoutMs: 30_000,
      },
    });
    expect(readConfiguration({}, environment)).toMatchObject({
      kind: "known",
      settings: { baseUrl: "https://environment.example", organization: "environment" },
    });
  });

  test("the token is secret and required", () => {
    const read = readConfiguration({ token: "from-block" }, environment);
    expect(JSON.stringify(read)).not.toContain("from-block");
    expect(read.kind === "known" && read.settings.token.reveal()).toBe("from-block");
    const none = readConfiguration({}, {});
    expect(none.kind === "wrong" && none.diagnostics[0]?.summary).toBe("The API token is missing");
  });

  test("names values that are known only after an apply", () => {
    expect(readConfiguration({ token: unknown, base_url: unknown }, environment)).toEqual({
      kind: "unknown",
      names: ["token", "base_url"],
    });
  });
});
