import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";

const params = { specSlug: "petstore" };
const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} };

describe.each(apiVersions)("in the %s API version", (apiVersion) => {
  test.each([
    { name: "JSON", text: JSON.stringify(document), shown: document },
    {
      name: "YAML",
      text: "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: '1'\npaths: {}\n",
      shown: document,
    },
    { name: "Swagger 2", text: "swagger: '2.0'", shown: { swagger: "2.0" } },
  ])("reads $name after the response", async ({ text, shown }) => {
    const { ask } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const answer = await ask("createOpenAPISpec", { body: { slug: "petstore", source: { text } } });
    expect(answer).toMatchObject({ processingState: "pending" });
    expect(answer).not.toHaveProperty("lastVersion");
    const spec = await ask("getOpenAPISpecBySlug", { params });
    const latest = await ask("getLatestOpenAPISpecVersion", { params });
    expect(spec).toMatchObject({ processingState: "complete", lastVersion: latest["id"] });
    expect(await ask("getLatestOpenAPISpecVersionContent", { params })).toMatchObject({
      filesystem: { "openapi.json": shown },
    });
  });

  test.each([
    { name: "text that is not YAML", text: "{ openapi: [" },
    { name: "text that is not an object", text: "petstore" },
    { name: "an object that is not a specification", text: "title: Pets" },
    { name: "an alias without its anchor", text: "openapi: *missing" },
  ])("reports $name, and makes no version", async ({ text }) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { ask } = scenarioClient(emulator);
    await ask("createOpenAPISpec", { body: { slug: "petstore", source: { text } } });
    expect(await ask("getOpenAPISpecBySlug", { params })).toMatchObject({
      processingState: "complete",
      lastProcessErrorCode: "PARSE_ERROR",
      lastProcessedErrors: [{ message: expect.any(String) }],
    });
    expect(await statusOf(emulator)("getLatestOpenAPISpecVersion", { params })).toBe(404);
  });

  test("each other text makes a version, and the earlier ones stay", async () => {
    const { ask } = scenarioClient(emulatorAfterScenarios(apiVersion));
    for (const version of ["1", "2", "2"]) {
      const text = JSON.stringify({ ...document, info: { title: "Pets", version } });
      await ask("createOrUpdateOpenAPISpecBySlug", { params, body: { source: { text } } });
    }
    const versions = await ask("listOpenAPISpecVersions", { params });
    expect(versions).toMatchObject({ count: 2 });
    const [, first] = versions["items"] as readonly { readonly id: string }[];
    const old = { ...params, versionId: first?.id ?? "" };
    expect(await ask("getOpenAPISpecVersionContentById", { params: old })).toMatchObject({
      filesystem: { "openapi.json": { info: { version: "1" } } },
    });
  });

  test("reads the content of a URL, if the emulator may", async () => {
    let text = JSON.stringify(document);
    const asked: string[] = [];
    const emulator = emulatorAfterScenarios(apiVersion, {
      fetchDocument: (address) => {
        asked.push(address);
        return Promise.resolve(text);
      },
    });
    const { ask } = scenarioClient(emulator);
    const source = { url: "http://127.0.0.1:9/petstore.json" };
    const put = async () => {
      await ask("createOrUpdateOpenAPISpecBySlug", { params, body: { source } });
      await emulator.settle();
    };
    await put();
    await put();
    expect(asked).toEqual([source.url, source.url]);
    expect(await ask("listOpenAPISpecVersions", { params })).toMatchObject({ count: 1 });
    expect(await ask("getLatestOpenAPISpecVersionContent", { params })).toMatchObject({
      filesystem: { "openapi.json": document },
    });
    text = "no: specification";
    await put();
    expect(await ask("getOpenAPISpecBySlug", { params })).toMatchObject({
      lastProcessErrorCode: "PARSE_ERROR",
    });
  });

  test.each([
    { name: "Error", code: "FETCH_ERROR" },
    { name: "TimeoutError", code: "FETCH_TIMEOUT" },
  ])("a URL that fails with $name is reported as $code", async ({ name, code }) => {
    const error = Object.assign(new Error("hidden"), { name });
    const emulator = emulatorAfterScenarios(apiVersion, { fetchDocument: () => Promise.reject(error) });
    const { ask } = scenarioClient(emulator);
    const source = { url: "http://127.0.0.1:9/petstore.json" };
    await ask("createOpenAPISpec", { body: { slug: "petstore", source } });
    await emulator.settle();
    expect(await ask("getOpenAPISpecBySlug", { params })).toMatchObject({
      processingState: "complete",
      lastProcessErrorCode: code,
    });
    expect(await statusOf(emulator)("getLatestOpenAPISpecVersion", { params })).toBe(404);
  });

  test("a corrected text has no error", async () => {
    const { ask } = scenarioClient(emulatorAfterScenarios(apiVersion));
    for (const text of ["no: specification", "openapi: 3.1.0"]) {
      await ask("createOrUpdateOpenAPISpecBySlug", { params, body: { source: { text } } });
    }
    expect(await ask("getOpenAPISpecBySlug", { params })).not.toHaveProperty("lastProcessErrorCode");
  });

  test.each(["-petstore", "pet_store", "pet--store", "x".repeat(101)])(
    "refuses a specification with the name %s",
    async (specSlug) => {
      const status = statusOf(emulatorAfterScenarios(apiVersion));
      const body = { source: { text: "openapi: 3.1.0" } };
      expect(await status("createOrUpdateOpenAPISpecBySlug", { params: { specSlug }, body })).toBe(400);
    },
  );
});

test.each([
  { apiVersion: "classic", status: 400 },
  { apiVersion: "current", status: 201 },
] as const)("a name with capitals returns $status on $apiVersion", async ({ apiVersion, status }) => {
  const emulator = emulatorAfterScenarios(apiVersion);
  const given = { params: { specSlug: "Petstore" }, body: { source: { text: "openapi: 3.1.0" } } };
  expect(await statusOf(emulator)("createOrUpdateOpenAPISpecBySlug", given)).toBe(status);
});
