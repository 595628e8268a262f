import { expect, test } from "vitest";
import { publishedApiVersions } from "../../src/model/endpoint.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const schemaOf = (claim: object) => ({
  jsonSchema: { type: "object", properties: { isBeta: claim }, additionalProperties: false },
});

test.each(publishedApiVersions)("reports an incomplete claim, on the %s service", (apiVersion) => {
  const { emulator } = createTestService({ apiVersion, random: seededRandom(3) });
  const { id } = emulator.edit("createSite", {}, { title: "Docs" }).body as { readonly id: string };
  const update = (claim: object) =>
    emulator.edit("updateSiteAdaptiveSchema", { siteId: id }, schemaOf(claim) as never);
  expect(() => update({ type: "boolean" })).toThrow(
    "Invalid body: body.jsonSchema.properties.isBeta.description is missing.",
  );
  expect(() => update({ type: "date", description: "When." })).toThrow(/isBeta.type must be one of/);
  expect(update({ type: "boolean", description: "Whether." }).status).toBe(200);
});
