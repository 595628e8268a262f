import { describe, expect, test } from "vitest";
import type { Emulator } from "../../src/emulator/emulator.ts";
import { publishedGenerations as generations } from "../../src/model/endpoint.ts";
import { statusOf, visitedEmulator, visitorOf } from "../support/visits.ts";

describe.each(generations)("in the %s generation", (generation) => {
  test.each([
    {
      name: "in the trash",
      lose: (emulator: Emulator, id: string) => emulator.edit("deleteSpaceById", { spaceId: id }),
    },
    {
      name: "in another organization",
      lose: ({ service }: Emulator, id: string) => service.handOver("space", id, "other"),
    },
  ])("a translation is not run when its space is $name, and stays as it was", async ({ lose }) => {
    const emulator = visitedEmulator(generation);
    const { ask, make } = visitorOf(emulator);
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
