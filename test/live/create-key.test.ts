import { expect, test } from "vitest";
import { createKeyFields } from "../../src/engine/live/create/create-key.ts";
import { siteSection } from "../../src/resources/site-section/site-section.ts";
import { space } from "../../src/resources/space/space.ts";

test("only the fields of the create call distinguish its object from others", () => {
  const whole = { attributes: { title: "A" }, firstChild: { space: "s1" } };
  expect(createKeyFields(siteSection, whole)).toEqual(siteSection.identity.createKey);
  expect(createKeyFields(siteSection, { attributes: { title: "A" } })).toEqual(["title"]);
  expect(createKeyFields(space, { attributes: { title: "A" } })).toEqual(["title"]);
  expect(createKeyFields(space, { attributes: { title: "A" }, containerId: null })).toEqual(
    space.identity.createKey,
  );
});
