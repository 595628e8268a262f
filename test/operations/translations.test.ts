import { describe, expect, test } from "vitest";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";
import { insert, openSpaceBench, outline, update } from "./space-bench.ts";

describe.each(apiVersions)("in the %s API version", (apiVersion) => {
  test.each([
    {
      name: "in the trash",
      lose: (emulator: Emulator, id: string) => emulator.edit("deleteSpaceById", { spaceId: id }),
    },
    {
      name: "in another organization",
      lose: ({ service }: Emulator, id: string) => service.handOver("space", id, "other"),
    },
  ])("refuses to run a translation if its space is $name, and keeps it", async ({ lose }) => {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { ask, make } = scenarioClient(emulator);
    const space = await make("createSpace", { body: { title: "Guides", language: "en" } });
    const translationId = await make("createTranslation", {
      body: { source: { space, language: "en" }, language: "fr" },
    });
    const params = { translationId };
    await ask("runTranslation", { params });
    await emulator.settle();
    lose(emulator, space);
    expect(await statusOf(emulator)("runTranslation", { params })).toBe(404);
    expect(await ask("getTranslation", { params })).toMatchObject({
      status: "completed",
      stats: { runs: 1 },
    });
  });
});

test.each(apiVersions)("a run translates only changes since the last one (%s)", async (apiVersion) => {
  const { emulator, client, space, edit, ask } = await openSpaceBench(apiVersion);
  const [first, second] = edit([insert("Start", "Install it."), insert("News", "Nothing.")]);
  const translationId = await client.make("createTranslation", {
    body: { source: { space, language: "en" }, language: "fr" },
  });
  const params = { translationId };
  const run = async () => {
    await client.ask("runTranslation", { params });
    await emulator.settle();
    return await client.ask("getTranslation", { params });
  };
  const { result } = await run();
  const spaceId = (result as JsonObject)["space"] as string;
  const edits = [update(first, { document: { markdown: "Edited there." } })];
  client.edit("editContent", { params: { spaceId }, body: { changes: edits } });
  edit([update(second, { document: { markdown: "Much has happened since." } }), insert("More", "One two.")]);

  expect(await run()).toMatchObject({
    result: { space: spaceId },
    stats: { runs: 2, totalPages: 4, latestPages: 2, latestWords: 6 },
  });
  const markdownOf = async (pageId: string | undefined) =>
    (await ask("getPageById", { params: { spaceId, pageId: pageId ?? "" }, query: { format: "markdown" } }))[
      "markdown"
    ];
  expect(await markdownOf(first)).toBe("Edited there.");
  expect(await markdownOf(second)).toBe("*fr*\n\nMuch has happened since.");
  expect(await run()).toMatchObject({ stats: { runs: 3, totalPages: 4, latestPages: 0, latestWords: 0 } });
});

test.each(apiVersions)("the result of a translation has a history of its own (%s)", async (apiVersion) => {
  const { emulator, client, space, edit, ask } = await openSpaceBench(apiVersion);
  edit([insert("Start", "Install it.")]);
  const changeRequestId = await client.make("createChangeRequest", {
    params: { spaceId: space },
    body: { subject: "More" },
  });
  edit([insert("More", "One two.")], changeRequestId);
  await ask("mergeChangeRequest", { params: { changeRequestId } });
  const translationId = await client.make("createTranslation", {
    body: { source: { space, language: "en" }, language: "fr" },
  });
  await client.ask("runTranslation", { params: { translationId } });
  await emulator.settle();
  const { result } = await client.ask("getTranslation", { params: { translationId } });
  const params = { spaceId: (result as JsonObject)["space"] as string };
  const content = await ask("getCurrentRevision", { params });
  expect(content).toMatchObject({ type: "edits", parents: [] });
  expect(outline(content["pages"])).toEqual(["Start", "More"]);
});
